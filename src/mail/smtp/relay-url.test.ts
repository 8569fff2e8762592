import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { OPTIONS, parseRelayUrl, relayName } from './relay-url.ts';

test('a relay from a URL', () => {
  assert.deepEqual(parseRelayUrl('smtp://mail.example'), {
    host: 'mail.example',
    port: 587,
    secure: false,
    user: undefined,
    password: undefined,
    lanes: 20,
    requireTls: false,
    ignoreTls: false,
    verifyTls: true,
  });
  assert.deepEqual(parseRelayUrl('smtps://me%40x.test:p%3A%2Fw@[::1]?lanes=5&rejectUnauthorized=false&name=my.host'), {
    host: '::1',
    port: 465,
    secure: true,
    user: 'me@x.test',
    password: 'p:/w',
    lanes: 5,
    requireTls: false,
    ignoreTls: false,
    verifyTls: false,
    name: 'my.host',
  });
  assert.equal(parseRelayUrl('smtp://127.0.0.1:2525/?requireTLS=true').requireTls, true);
  assert.equal(parseRelayUrl('SMTP://h:25?ignoretls=1').ignoreTls, true);
});

test('faults are named all at once and never show the password', () => {
  const fault = (url: string) => {
    try {
      parseRelayUrl(url);
    } catch (error) {
      assert.ok(error instanceof Error && !error.message.includes('secret'), url);
      return error.message;
    }
    return assert.fail(url);
  };
  assert.equal(
    fault('http://u:secret@h'),
    'The SMTP URL must start with smtp:// or smtps://, or be direct: for delivery without a relay.',
  );
  assert.equal(
    fault('smtp://user:p@ss#word@mail.example.com:587'),
    'The SMTP URL is wrong: a # must be written as %23.',
  );
  assert.equal(
    fault('smtp://u:secret@h:99999'),
    'The SMTP URL cannot be read: check host, port and percent-encoding (# as %23, / as %2F, ? as %3F, @ as %40).',
  );
  assert.equal(
    fault('smtp://:secret@h:0/path?lanes=0&requireTLS=perhaps&colour=red&ignoreTLS=x&rejectUnauthorized=&name=a%20b'),
    'The SMTP URL is wrong: port 0 cannot be connected to; a path has no meaning here (a / of the password is written as %2F); there is a password but no user; lanes must be 1 to 1000; requireTLS must be true or false; the option "colour" is not known; known are lanes, requireTLS, ignoreTLS, rejectUnauthorized, name, as; ignoreTLS must be true or false; rejectUnauthorized must be true or false; name must be a host name.',
  );
  assert.match(fault('smtp://'), /host is missing|cannot be read/);
  assert.match(fault('smtp://a%zz:secret@h'), /percent-encoding of the user is broken/);
  assert.match(fault('smtp://u@h'), /a user but no password/);
  assert.match(fault('smtp://h%20x'), /host is not a valid name|cannot be read/);
  assert.match(fault('smtp://h?requireTLS=1&ignoreTLS=1'), /exclude each other/);
});

test('a name for logs has no secret', () => {
  assert.equal(relayName(parseRelayUrl('smtp://u:p@h.test:25')), 'smtp://h.test:25');
  assert.equal(relayName(parseRelayUrl('smtps://u:p@[::1]')), 'smtps://[::1]:465');
});

test('docs/relays.md has each option, and no other', () => {
  const page = readFileSync(new URL('../../../docs/relays.md', import.meta.url), 'utf8');
  const [, part = ''] = page.split('\n## Options of `MAILWRIGHT_SMTP_URL`\n');
  const told = [...(part.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  assert.deepEqual(told, [...OPTIONS]);
});
