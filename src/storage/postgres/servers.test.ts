import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createSecureContext, TLSSocket } from 'node:tls';
import { makeCertificate } from '../../../test/support/certificates.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { freePort } from '../../network/free-port.ts';
import { storeTrouble, troubleText } from '../trouble.ts';
import type { Introduction } from './client.ts';
import { connectPostgres } from './connection.ts';
import { type Answered, bestOf, noneFits } from './servers.ts';

const server = (name: string) => ({ name, url: `postgres://${name}/d` });
const told = (timeline: number | undefined, more: Partial<Introduction> = {}): Introduction => {
  return {
    isStandby: timeline === undefined,
    isReadOnly: timeline === undefined,
    timeline,
    isPooled: false,
    isSpread: false,
    ...more,
  };
};
const refused = new Error('connect ECONNREFUSED');

test('the server that takes changes is taken; of two the one that was promoted last', () => {
  const answers: Answered[] = [
    { server: server('a'), error: refused },
    { server: server('b'), told: told(undefined) },
    { server: server('c'), told: told(3) },
    { server: server('d') },
  ];
  const taken = (target: 'any' | 'primary' | 'read-write', timeline = 0, of = answers) =>
    bestOf(of, target, timeline)?.server.name;
  assert.equal(taken('read-write'), 'c');
  assert.equal(taken('primary', 3), 'c');
  assert.equal(taken('any'), 'c', 'a higher timeline goes before the order');
  assert.equal(taken('read-write', 4), undefined, 'it was replaced, and came back');
  assert.equal(taken('read-write', 3, [...answers, { server: server('e'), told: told(4) }]), 'e');
  const closed = [{ server: server('a'), told: told(1, { isReadOnly: true }) }];
  assert.equal(taken('read-write', 0, closed), undefined);
  assert.equal(taken('primary', 0, closed), 'a', 'it may be made writable for us');
  assert.equal(
    noneFits([...answers, ...closed], 'read-write', 4).message,
    'No server accepts changes: a (connect ECONNREFUSED), b is a standby, c was replaced by a standby that has been promoted, d does not answer, a is read-only.',
  );
});

test('where each server refuses the login, that is the trouble, and not that none takes changes', () => {
  const login = Object.assign(new Error('password authentication failed for user "u"'), { code: '28P01' });
  const both: Answered[] = ['a', 'b'].map((name) => ({ server: server(name), error: login }));
  const error = noneFits(both, 'read-write', 0);
  assert.match(error.message, /^No server lets us in: a \(password authentication failed for user "u"\), b \(/);
  assert.equal(storeTrouble(error)?.kind, 'login');
  const mixed = noneFits([...both, { server: server('c'), error: refused }], 'read-write', 0);
  assert.equal(storeTrouble(mixed)?.kind, 'gone');
});

test('where one host is down and the other has no such database, that is said, and not that none answers', () => {
  const renamed = Object.assign(new Error('database "d" does not exist'), { code: '3D000' });
  const error = noneFits(
    [
      { server: server('a'), error: refused },
      { server: server('b'), error: renamed },
    ],
    'read-write',
    0,
  );
  const each = 'No server accepts changes: a (connect ECONNREFUSED), b (database "d" does not exist).';
  assert.equal(troubleText(error), each, 'operators get what each host said');
  const told = storeTrouble(new Error('the query failed', { cause: error }));
  assert.match(told?.text ?? '', /^No database server accepts changes: /);
  assert.doesNotMatch(told?.text ?? '', /"d"|ECONN/, 'anybody may read it');
});

test('where no server lets us in, the error says why of each, within the time for it', async (t) => {
  const silent = await openSilent(t);
  const closed = await freePort();
  const startedAt = performance.now();
  const url = `postgres://u:hidden@127.0.0.1:${closed},127.0.0.1:${silent}/d?connect_timeout=1`;
  await assert.rejects(connectPostgres(url), (error: Error) => {
    const reasons = `127.0.0.1:${closed} (connect ECONNREFUSED 127.0.0.1:${closed}), 127.0.0.1:${silent} (`;
    assert.ok(error.message.startsWith(`No server accepts changes: ${reasons}`), error.message);
    return !error.message.includes('hidden');
  });
  const ms = performance.now() - startedAt;
  assert.ok(ms >= 900 && ms < 20_000, `${ms} ms`);
});

/** A port that takes connections and says nothing, as a host that hangs. */
async function openSilent(t: TestContext): Promise<number> {
  const open = createServer((socket) => t.after(() => socket.destroy()));
  await new Promise<void>((resolve) => open.listen(0, '127.0.0.1', resolve));
  t.after(() => open.close());
  const address = open.address();
  return typeof address === 'object' && address ? address.port : 0;
}

test('a server without encryption, or with a certificate that nobody vouches for, is told as such', async (t) => {
  const { key, cert } = makeCertificate(['127.0.0.1']);
  const context = createSecureContext({ key, cert });
  let says: 'S' | 'N' = 'N';
  const listener = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(says); // to an SSLRequest (PostgreSQL, section 55.2.10)
      if (says === 'S') new TLSSocket(socket, { isServer: true, secureContext: context }).on('error', () => undefined);
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  t.after(() => listener.close());
  const { port } = listener.address() as AddressInfo;
  const troubleOf = (mode: string) =>
    connectPostgres(`postgres://u@127.0.0.1:${port}/d?sslmode=${mode}`).then(
      () => assert.fail('nobody is there'),
      (error: unknown) => storeTrouble(error)?.kind,
    );
  assert.equal(await troubleOf('require'), 'plain');
  says = 'S';
  assert.equal(await troubleOf('verify-full'), 'certificate');
});

test('of a certificate that ran out, or has another name, no other authority is asked for', async (t) => {
  const authority = makeCertificate(['Authority'], { authority: true });
  const root = join(temporaryFolder(t, 'authority'), 'root.pem');
  writeFileSync(root, authority.cert);
  let context = createSecureContext();
  const listener = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, secureContext: context }).on('error', () => undefined);
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  t.after(() => listener.close());
  const { port } = listener.address() as AddressInfo;
  const saidOf = async (name: string, times: { from?: Date; until?: Date } = {}) => {
    const { key, cert } = makeCertificate([name], { ...times, issuer: authority.issuer });
    context = createSecureContext({ key, cert });
    return connectPostgres(`postgres://u@localhost:${port}/d?sslmode=verify-full&sslrootcert=${root}`).then(
      () => assert.fail('nobody is there'),
      troubleText,
    );
  };
  const expired = await saidOf('localhost', { until: new Date(Date.now() - 1_000) });
  assert.match(expired, /The certificate of the database server has expired\. Renew it there, /);
  const early = await saidOf('localhost', { from: new Date(Date.now() + HOUR_MS) });
  assert.match(early, /The certificate of the database server is not valid yet\. Set the clocks /);
  const other = await saidOf('db.elsewhere.test');
  assert.match(other, /is for another name \(.*db\.elsewhere\.test\)\. Use the host name /);
  for (const said of [expired, early, other]) assert.doesNotMatch(said, /sslrootcert/);
});
