// Logins and servers in the middle: what is taken out of a server's offer, or put between its
// answers, brings nobody the password.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import net from 'node:net';
import { type TestContext, test } from 'node:test';
import tls from 'node:tls';
import { type Certificate, makeCertificate } from '../../../test/support/certificates.ts';
import { rawServer, type Script } from '../../../test/support/raw-smtp-server.ts';
import { openLane } from './lane.ts';
import { probeRelay } from './probe.ts';
import { parseRelayUrl } from './relay-url.ts';

const PLAIN = '250-raw.test\r\n250 AUTH PLAIN';
/** The relay is elsewhere by its name, and on loopback by its address. */
const address = '127.0.0.1';

/** What a lane and a probe of a relay with a login come to, and what its server was told. */
async function opening(t: TestContext, script: Script, host = 'mx.test', query = '') {
  const server = await rawServer(t, script);
  const relay = parseRelayUrl(`smtp://me:secret@${host}:${server.port}${query}`);
  const { line } = await probeRelay(relay, { address });
  const lane = await openLane(relay, { address }).catch((error: Error) => error.message);
  if (typeof lane !== 'string') await lane.quit();
  const told = server.seen.filter((one) => !/^(?:EHLO|HELO|QUIT)/.test(one));
  return { line, told, lane };
}

const refused: [string, Script, string, RegExp][] = [
  ['STARTTLS is taken out', { EHLO: PLAIN }, '', /^auth: the server offers no STARTTLS, or .* was not sent\./],
  ['EHLO is refused', { EHLO: '500 what?' }, '', /^auth: the server offers no STARTTLS, /],
  ['AUTH is not offered', {}, '?ignoreTLS=true', /^auth: the server offers no AUTH on an unencrypted connection, /],
  ['EHLO is refused, unencrypted', { EHLO: '500 what?' }, '?ignoreTLS=true', /^auth: the server offers no AUTH on /],
  [
    'other mechanisms alone are offered',
    { EHLO: '250-raw.test\r\n250-AUTH XOAUTH2 GSSAPI\r\n250 AUTH=GSSAPI' },
    '?ignoreTLS=true',
    /^auth: the server offers only XOAUTH2, GSSAPI, /,
  ],
];
for (const [what, script, query, pattern] of refused) {
  test(`${what}: the login is not sent`, async (t) => {
    const { line, told, lane } = await opening(t, script, 'mx.test', query);
    assert.match(line, pattern);
    assert.ok(typeof lane === 'string' && lane.endsWith(line), String(lane));
    assert.deepEqual(told, []);
  });
}

test('a login goes unencrypted when that was asked for, and to this machine', async (t) => {
  for (const [host, query] of [
    ['mx.test', '?ignoreTLS=true'],
    ['localhost', ''],
    ['127.0.0.1', ''],
    ['[::1]', ''],
  ] as const) {
    const { line, told } = await opening(t, { EHLO: PLAIN }, host, query);
    assert.match(line, /^ok: .*, no TLS, AUTH PLAIN/, host);
    assert.deepEqual(told, Array(2).fill(`AUTH PLAIN ${Buffer.from('\0me\0secret').toString('base64')}`));
  }
});

/** CRAM-MD5 with the challenge of RFC 2195, section 2, and its answer for `me` and `secret`. */
const CHALLENGE = '<1896.697170952@postoffice.reston.mci.net>';
const ASKED = `334 ${Buffer.from(CHALLENGE).toString('base64')}`;
const DIGEST = createHmac('md5', 'secret').update(CHALLENGE).digest('hex');
const ANSWER = Buffer.from(`me ${DIGEST}`).toString('base64');

/** A server that offers these mechanisms; `knows` are those that it has. */
async function offering(t: TestContext, offer: string, { knows = offer, yes = '235 in' } = {}) {
  const told: string[] = [];
  const server = net.createServer((socket) => {
    const say = (text: string) => void socket.write(`${text}\r\n`);
    say('220 raw.test');
    socket
      .on('error', () => undefined)
      .on('data', (bytes: Buffer) => {
        const line = bytes.toString().trim();
        if (line.startsWith('EHLO')) return say(`250-raw.test\r\n250 AUTH ${offer}`);
        told.push(line);
        const asked = /^AUTH (\S+)/.exec(line)?.[1];
        if (asked !== undefined && !knows.split(' ').includes(asked)) return say('535 5.7.8 not so');
        say(asked === 'CRAM-MD5' ? ASKED : yes);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as net.AddressInfo;
  const lane = await openLane(parseRelayUrl(`smtp://me:secret@mx.test:${port}?ignoreTLS=true`), { address });
  lane.close();
  return told;
}

test('without TLS the password stays hidden where the server can do that', async (t) => {
  const plain = `AUTH PLAIN ${Buffer.from('\0me\0secret').toString('base64')}`;
  assert.deepEqual(await offering(t, 'PLAIN LOGIN CRAM-MD5'), ['AUTH CRAM-MD5', ANSWER]);
  assert.deepEqual(await offering(t, 'PLAIN'), [plain]);
  const without = await offering(t, 'CRAM-MD5 PLAIN', { knows: 'PLAIN' });
  assert.deepEqual(without, ['AUTH CRAM-MD5', plain], 'offered, and not there');
});

test('a yes of several lines, or with another code, is one', async (t) => {
  for (const yes of ['235-2.7.0 in\r\n235 welcome', '250 2.7.0 in']) {
    assert.deepEqual(await offering(t, 'CRAM-MD5', { yes }), ['AUTH CRAM-MD5', ANSWER], yes);
    assert.equal((await offering(t, 'PLAIN', { yes })).length, 1, yes);
  }
});

test('a login that is not ASCII is sent as UTF-8', async (t) => {
  const server = await rawServer(t, { EHLO: PLAIN });
  const relay = parseRelayUrl(`smtp://j%C3%B6rg:p%C3%A4ss@localhost:${server.port}`);
  const lane = await openLane(relay, { address });
  assert.equal(server.seen[1], `AUTH PLAIN ${Buffer.from('\0jörg\0päss', 'utf8').toString('base64')}`);
  await lane.quit();
});

/** A server that starts TLS; `trailing` comes with its answer to STARTTLS, unprotected. */
async function upgrading(t: TestContext, certificate: Certificate, { trailing = '', ehlo = PLAIN }) {
  const seen: string[] = [];
  const talk = (socket: net.Socket) => {
    socket
      .on('error', () => undefined)
      .on('data', (bytes: Buffer) => {
        for (const line of bytes.toString('latin1').split('\r\n').filter(Boolean)) {
          seen.push(line);
          socket.write(line.startsWith('EHLO') ? `${ehlo}\r\n` : line.startsWith('AUTH') ? '235 in\r\n' : '250 ok\r\n');
        }
      });
  };
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined).write('220 raw.test\r\n');
    socket.on('data', function plain(bytes: Buffer) {
      if (bytes.toString().startsWith('EHLO')) return void socket.write('250-raw.test\r\n250 STARTTLS\r\n');
      socket.off('data', plain).write(`220 go\r\n${trailing}`);
      talk(new tls.TLSSocket(socket, { isServer: true, ...certificate }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { seen, port: (server.address() as net.AddressInfo).port };
}

test('what comes unprotected after the answer to STARTTLS is no answer under TLS', async (t) => {
  const certificate = makeCertificate(['mx.test']);
  for (const trailing of ['250-evil.test\r\n250 AUTH PLAIN\r\n', '250-evil.test\r\n250-AUTH PLAIN\r\n250 SIZE 1\r\n']) {
    const server = await upgrading(t, certificate, { trailing, ehlo: '250 raw.test' });
    const url = `smtp://me:secret@mx.test:${server.port}?requireTLS=true&rejectUnauthorized=false`;
    await assert.rejects(openLane(parseRelayUrl(url), { address }), /auth: the server offers no AUTH, so the login/);
    assert.equal(server.seen.length, 1, server.seen.join());
    assert.match(server.seen[0] ?? '', /^EHLO /);
  }
  const honest = await upgrading(t, certificate, {});
  const url = `smtp://me:secret@mx.test:${honest.port}?requireTLS=true&rejectUnauthorized=false`;
  const lane = await openLane(parseRelayUrl(url), { address });
  assert.match(honest.seen[1] ?? '', /^AUTH PLAIN /);
  lane.close();
});

test('a server with old TLS alone: told in plain words', async (t) => {
  const certificate = makeCertificate(['mx.test']);
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  const weak = { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA:@SECLEVEL=0' } as const;
  for (const [options, line] of [
    [old, 'TLS: no TLS version in common: tlsv1 alert protocol version'],
    [weak, 'TLS: ssl/tls alert handshake failure'],
  ] as const) {
    const server = tls.createServer({ ...certificate, ...options }).on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const { port } = server.address() as net.AddressInfo;
    const relay = parseRelayUrl(`smtps://mx.test:${port}?rejectUnauthorized=false`);
    assert.equal((await probeRelay(relay, { address })).line, line);
  }
});
