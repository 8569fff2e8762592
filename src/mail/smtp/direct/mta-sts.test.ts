// Policies of MTA-STS from a real HTTPS server, and what mail to a real mail server then does.
import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { makeCertificate } from '../../../../test/support/certificates.ts';
import { type DnsServer, startDnsServer } from '../../../../test/support/dns-server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { parseRelayUrl } from '../relay-url.ts';
import { policyFetcher } from './fetch-policy.ts';
import { directTools, openDirectHub } from './hub.ts';
import { type MtaSts, openMtaSts, parsePolicy } from './mta-sts.ts';
import { openDirectDns } from './routes.ts';
import { NO_DIRECT } from './settings.ts';

type Page = { status?: number; type?: string; location?: string; body: string; isSlow?: boolean };

const authority = makeCertificate(['authority.test'], { authority: true });
const under = (name: string, until?: Date) =>
  makeCertificate([name], { issuer: authority.issuer, ...(until && { until }) });
const GOOD = 'version: STSv1\r\nmode: enforce\r\nmx: mx.good.test\r\nmax_age: 3600\r\n';

let dns: DnsServer;
let page: Page;
let asked: string[];
let now = 0;
/** The HTTPS server and the mail server. */
let ports = { web: 0, mail: 0 };
let show: { web: (of: { cert: string; key: string }) => void; mail: (of: { cert: string; key: string }) => void };
const ending = new AbortController();
const closes: (() => void)[] = [];

before(async () => {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, authority.cert]);
  closes.push(() => setDefaultCACertificates(usual));
  dns = await startDnsServer();
  const first = under('mta-sts.good.test');
  const web = createServer({ key: first.key, cert: first.cert }, (request, response) => {
    asked.push(`${request.headers.host?.replace(/:\d+$/, '')}${request.url}`);
    const { status = 200, type = 'text/plain; charset=utf-8', location, body, isSlow = false } = page;
    response.writeHead(status, { 'content-type': type, ...(location && { location }) });
    response.write(body);
    if (!isSlow) response.end();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const mail = new SMTPServer({
    authOptional: true,
    logger: false,
    disableReverseLookup: true,
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => done());
    },
  });
  mail.on('error', () => undefined);
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
  ports = { web: portOf(web), mail: portOf(mail.server) };
  show = { web: (of) => web.setSecureContext(of), mail: (of) => mail.updateSecureContext(of) };
  closes.push(
    () => web.closeAllConnections(),
    () => void web.close(),
    () => mail.close(() => undefined),
  );
});
after(async () => {
  ending.abort();
  for (const close of closes) close();
  await dns.close();
});
beforeEach(() => {
  dns.clear();
  dns.txt('_mta-sts.good.test', 'v=STSv1; id=1;');
  dns.add('mta-sts.good.test', { type: 'A', address: '127.0.0.1' });
  dns.add('good.test', { type: 'MX', priority: 10, exchange: 'mx.good.test' });
  dns.add('mx.good.test', { type: 'A', address: '127.0.0.1' });
  show.web(under('mta-sts.good.test'));
  page = { body: GOOD };
  asked = [];
  now = 0;
});

function open({ allowsPrivate = true, patienceMs = 5_000 } = {}): MtaSts {
  const tools = openDirectDns({ ...NO_DIRECT, dns: [dns.address], allowsPrivate });
  const fetchPolicy = policyFetcher(tools, { port: ports.web, patienceMs });
  // Records are asked for each time, so that a test can change them.
  const textsOf = (name: string) => openDirectDns({ ...NO_DIRECT, dns: [dns.address] }).textsOf(name);
  return openMtaSts({ textsOf, fetchPolicy, now: () => now });
}

test('a policy comes over HTTPS, from its own host; what is none leaves mail as it was', async () => {
  const policy = await open().policyOf('good.test');
  assert.deepEqual(policy, { mode: 'enforce', hosts: ['mx.good.test'], maxAgeMs: HOUR_MS });
  assert.deepEqual(asked, ['mta-sts.good.test/.well-known/mta-sts.txt']);
  const bad: Record<string, Page> = {
    'a redirect is not followed': { status: 301, location: '/other', body: GOOD },
    'nor within the host': { status: 307, location: `https://mta-sts.good.test:${ports.web}/policy`, body: GOOD },
    'none there': { status: 404, body: GOOD },
    'a broken server': { status: 500, body: GOOD },
    'a page for people': { type: 'text/html', body: GOOD },
    'more than 64 KB': { body: `${GOOD}${'x'.repeat(70_000)}\r\n` },
    'no policy': { body: 'hello' },
    'without servers': { body: GOOD.replace(/mx: .*\r\n/, '') },
    'an unknown mode': { body: GOOD.replace('enforce', 'strict') },
  };
  for (const [why, one] of Object.entries(bad)) {
    asked = [];
    page = one;
    assert.equal(await open().policyOf('good.test'), undefined, why);
    assert.equal(asked.length, 1, why);
  }
  page = { body: GOOD, isSlow: true };
  assert.equal(await open({ patienceMs: 100 }).policyOf('good.test'), undefined, 'one that never ends');
});

test('a policy is read in one pass, whatever spaces a domain puts into it', () => {
  const room = ' '.repeat(30_000);
  const found = parsePolicy(`${GOOD}mx:${room}a${room}\u2028b\r\n :x\r\nmx\r\n`);
  assert.deepEqual([found?.mode, found?.maxAgeMs, found?.hosts[0]], ['enforce', HOUR_MS, 'mx.good.test']);
});

test('its host must have a certificate in order, and a public address', async () => {
  const expired = new Date(Date.now() - DAY_MS);
  for (const certificate of [
    under('mta-sts.other.test'),
    under('mta-sts.good.test', expired),
    makeCertificate(['mta-sts.good.test']),
  ]) {
    show.web(certificate);
    assert.equal(await open().policyOf('good.test'), undefined);
  }
  show.web(under('mta-sts.good.test'));
  assert.equal(await open({ allowsPrivate: false }).policyOf('good.test'), undefined);
  assert.deepEqual(asked, []);
});

test('a policy is kept as long as it says, fetched anew when DNS has another id, and before it ends', async () => {
  const sts = open();
  const modeAt = async (minutes: number) => {
    now = minutes * MINUTE_MS;
    return (await sts.policyOf('good.test'))?.mode;
  };
  assert.equal(await modeAt(0), 'enforce');
  assert.equal(await modeAt(20), 'enforce');
  assert.equal(asked.length, 1, 'the same id');
  assert.equal(await modeAt(40), 'enforce');
  assert.equal(asked.length, 2, 'half of its time is over');
  page = { body: GOOD.replace('enforce', 'testing') };
  dns.txt('_mta-sts.good.test', 'v=STSv1; id=2;');
  assert.equal(await modeAt(50), 'testing');
  page = { status: 500, body: '' };
  dns.txt('_mta-sts.good.test', 'v=STSv1; id=3;');
  assert.equal(await modeAt(60), 'testing', 'one that cannot be fetched leaves the former in force');
  dns.txt('_mta-sts.good.test');
  assert.equal(await modeAt(100), 'testing', 'so does a record that is gone');
  assert.equal(await modeAt(111), undefined, 'until it ends');
});

test('enforced, only a named server with a certificate in order gets mail; otherwise every one', async () => {
  const relay = parseRelayUrl(`direct:?port=${ports.mail}&dns=${dns.address}&private=yes&name=us.test`);
  assert.ok(relay.direct);
  const tools = directTools(relay.direct);
  const send = async () => {
    const hub = openDirectHub(relay, ending.signal, { ...tools, sts: open() });
    const reply = await hub.openLane().send({ from: 'a@us.test', to: 'b@good.test', data: 'Subject: x\r\n\r\nHi\r\n' });
    return reply.kind === 'reply' ? `${reply.code} ${reply.text}` : reply.text;
  };
  show.mail(under('mx.good.test'));
  assert.match(await send(), /^250/);
  show.mail(under('mx.other.test'));
  assert.match(await send(), /^451 .*mx\.good\.test: certificate-host-mismatch: /);
  show.mail(makeCertificate(['mx.good.test']));
  assert.match(await send(), /^451 .*mx\.good\.test: certificate-not-trusted: /);
  page = { body: GOOD.replace('mx.good', 'mx.other') };
  assert.match(await send(), /^451 .*mx\.good\.test: validation-failure: it is not named by the policy/);
  for (const mode of ['testing', 'none']) {
    page = { body: GOOD.replace('enforce', mode) };
    assert.match(await send(), /^250/, mode);
  }
});
