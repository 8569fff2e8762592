import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { parseDatabaseUrl, withoutPassword } from './address.ts';

const serversOf = (url: string) => parseDatabaseUrl(url).servers;
const namesOf = (url: string) => serversOf(url).map(({ name }) => name);

test('one host stays as it was written, without what pg does not know', () => {
  const same = [
    'postgres://u:p%40ss@h:5433/d?application_name=a%20b',
    'postgresql://h/d',
    'postgres://u@[::1]:5432/d',
    'postgres:///d?host=/run/postgresql',
    'postgres://u:p@/d?host=%2Frun%2Fpostgresql&port=5433',
    'postgres://%2Frun%2Fpostgresql/d',
    'postgres://u:50%off@h/d',
  ];
  for (const url of same) {
    const { servers, target, connectMs } = parseDatabaseUrl(url);
    assert.deepEqual(
      servers.map((server) => server.url),
      [url],
    );
    assert.deepEqual([target, connectMs], ['any', undefined], 'whoever answers');
  }
  const url = 'postgres://u@h/d?target_session_attrs=primary&options=a&connect_timeout=7';
  assert.deepEqual(parseDatabaseUrl(url), {
    servers: [{ name: 'h', url: 'postgres://u@h/d?options=a' }],
    target: 'primary',
    connectMs: 7_000,
  });
});

test('encryption as libpq has it', () => {
  const tlsOf = (mode: string) => {
    const [server] = serversOf(`postgres://u@h/d?sslmode=${mode}`);
    const client = new pg.Client({ connectionString: server?.url ?? '' });
    const { ssl } = (client as unknown as { connectionParameters: { ssl: unknown } }).connectionParameters;
    return ssl;
  };
  assert.equal(tlsOf('disable'), false);
  assert.deepEqual({ ...(tlsOf('require') as object) }, { rejectUnauthorized: false }, 'encrypted, whoever it is');
  assert.deepEqual({ ...(tlsOf('verify-full') as object) }, {});
});

test('several hosts, as libpq has them', () => {
  assert.deepEqual(parseDatabaseUrl('postgres://u:p%2Cw@h1:5432,h2:5433/name?target_session_attrs=read-write'), {
    servers: [
      { name: 'h1:5432', url: 'postgres://u:p%2Cw@h1:5432/name' },
      { name: 'h2:5433', url: 'postgres://u:p%2Cw@h2:5433/name' },
    ],
    target: 'read-write',
    connectMs: undefined,
  });
  assert.deepEqual(namesOf('postgres://h1,h2:5433,h3/d'), ['h1:5432', 'h2:5433', 'h3:5432'], 'each has its port');
  assert.deepEqual(namesOf('postgres://[2001:db8::1]:5433,[::1],10.0.0.1/d'), [
    '[2001:db8::1]:5433',
    '[::1]:5432',
    '10.0.0.1:5432',
  ]);
  assert.deepEqual(namesOf('postgres:///d?host=h1,h2&port=5433'), ['h1:5433', 'h2:5433'], 'one port for all');
  assert.deepEqual(namesOf('postgres://x/d?host=h1,::1&port=5433,5434'), ['h1:5433', '[::1]:5434']);
  assert.deepEqual(namesOf('postgres://h1,h2:1/d?port=5433,5434'), ['h1:5433', 'h2:5434']);
  assert.deepEqual(serversOf('postgres://u@%2Frun%2Fa,h/d?user=b'), [
    { name: '/run/a (port 5432)', url: 'postgres://u@/d?host=%2Frun%2Fa&port=5432&user=b' },
    { name: 'h:5432', url: 'postgres://u@h:5432/d?user=b' },
  ]);
  assert.equal(parseDatabaseUrl('postgres://h1,h2/d').target, 'read-write', 'a server that writes needs one');
  assert.equal(parseDatabaseUrl('postgres://h1,h2/d?target_session_attrs=any').target, 'any');
});

test('what cannot work is refused, and no secret is repeated', () => {
  const refused: [string, RegExp][] = [
    ['mysql://u:hidden@h/d', /must look like postgres:/],
    ['postgres://u:hidden@h:port/d', /must look like postgres:/],
    ['postgres://u:hidden@h1:,h2:no/d', /port of host 2 is not a number/],
    ['postgres://u:hidden@h1:0,h2/d', /port of host 1 is not a number/],
    ['postgres://u:hidden@h1,h2:65536/d', /port of host 2/],
    ['postgres://u:hidden@h1,,h2/d', /host 2 of the list is not a host/],
    ['postgres://u:hidden@h1,h2,/d', /host 3 of the list is not a host/],
    ['postgres://u:hidden@[::1,h2/d', /host 1 of the list is not a host/],
    ['postgres://u:hidden@h1,h%zz/d', /host 2 of the list has a %/],
    ['postgres://u:hidden@h1,h1:5432/d', /names h1:5432 twice/],
    ['postgres://u:hid/den@h1,h2/d', /must be encoded/],
    ['postgres://u:hid#den@h1,h2/d', /must be encoded/],
    ['postgres://u:hid?den@h/d', /must be encoded/],
    ['postgres:///d?host=h1,h2&port=1,2,3', /2 hosts and 3 ports/],
    ['postgres://h1,h2/d?target_session_attrs=standby', /standby asks for a server that takes no changes/],
    ['postgres://h1,h2/d?target_session_attrs=prefer-standby', /takes no changes/],
    ['postgres://h/d?target_session_attrs=read-only', /takes no changes/],
    ['postgres://h/d?target_session_attrs=hidden', /must be read-write, primary or any/],
    ['postgres://h/d?sslmod=require', /the option sslmod, which is not known here; known are: .*sslmode/],
    ['postgres://h/d?uselibpqcompat=true', /not known here/],
    ['postgres://h/d?p%20hidden=1', /it has an option, which is not known here/],
    ['postgres://h/d?sslmode=hidden', /sslmode must be disable, require, verify-ca or verify-full/],
    ['postgres://h/d?sslmode=prefer', /encrypted or it is not/],
    ['postgres://h/d?sslmode=verify-ca', /needs sslrootcert/],
    ['postgres://h/d?sslrootcert=/ca.pem', /need sslmode/],
    ['postgres://h/d?connect_timeout=0', /whole number of seconds from 1 to 60/],
    ['postgres://h/d?connect_timeout=hidden', /whole number of seconds/],
  ];
  for (const [url, message] of refused) {
    assert.throws(
      () => parseDatabaseUrl(url),
      (error: Error) => message.test(error.message) && !/hidden|den@/.test(error.message),
      url,
    );
  }
});

test('a URL that is shown has no password', () => {
  for (const [url, shown] of [
    ['postgres://ann:s:e%40cret@db:5432/mail', 'postgres://ann@db:5432/mail'],
    ['postgres://ann@db/mail?sslmode=require&password=x', 'postgres://ann@db/mail?sslmode=require'],
    [
      'postgresql://a:b@one:1,two:2/mail?password=x&connect_timeout=3',
      'postgresql://a@one:1,two:2/mail?connect_timeout=3',
    ],
    ['postgres://db/mail', 'postgres://db/mail'],
  ] as const) {
    assert.equal(withoutPassword(url), shown);
  }
});
