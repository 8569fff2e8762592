// DANE: which certificates a mail server may have, by TLSA records that DNSSEC proves; and that
// nothing leads around them. With a real DNS server and real mail servers with TLS.
import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import type { TlsaData } from 'dns-packet';
import { SMTPServer } from 'smtp-server';
import { makeCertificate } from '../../../../../test/support/certificates.ts';
import { type DnsServer, startDnsServer } from '../../../../../test/support/dns-server.ts';
import { DAY_MS } from '../../../../kernel/durations.ts';
import { parseRelayUrl } from '../../relay-url.ts';
import { directTools, openDirectHub } from '../hub.ts';
import { openMtaSts } from '../mta-sts.ts';
import { probeDirect } from '../probe.ts';
import { isUsable } from './records.ts';

const authority = makeCertificate(['authority.test'], { authority: true });
const OLD = new Date(Date.now() - DAY_MS);
const under = (names: string[], until?: Date) =>
  makeCertificate(names, { issuer: authority.issuer, ...(until && { until }) });
/** Nobody's, for another name, and expired: what DANE-EE does not mind. */
const own = makeCertificate(['elsewhere.test'], { until: OLD });

/** The mail server that answers, on 127.0.0.1. `seen`: whether each message came over TLS. */
let mail: {
  seen: boolean[];
  show(chain: { cert: string; key: string } | undefined, ...more: { cert: string }[]): void;
};
let port = 0;
let dns: DnsServer;
let ending = new AbortController();
const closes: (() => Promise<void>)[] = [];

/** `usage selector matchingType` of a certificate. */
function tlsa(kind: string, of: { cert: string } | X509Certificate): TlsaData & { type: 'TLSA' } {
  const [usage = 0, selector = 0, matchingType = 0] = kind.split(' ').map(Number);
  const certificate = of instanceof X509Certificate ? of : new X509Certificate(of.cert);
  const whole = selector === 0 ? certificate.raw : certificate.publicKey.export({ type: 'spki', format: 'der' });
  const digest = (name: string) => createHash(name).update(whole).digest();
  const data = [() => whole, () => digest('sha256'), () => digest('sha512')][matchingType]?.() ?? whole;
  return { type: 'TLSA', usage, selector, matchingType, certificate: data };
}
const publish = (...records: TlsaData[]) =>
  dns.add(`_${port}._tcp.mx.good.test`, ...records.map((one) => ({ ...one, type: 'TLSA' }) as const));

function open(options = '', policy?: string) {
  ending.abort();
  ending = new AbortController();
  const relay = parseRelayUrl(`direct:?port=${port}&dns=${dns.address}&private=yes&name=us.test${options}`);
  assert.ok(relay.direct);
  const tools = directTools(relay.direct);
  const fetchPolicy = async () => policy ?? Promise.reject(new Error('none'));
  const sts = openMtaSts({ textsOf: tools.dns.textsOf, fetchPolicy });
  return openDirectHub(relay, ending.signal, { ...tools, sts });
}

async function send(to = 'b@good.test', options = '', policy?: string, hub = open(options, policy)): Promise<string> {
  const reply = await hub.openLane().send({ from: 'a@sender.test', to, data: 'Subject: x\r\n\r\nHello\r\n' });
  return reply.kind === 'reply' ? `${reply.code} ${reply.text}` : `lost ${reply.phase}`;
}

before(async () => {
  dns = await startDnsServer();
  const seen: boolean[] = [];
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    disableReverseLookup: true,
    key: own.key,
    cert: own.cert,
    onData(stream, session, done) {
      seen.push(session.secure);
      stream.resume();
      stream.on('end', () => done());
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.server.address() as { port: number }).port;
  mail = {
    seen,
    show(shown, ...more) {
      server.options.disabledCommands = shown ? [] : ['STARTTLS'];
      if (shown)
        server.updateSecureContext({ key: shown.key, cert: [shown, ...more].map(({ cert }) => cert).join('') });
    },
  };
  closes.push(() => new Promise((resolve) => server.close(() => resolve())));
});
after(async () => {
  ending.abort();
  for (const close of closes) await close();
  await dns.close();
});
beforeEach(() => {
  dns.clear();
  mail.seen.length = 0;
  mail.show(own);
  dns.add('good.test', { type: 'MX', priority: 10, exchange: 'mx.good.test' });
  dns.add('mx.good.test', { type: 'A', address: '127.0.0.1' });
  dns.sign('test');
});

test('a certificate that DNS names is right, whatever it says itself: DANE-EE', async () => {
  for (const kind of ['3 0 0', '3 0 1', '3 0 2', '3 1 0', '3 1 1', '3 1 2']) {
    dns.clear();
    dns.add('good.test', { type: 'MX', priority: 10, exchange: 'mx.good.test' });
    dns.add('mx.good.test', { type: 'A', address: '127.0.0.1' });
    dns.sign('test');
    publish(tlsa('3 1 1', authority), tlsa(kind, own)); // one of several is enough
    assert.match(await send(), /^250/, kind);
  }
  assert.deepEqual(mail.seen, [true, true, true, true, true, true]);
});

test('another certificate, or no TLS at all: nothing is sent, and the message waits', async () => {
  publish(tlsa('3 1 1', authority));
  assert.match(await send(), /^451 .*mx\.good\.test: tlsa-invalid: no TLSA record matches/);
  mail.show(undefined);
  assert.match(await send(), /^451 .*mx\.good\.test: starttls-not-supported: /);
  assert.match(await send('b@good.test', '&ignoreTLS=yes'), /^451 .*starttls-not-supported: /);
  assert.deepEqual(mail.seen, []);
});

test('DANE counts when DNSSEC proves every step, on the word of a trusted resolver', async () => {
  publish(tlsa('3 1 1', authority));
  assert.match(await send('b@good.test', '&dnssec=no'), /^250/);
  assert.ok(!dns.asked.some((one) => one.startsWith('TLSA')), 'records that cannot count are not asked for');
  const signed = (...names: string[]) => {
    dns.clear();
    dns.add('good.test', { type: 'MX', priority: 10, exchange: 'mx.host.test' });
    dns.add('mx.host.test', { type: 'A', address: '127.0.0.1' });
    dns.add(`_${port}._tcp.mx.host.test`, tlsa('3 1 1', authority));
    dns.sign(...names);
  };
  signed('host.test'); // the way to the server is not proved
  assert.match(await send(), /^250/);
  signed('good.test'); // the server's zone is not signed: not asked, as it may not answer
  dns.fail(`_${port}._tcp.mx.host.test`, 'SERVFAIL');
  assert.match(await send(), /^250/);
  signed('good.test', 'mx.host.test');
  assert.match(await send(), /^451 .*tlsa-invalid/);
  assert.equal(mail.seen.length, 3);
});

test('without an answer about the certificate a server is not used; the next one may be', async () => {
  const name = `_${port}._tcp.mx.good.test`;
  dns.fail(name, 'SERVFAIL');
  const why = new RegExp(
    `^451 .*mx\\.good\\.test: dnssec-invalid: DNS gives no answer for TLSA ${name} \\(ESERVFAIL\\)`,
  );
  assert.match(await send(), why);
  assert.deepEqual(mail.seen, []);
  dns.add('good.test', { type: 'MX', priority: 20, exchange: 'mx2.good.test' });
  dns.add('mx2.good.test', { type: 'A', address: '127.0.0.1' });
  dns.add(`_${port}._tcp.mx2.good.test`, tlsa('3 1 1', own));
  assert.match(await send(), /^250/);
  dns.fail('mx.good.test', 'SERVFAIL');
  dns.fail('mx2.good.test', 'REFUSED');
  assert.match(await send(), /^451 .*mx\.good\.test: dnssec-invalid: .*mx2\.good\.test: dnssec-invalid: /);
});

test('records that cannot be used: TLS all the same, with any certificate', async () => {
  const short = { ...tlsa('3 1 1', own), certificate: Buffer.alloc(31) };
  const broken = { ...tlsa('2 0 0', own), certificate: Buffer.from('no certificate') };
  for (const one of [tlsa('0 0 1', own), tlsa('1 1 1', own), tlsa('4 0 1', own), tlsa('3 2 1', own)]) {
    assert.ok(!isUsable(one));
  }
  assert.ok(!isUsable(short) && !isUsable(broken) && !isUsable({ ...short, matchingType: 3 }));
  publish(tlsa('1 1 1', authority), short, broken);
  assert.match(await send(), /^250/);
  mail.show(undefined);
  assert.match(await send(), /^451 .*starttls-not-supported/);
  assert.deepEqual(mail.seen, [true]);
});

test('an authority that DNS names proves certificates for the server or the domain: DANE-TA', async () => {
  for (const kind of ['2 0 0', '2 0 1', '2 0 2', '2 1 0', '2 1 1', '2 1 2']) {
    dns.clear();
    dns.add('good.test', { type: 'MX', priority: 10, exchange: 'mx.good.test' });
    dns.add('mx.good.test', { type: 'A', address: '127.0.0.1' });
    dns.sign('test');
    publish(tlsa(kind, authority));
    mail.show(under(['mx.good.test']), authority);
    assert.match(await send(), /^250/, kind);
    if (kind !== '2 0 0' && kind !== '2 1 1') continue; // what follows is the same for all that are not whole
    mail.show(under(['good.test']), authority);
    assert.match(await send(), /^250/, kind);
    mail.show(under(['mx.other.test']), authority);
    assert.match(await send(), /^451 .*certificate-host-mismatch: /, kind);
    mail.show(under(['mx.good.test'], OLD), authority);
    assert.match(await send(), /^451 .*certificate-expired: /, kind);
    mail.show(makeCertificate(['mx.good.test']), authority); // shown beside it, which proves nothing
    assert.match(await send(), /^451 .*certificate-not-trusted: /, kind);
    const forged = makeCertificate(['mx.good.test'], {
      issuer: { ...authority.issuer, key: makeCertificate(['x.test']).issuer.key },
    });
    mail.show(forged, authority);
    assert.match(await send(), /^451 .*certificate-not-trusted: /, kind);
    // A record that holds all of it does not need to be shown it.
    mail.show(under(['mx.good.test']));
    assert.match(await send(), kind === '2 0 0' ? /^250/ : /^451 .*tlsa-invalid/, kind);
  }
  assert.ok(mail.seen.every(Boolean));
});

test('DANE comes before MTA-STS, which holds where DANE proves nothing', async () => {
  dns.txt('_mta-sts.good.test', 'v=STSv1; id=20261123;');
  const policy = 'version: STSv1\nmode: enforce\nmx: mx.good.test\nmax_age: 86400\n';
  assert.match(await send('b@good.test', '', policy), /^451 .*certificate-/);
  publish(tlsa('3 1 1', own));
  assert.match(await send('b@good.test', '', policy), /^250/);
  mail.show(under(['mx.good.test']), authority);
  assert.match(await send('b@good.test', '', policy.replace('enforce', 'none')), /^451 .*tlsa-invalid/);
});

test('servers by another name: records at what it is an alias of, or at the name itself', async () => {
  dns.clear();
  dns.add('good.test', { type: 'MX', priority: 10, exchange: 'mx.good.test' });
  dns.add('mx.good.test', { type: 'CNAME', name: 'real.host.test' });
  dns.add('real.host.test', { type: 'A', address: '127.0.0.1' });
  publish(tlsa('3 1 1', own));
  dns.sign('test');
  assert.match(await send(), /^250/);
  dns.add(`_${port}._tcp.real.host.test`, tlsa('3 1 1', authority));
  assert.match(await send(), /^451 .*tlsa-invalid/, 'what it is an alias of comes first');
  dns.clear();
  dns.add('good.test', { type: 'MX', priority: 10, exchange: 'mx.good.test' });
  dns.add('mx.good.test', { type: 'CNAME', name: 'real.host.other' });
  dns.add('real.host.other', { type: 'A', address: '127.0.0.1' });
  publish(tlsa('3 1 1', authority));
  dns.sign('test'); // the alias is proved, where it leads is not
  assert.match(await send(), /^451 .*tlsa-invalid/);
});

test('without MX the domain itself; long answers over TCP; a probe says what it found', async () => {
  dns.add('bare.test', { type: 'A', address: '127.0.0.1' });
  dns.add(`_${port}._tcp.bare.test`, tlsa('3 1 1', authority));
  assert.match(await send('b@bare.test'), /^451 .*bare\.test: tlsa-invalid/);
  publish(tlsa('3 1 1', own));
  dns.fail(`_${port}._tcp.mx.good.test`, 'truncated');
  assert.match(await send(), /^250/);
  assert.ok(dns.asked.includes(`tcp TLSA _${port}._tcp.mx.good.test`));
  const relay = parseRelayUrl(`direct:?port=${port}&dns=${dns.address}&private=yes`);
  assert.ok(relay.direct);
  const good = await probeDirect(relay, relay.direct, { from: 'a@good.test' });
  assert.match(
    good.line,
    /mx\.good\.test \(127\.0\.0\.1\) takes connections, with the certificate that DNS names \(DANE\)/,
  );
  const bad = await probeDirect(relay, relay.direct, { from: 'a@bare.test' });
  assert.ok(!bad.works && /tlsa-invalid/.test(bad.line));
});

test('a server has its few connections whatever security they have, and none is used for another', async () => {
  publish(tlsa('3 1 1', own));
  dns.add('unsigned.example', { type: 'MX', priority: 10, exchange: 'mx.good.test' });
  const hub = open('&perHost=1');
  const toBoth = ['b@good.test', 'b@unsigned.example', 'c@good.test'].map((to) => send(to, '', undefined, hub));
  for (const reply of await Promise.all(toBoth)) assert.match(reply, /^250/);
  mail.show(authority); // another certificate: what is open without DANE is no way around it
  assert.match(await send('d@unsigned.example', '', undefined, hub), /^250/);
  assert.match(await send('d@good.test', '', undefined, hub), /^451 .*tlsa-invalid/);
  assert.ok(mail.seen.every(Boolean));
});
