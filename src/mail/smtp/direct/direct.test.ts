// Delivery straight to mail servers: which are asked, what their answers mean, and with which
// security. With a real DNS server and real SMTP servers.
import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { type DnsServer, startDnsServer } from '../../../../test/support/dns-server.ts';
import { rawServer } from '../../../../test/support/raw-smtp-server.ts';
import { openSink, type Sink } from '../../../../test/support/sink.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { say } from '../../../kernel/sentences/sentence.ts';
import type { Outgoing } from '../lane.ts';
import { parseRelayUrl } from '../relay-url.ts';
import { type DirectHub, directTools, openDirectHub } from './hub.ts';
import { idOf, isNamed, openMtaSts, parsePolicy } from './mta-sts.ts';
import { probeDirect } from './probe.ts';
import { NO_DIRECT } from './settings.ts';

let dns: DnsServer;
let sink: Sink;
let hub: DirectHub;
let ending: AbortController;
const closes: (() => Promise<void>)[] = [];

const open = (options = '', tools?: Parameters<typeof openDirectHub>[2]) => {
  ending?.abort();
  ending = new AbortController();
  const relay = parseRelayUrl(`direct:?port=${sink.port}&dns=${dns.address}&private=yes&name=us.test${options}`);
  hub = openDirectHub(relay, ending.signal, tools);
  return relay;
};
const mail = (to: string, more: Partial<Outgoing> = {}): Outgoing => {
  return { from: 'a@sender.test', to, data: 'Subject: x\r\n\r\nHello\r\n', ...more };
};
const send = async (to: string, more: Partial<Outgoing> = {}, mayHandOver = () => true) => {
  const reply = await hub.openLane().send(mail(to, more), { mayHandOver });
  return reply.kind === 'reply' ? `${reply.code} ${reply.enhanced ?? ''} ${reply.text}` : `lost ${reply.phase}`;
};

before(async () => {
  dns = await startDnsServer();
  sink = await openSink({ after: (close) => void closes.push(close) });
});
after(async () => {
  ending.abort();
  for (const close of closes) await close();
  await dns.close();
});
beforeEach(() => {
  dns.clear();
  sink.received.length = 0;
  sink.answer(() => undefined);
  dns.add('good.test', { type: 'MX', priority: 10, exchange: 'mx.good.test' });
  dns.add('mx.good.test', { type: 'A', address: '127.0.0.1' });
  open();
});

test('what DNS said is kept by a clock that nobody sets', async (t) => {
  const at = Date.now();
  t.mock.timers.enable({ apis: ['Date'], now: at });
  open();
  assert.match(await send('b@good.test'), /^250/);
  t.mock.timers.setTime(at + DAY_MS);
  assert.match(await send('c@good.test'), /^250/);
  t.mock.timers.setTime(0);
  assert.match(await send('d@good.test'), /^250/);
  assert.equal(dns.asked.filter((one) => one === 'MX good.test').length, 1);
});

test('mail goes to the best server that answers, and connections are used again', async () => {
  dns.add(
    'two.test',
    ...[
      { type: 'MX', priority: 5, exchange: 'down.two.test' } as const,
      { type: 'MX', priority: 20, exchange: 'mx.good.test' } as const,
    ],
  );
  dns.add('down.two.test', { type: 'A', address: '127.0.0.99' }); // nothing listens there
  assert.match(await send('b@two.test'), /^250/);
  assert.match(await send('c@two.test'), /^250/);
  assert.match(await send('d@good.test'), /^250/);
  assert.deepEqual(sink.recipients(), ['b@two.test', 'c@two.test', 'd@good.test']);
  assert.equal(sink.connections(), 1);
  // A server that closes an idle connection has no message: another connection takes it.
  await sink.down();
  await sink.up();
  assert.match(await send('e@good.test'), /^250/);
  assert.equal(dns.asked.filter((one) => one === 'MX two.test').length, 1, 'answers are kept');
});

test('without MX the domain itself; without either, or with a null MX, nobody; without DNS later', async () => {
  dns.add('bare.test', { type: 'A', address: '127.0.0.1' });
  assert.match(await send('b@bare.test'), /^250/);
  dns.add('null.test', { type: 'MX', priority: 0, exchange: '' });
  assert.match(await send('b@null.test'), /^556 5\.1\.10 null\.test accepts no mail \(null MX\)/);
  assert.match(await send('b@nowhere.test'), /^550 5\.1\.2 The domain nowhere\.test does not exist/);
  dns.fail('broken.test', 'SERVFAIL');
  assert.match(await send('b@broken.test'), /^451 4\.4\.3 DNS gives no answer for broken\.test/);
  dns.add('lonely.test', { type: 'MX', priority: 1, exchange: 'gone.lonely.test' });
  assert.match(
    await send('b@lonely.test'),
    /^451 4\.4\.1 No mail server of lonely\.test could be used: gone\.lonely\.test: it has no address/,
  );
  assert.match(await send('b@[127.0.0.1]'), /^55\d 5\.1\.[23]/);
});

test('both families: where IPv6 leads nowhere, IPv4 takes the mail', async () => {
  dns.add('six.test', { type: 'MX', priority: 1, exchange: 'mx.six.test' });
  dns.add('mx.six.test', { type: 'AAAA', address: '::1' }, { type: 'A', address: '127.0.0.1' });
  assert.match(await send('b@six.test'), /^250/);
  open('&source=127.0.0.9');
  assert.match(await send('c@six.test'), /^250/);
  open();
  const nowhere = { type: 'AAAA', address: '::1' } as const;
  dns.add('mx.many.test', nowhere, nowhere, nowhere, nowhere, { type: 'A', address: '127.0.0.1' });
  dns.add('many.test', { type: 'MX', priority: 1, exchange: 'mx.many.test' });
  assert.match(await send('d@many.test'), /^250/, 'however many there are of one family');
});

test('servers that answer by the byte have a time together, and each its share', { timeout: MINUTE_MS }, async (t) => {
  const relay = open();
  assert.ok(relay.direct);
  const tools = { ...directTools(relay.direct), openingMs: 3_000 };
  const slow = await rawServer(t, { EHLO: 'drip' });
  open(`&port=${slow.port}`, tools);
  const hosts = ['a', 'b', 'c'].map((name) => `${name}.slow.test`);
  dns.add('slow.test', ...hosts.map((exchange) => ({ type: 'MX', priority: 1, exchange }) as const));
  for (const host of hosts) dns.add(host, { type: 'A', address: '127.0.0.1' });
  const reply = await send('b@slow.test');
  assert.match(reply, /^451 4\.4\.1 No mail server of slow\.test could be used/);
  assert.equal(reply.match(/\.slow\.test: the attempt was given up after \d s/g)?.length, 3, reply);
  assert.equal(slow.seen.filter((line) => line.startsWith('EHLO')).length, 3, 'each was asked');
  // Of the addresses of one server too: the next one takes the mail.
  const drip = net.createServer((socket) => void socket.on('error', () => undefined).write('220-'));
  await new Promise<void>((resolve) => drip.listen(sink.port, '127.0.0.7', resolve));
  t.after(() => drip.close());
  open('', tools);
  dns.add('mx.half.test', { type: 'A', address: '127.0.0.7' }, { type: 'A', address: '127.0.0.1' });
  dns.add('half.test', { type: 'MX', priority: 1, exchange: 'mx.half.test' });
  assert.match(await send('b@half.test'), /^250/);
  assert.deepEqual(sink.recipients(), ['b@half.test']);
});

test('private addresses are connected to only when that is allowed', async () => {
  const relay = parseRelayUrl(`direct:?port=${sink.port}&dns=${dns.address}`);
  const closed = openDirectHub(relay, ending.signal);
  const reply = await closed.openLane().send(mail('b@good.test'));
  assert.ok(
    reply.kind === 'reply' && reply.code === 451 && /no address that connections are allowed to/.test(reply.text),
  );
  assert.equal(sink.received.length, 0);
});

test('a server that cannot be reached rests for a minute, whatever happens to the clock', async (t) => {
  await sink.down();
  assert.match(await send('b@good.test'), /^451 4\.4\.1/);
  await sink.up();
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + HOUR_MS });
  assert.match(await send('b@good.test'), /^451 4\.4\.1/);
  assert.equal(sink.received.length, 0);
});

test('answers are those of the server, refusals for good and for now', async () => {
  sink.answer((phase) => (phase === 'rcpt' ? { code: 550, text: '5.1.1 nobody here' } : undefined));
  assert.match(await send('b@good.test'), /^550 5\.1\.1 nobody here/);
  sink.answer((phase) => (phase === 'rcpt' ? { code: 451, text: '4.7.1 later' } : undefined));
  assert.match(await send('b@good.test'), /^451 4\.7\.1 later/);
  sink.answer((phase) => (phase === 'data_done' ? 'cut' : undefined));
  assert.equal(await send('b@good.test'), 'lost after_data');
  sink.answer(() => undefined);
  assert.equal(await send('b@good.test', {}, () => false), 'lost before_data');
});

test('a server has no more connections than set; others wait for one', async () => {
  open('&perHost=2');
  let most = 0;
  sink.answer(async (phase) => {
    most = Math.max(most, sink.connections());
    if (phase === 'data_done') await new Promise((resolve) => setTimeout(resolve, 10));
    return undefined;
  });
  const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => send(`p${n}@good.test`)));
  assert.ok(replies.every((reply) => reply.startsWith('250')));
  assert.equal(new Set(sink.recipients()).size, 12);
  assert.equal(most, 2);
});

test('TLS where it is offered; when it does not work in plain text; with a policy not at all', async () => {
  const seen: boolean[] = [];
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    disableReverseLookup: true,
    onData(stream, session, done) {
      seen.push(session.secure);
      stream.resume();
      stream.on('end', () => done());
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = (server.server.address() as { port: number }).port;
  closes.push(() => new Promise((resolve) => server.close(() => resolve())));
  const make = (options: string, policy?: string) => {
    const relay = parseRelayUrl(`direct:?port=${port}&dns=${dns.address}&private=yes${options}`);
    assert.ok(relay.direct);
    const tools = directTools(relay.direct);
    const fetchPolicy = async () => policy ?? Promise.reject(new Error('none'));
    return openDirectHub(relay, ending.signal, {
      ...tools,
      sts: openMtaSts({ textsOf: tools.dns.textsOf, fetchPolicy }),
    });
  };
  const through = async (one: DirectHub) => {
    const reply = await one.openLane().send(mail('b@good.test'));
    return reply.kind === 'reply' ? `${reply.code} ${reply.text}` : reply.text;
  };
  assert.match(await through(make('')), /^250/);
  assert.match(await through(make('&ignoreTLS=true')), /^250/);
  assert.deepEqual(seen.splice(0), [true, false]);
  // Its certificate is nobody's: a policy that is enforced keeps the mail back.
  dns.txt('_mta-sts.good.test', 'v=STSv1; id=20261123;');
  const enforced = 'version: STSv1\nmode: enforce\nmx: mx.good.test\nmax_age: 86400\n';
  assert.match(
    await through(make('', enforced)),
    /^451 .*mx\.good\.test: certificate-\S+: the certificate of mx\.good\.test/,
  );
  assert.match(await through(make('', enforced.replace('mx.good', 'other'))), /not named by the policy of good\.test/);
  assert.match(await through(make('', enforced.replace('enforce', 'testing'))), /^250/);
  assert.deepEqual(seen, [true]);
});

test('policies: kept as long as they say, asked for again when DNS has another id', async () => {
  let now = 0;
  let fetched = 0;
  let policy = 'version: STSv1\nmode: enforce\nmx: *.a.test\nmax_age: 3600';
  let records = ['v=STSv1; id=1'];
  const sts = openMtaSts({
    textsOf: async () => records,
    fetchPolicy: async () => {
      fetched += 1;
      return policy;
    },
    now: () => now,
  });
  const found = await sts.policyOf('a.test');
  assert.ok(found && isNamed(found, 'mx.a.test') && !isNamed(found, 'b.mx.a.test') && !isNamed(found, 'a.test'));
  now += 600_000;
  await sts.policyOf('a.test');
  assert.equal(fetched, 1);
  policy = 'nothing';
  records = ['v=STSv1; id=2'];
  now += 600_000;
  assert.equal((await sts.policyOf('a.test'))?.mode, 'enforce', 'a new one that is none leaves the old in force');
  now += HOUR_MS;
  assert.equal(await sts.policyOf('a.test'), undefined);
  assert.equal(idOf(['v=STSv1; id=a', 'v=STSv1; id=b']), undefined);
  for (const bad of ['version: STSv1\nmode: enforce\nmax_age: 1', 'mode: none\nmax_age: 1', '']) {
    assert.equal(parsePolicy(bad), undefined);
  }
});

test('settings: what is wrong is named; a probe tries the way without a message', async () => {
  for (const [url, why] of [
    ['direct:?perHost=0', /perHost must be 1 to 100/],
    ['direct:?source=nowhere', /source must be/],
    ['direct:?source=192.0.2.1,192.0.2.2', /source must be/],
    ['direct:?user=me', /"user" is not known/],
    ['direct:?port=0', /port must be/],
    ['direct://mx.example.com', /write direct: alone/],
    ['direct:?lanes=9999', /lanes must be/],
  ] as const) {
    assert.throws(() => parseRelayUrl(url), why);
  }
  const plain = parseRelayUrl('direct:');
  assert.deepEqual([plain.port, plain.lanes, plain.verifyTls, plain.direct], [25, 50, false, NO_DIRECT]);
  const relay = open();
  assert.ok(relay.direct);
  const good = await probeDirect(relay, relay.direct, { from: 'a@good.test' });
  assert.ok(good.works && /mx\.good\.test \(127\.0\.0\.1\) takes connections/.test(good.line));
  const bad = await probeDirect(relay, relay.direct, { from: 'a@nowhere.test' });
  assert.ok(!bad.works && /does not exist/.test(bad.line));
  assert.deepEqual(bad.sentences, [say('smtp-mx-unknown', { domain: 'nowhere.test' })]);
  assert.equal(sink.received.length, 0);
});
