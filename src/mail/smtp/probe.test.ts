// Probes and lanes against real servers with real certificates: each fault is reported in one line.
import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import tls from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type Certificate, makeCertificate } from '../../../test/support/certificates.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { freePort } from '../../network/free-port.ts';
import { openLane } from './lane.ts';
import { type ProbeOptions, probeRelay } from './probe.ts';
import type { Relay } from './relay-url.ts';

const PASSWORD = 'pass word!42';
const FOREVER = MINUTE_MS; // a slow machine must not turn one fault into another

/** A server on loopback; returns a relay that connects to it without TLS. */
async function smtpServer(t: TestContext, options: SMTPServerOptions = {}): Promise<Relay> {
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    banner: 'ready',
    name: 'mx.test',
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'me' && password === PASSWORD) done(null, { user: username });
      else done(new Error(`Wrong: ${password}`));
    },
    onData: (stream, _session, done) => stream.on('end', () => done()).resume(),
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  t.after(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return relayTo((server.server.address() as AddressInfo).port);
}

/** A server that runs `greet` for every connection. */
async function rawServer(t: TestContext, greet: (socket: net.Socket) => void): Promise<Relay> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).resume();
    greet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return relayTo((server.address() as AddressInfo).port);
}

function relayTo(port: number): Relay {
  return { host: '127.0.0.1', port, secure: false, requireTls: false, ignoreTls: true, verifyTls: true, lanes: 1 };
}

const patient: ProbeOptions = { deadlineMs: FOREVER };
const lineOf = async (relay: Relay, options: ProbeOptions = patient) => {
  const { works, line } = await probeRelay(relay, options);
  assert.equal(works, line.startsWith('ok: '), line);
  assert.ok(!line.includes('\n'));
  assert.ok(!line.includes(PASSWORD), line);
  assert.ok(!line.includes(Buffer.from(PASSWORD).toString('base64')), line);
  return line.replace(/\d+ ms$/, 'N ms');
};
const withTls = (relay: Relay, mode: 'starttls' | 'implicit' | 'opportunistic', host = relay.host): Relay => ({
  ...relay,
  host,
  secure: mode === 'implicit',
  requireTls: mode === 'starttls',
  ignoreTls: false,
});
const login = { user: 'me', password: PASSWORD };

test('a server that works is described: greeting, TLS, AUTH, extensions, time', async (t) => {
  const relay = await smtpServer(t, { size: 1000, authMethods: ['PLAIN', 'LOGIN'], allowInsecureAuth: true });
  assert.equal(
    await lineOf(relay),
    'ok: mx.test ESMTP ready, no TLS, no AUTH, SMTPUTF8, 8BITMIME, PIPELINING, SIZE 1000, took N ms',
  );
  assert.match(await lineOf({ ...relay, ...login }), /^ok: mx\.test ESMTP ready, no TLS, AUTH PLAIN, /);
  assert.match(await lineOf(relay, { ...patient, from: 'a@x.test' }), /^ok: .*, MAIL accepted \(250 .*\), took N ms$/);
});

test('DNS: unknown name', async () => {
  assert.equal(
    await lineOf({ ...relayTo(25), host: 'no-such-host.invalid' }).then((line) =>
      line.replace('EAI_AGAIN', 'ENOTFOUND'),
    ),
    'DNS: the name no-such-host.invalid is not known (ENOTFOUND)',
  );
});

test('TCP: nothing listens', async (t) => {
  const relay = await rawServer(t, () => undefined);
  const port = await freePort();
  assert.equal(
    await lineOf({ ...relay, port }),
    `TCP: 127.0.0.1 port ${port} refuses connections: nothing is listening there, or a firewall blocks it (ECONNREFUSED)`,
  );
});

test('greeting: none, a refusal, a disconnect', async (t) => {
  const silent = await rawServer(t, () => undefined);
  const short = { ...patient, greetingTimeoutMs: 100 };
  assert.equal(
    await lineOf(silent, short),
    'Greeting never received: the server accepts the connection but says nothing',
  );
  assert.equal(
    await lineOf(silent, { deadlineMs: 100, greetingTimeoutMs: FOREVER, replyTimeoutMs: FOREVER }),
    'the attempt was given up after 0.1 s',
  );
  const refusing = await rawServer(t, (socket) => void socket.write('554-no\r\n554 service\x07 here\r\n'));
  assert.equal(await lineOf(refusing), 'greeting: 554-no 554 service here');
  const busy = await rawServer(t, (socket) => void socket.write('421 4.3.2 busy\r\n'));
  assert.equal(await lineOf(busy), 'greeting: 421 4.3.2 busy');
  const rude = await rawServer(t, (socket) => void socket.end());
  assert.equal(await lineOf(rude), 'greeting: the server closed the connection without a word');
  const later = await rawServer(t, (socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', () => socket.resetAndDestroy());
  });
  assert.equal(await lineOf(later), 'the server closed the connection');
  const web = await rawServer(t, (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
  assert.equal(await lineOf(web), 'greeting: HTTP/1.1 400 Bad Request');
});

test('logging in: refused, not offered', async (t) => {
  const relay = await smtpServer(t, { allowInsecureAuth: true });
  const wrong = { ...relay, user: 'me', password: 'wrong secret' };
  assert.equal(await lineOf(wrong), 'auth: 535 Wrong: …'); // whatever the server repeats
  const without = await smtpServer(t, { disabledCommands: ['AUTH'] });
  assert.match(
    await lineOf({ ...without, ...login }),
    /^auth: the server offers no AUTH on an unencrypted connection, so the login was not sent\./,
  );
  const parrot = await rawServer(t, (socket) => {
    socket.write('220 parrot\r\n');
    socket.on(
      'data',
      (line) =>
        void socket.write(line.toString().startsWith('EHLO') ? '250-parrot\r\n250 AUTH PLAIN\r\n' : `535 ${line}`),
    );
  });
  assert.equal(await lineOf({ ...parrot, ...login }), 'auth: 535 AUTH PLAIN …');
});

test('a sender that is refused fails the probe', async (t) => {
  const relay = await smtpServer(t, {
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('5.7.1 not you'), { responseCode: 550 })),
  });
  assert.equal(await lineOf(relay, { ...patient, from: 'a@x.test' }), 'MAIL: 550 5.7.1 not you');
  assert.equal(await lineOf(relay, { ...patient, from: 'a' }), 'MAIL: a is not a valid email address');
});

test('what a server says of the sender only after RCPT fails it too, and not what it says of the mailbox', async (t) => {
  let words = '5.7.1 <a@x.test>: Sender address rejected: not owned by user me';
  const seen: string[] = [];
  const relay = await smtpServer(t, {
    onRcptTo({ address }, _session, done) {
      seen.push(address);
      done(Object.assign(new Error(words), { responseCode: 553 }));
    },
  });
  const from = { ...patient, from: 'a@x.test' };
  assert.equal(await lineOf(relay, from), `RCPT: 553 ${words}`);
  words = '5.1.1 <a@x.test>: User unknown';
  assert.match(await lineOf(relay, from), /^ok: .*MAIL accepted/);
  assert.deepEqual(seen, ['a@x.test', 'a@x.test']);
});

test('a server that closes the connection at RCPT has taken the sender', async (t) => {
  const relay = await rawServer(t, (socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      if (chunk.toString().startsWith('RCPT')) socket.end('421 4.7.0 later\r\n');
      else socket.write('250 ok\r\n');
    });
  });
  assert.match(await lineOf(relay, { ...patient, from: 'a@x.test' }), /^ok: ready, .*MAIL accepted/);
});

test('what is no reply, or a yes and a no in one, is no yes for a sender', async (t) => {
  let reply = '';
  const relay = await rawServer(t, (socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => socket.write(chunk.toString().startsWith('MAIL') ? `${reply}\r\n` : '250 ok\r\n'));
  });
  const probe = () => lineOf(relay, { ...patient, from: 'news@example.com' });
  for (reply of ['25 ok', '250ok', '250-ok\r\n550 5.1.8 no']) {
    assert.equal(await probe(), `MAIL: ${reply.replace('\r\n', ' ')}`);
  }
  reply = '250-a\r\n250 b';
  assert.match(await probe(), /^ok: ready, .*MAIL accepted \(250-a 250 b\)/);
});

test('TLS that is not there, or not from the first byte', async (t) => {
  const plain = await smtpServer(t, { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
  assert.match(await lineOf(withTls(plain, 'starttls')), /^TLS: the server does not start TLS: 5\d\d /);
  assert.match(await lineOf(withTls(plain, 'implicit')), /^TLS: the server does not use TLS from the start on this/);
  assert.match(await lineOf(withTls(plain, 'opportunistic')), /^ok: .*, no TLS, /);
});

const authority = makeCertificate(['Test authority'], { authority: true });
tls.setDefaultCACertificates([...tls.getCACertificates('default'), authority.cert]); // this process trusts it from here on
const issued = (name: string, options: { from?: Date; until?: Date } = {}) =>
  makeCertificate([name], { ...options, issuer: authority.issuer });

for (const mode of ['starttls', 'implicit', 'opportunistic'] as const) {
  test(`a certificate in order, ${mode}`, async (t) => {
    const { key, cert } = issued('localhost');
    const relay = withTls(await smtpServer(t, { key, cert, secure: mode === 'implicit' }), mode, 'localhost');
    assert.match(await lineOf({ ...relay, ...login }), /^ok: mx\.test ESMTP ready, TLS 1\.3, AUTH PLAIN, /);
    const numeric = await lineOf({ ...relay, host: '127.0.0.1' });
    assert.match(numeric, /^TLS: the certificate of 127\.0\.0\.1 is for another name: /);
  });
}

const wrongs: [string, (name: string) => Certificate, RegExp][] = [
  ['self-signed', (name) => makeCertificate([name]), /the certificate of localhost is self-signed\./],
  [
    'expired',
    (name) => issued(name, { until: new Date(Date.now() - 1000) }),
    /the certificate of localhost has expired; the operator of that server must renew it$/,
  ],
  ['not valid yet', (name) => issued(name, { from: new Date(Date.now() + HOUR_MS) }), /is not valid yet$/],
  [
    'for another name',
    () => issued('mx.elsewhere.test'),
    /the certificate of localhost is for another name: mx\.elsewhere\.test$/,
  ],
  [
    'from an unknown authority',
    (name) => makeCertificate([name], { issuer: makeCertificate(['An authority'], { authority: true }).issuer }),
    /is from an unknown issuer/,
  ],
];
for (const [what, make, pattern] of wrongs) {
  for (const mode of ['starttls', 'implicit'] as const) {
    test(`a certificate that is ${what}, ${mode}: told, and taken when told so`, async (t) => {
      const { key, cert } = make('localhost');
      const relay = withTls(await smtpServer(t, { key, cert, secure: mode === 'implicit' }), mode, 'localhost');
      const line = await lineOf(relay);
      assert.match(line, /^TLS: /);
      assert.match(line, pattern);
      assert.match(await lineOf({ ...relay, verifyTls: false, ...login }), /^ok: .*, TLS 1\.3, AUTH PLAIN, /);
      await assert.rejects(openLane(relay), pattern);
      const lane = await openLane({ ...relay, verifyTls: false, ...login });
      const data = `Subject: x\r\n\r\n${'.a line\r\n'.repeat(20_000)}`;
      const reply = await lane.send({ from: 'a@x.test', to: 'b@y.test', data });
      assert.equal(reply.kind === 'reply' && reply.code, 250);
      await lane.quit();
    });
  }
}
