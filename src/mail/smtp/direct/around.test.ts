// What doctor says of direct delivery: the resolver, port 25, and the name of the address that mail
// comes from. With a real DNS server and a real mail server.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type DnsServer, startDnsServer } from '../../../../test/support/dns-server.ts';
import { openSink, type Sink } from '../../../../test/support/sink.ts';
import { parseRelayUrl } from '../relay-url.ts';
import { outwardOf, reverseName } from './around.ts';

let dns: DnsServer;
let sink: Sink;
const closes: (() => Promise<void>)[] = [];

before(async () => {
  dns = await startDnsServer();
  sink = await openSink({ after: (close) => void closes.push(close) });
});
after(async () => {
  for (const close of closes) await close();
  await dns.close();
});
beforeEach(() => {
  dns.clear();
  dns.add('gmail.com', { type: 'MX', priority: 1, exchange: 'mx.good.test' });
  dns.add('mx.good.test', { type: 'A', address: '127.0.0.1' });
});

const look = (options = '') => {
  const relay = parseRelayUrl(`direct:?port=${sink.port}&dns=${dns.address}&source=127.0.0.9${options}`);
  assert.ok(relay.direct);
  return outwardOf(relay, relay.direct, 5_000);
};

test('the resolver: whether it proves anything, and is believed', async () => {
  dns.sign('org');
  assert.equal((await look()).resolver.proves, 'yes');
  assert.equal((await look('&dnssec=no')).resolver.proves, 'not-trusted');
  dns.clear();
  assert.deepEqual((await look()).resolver, { servers: '127.0.0.1', proves: 'no', reason: '' });
  dns.fail('org', 'REFUSED');
  const { proves, reason } = (await look()).resolver;
  assert.equal(proves, 'no-answer');
  assert.match(reason, /EREFUSED/);
});

test('port 25: one of the large receivers can be reached', async () => {
  const { port } = await look('&private=yes');
  assert.ok(port.works && /mx\.good\.test \(127\.0\.0\.1\) takes connections/.test(port.line), port.line);
  await sink.down();
  const closed = await look('&private=yes');
  await sink.up();
  assert.ok(
    !closed.port.works && /mx\.good\.test: TCP: .*refuses connections/.test(closed.port.line),
    closed.port.line,
  );
  assert.equal(sink.received.length, 0);
});

test('the address that mail comes from: its names, and which of them lead back', async () => {
  assert.deepEqual((await look()).sources, [{ address: '127.0.0.9', state: 'hidden', names: [], confirmed: [] }]);
  const found = async () => (await look('&private=yes')).sources[0];
  assert.deepEqual(await found(), { address: '127.0.0.9', state: 'known', names: [], confirmed: [] });
  dns.add(reverseName('127.0.0.9'), { type: 'PTR', name: 'Mail.us.test' }, { type: 'PTR', name: 'other.test' });
  dns.add('mail.us.test', { type: 'A', address: '127.0.0.9' });
  dns.add('other.test', { type: 'A', address: '127.0.0.8' });
  const names = ['mail.us.test', 'other.test'];
  assert.deepEqual(await found(), { address: '127.0.0.9', state: 'known', names, confirmed: ['mail.us.test'] });
  dns.fail(reverseName('127.0.0.9'), 'SERVFAIL');
  assert.equal((await found())?.state, 'no-answer');
  assert.equal(reverseName('192.0.2.10'), '10.2.0.192.in-addr.arpa');
  const ending = '8.b.d.0.1.0.0.2.ip6.arpa';
  assert.equal(reverseName('2001:db8::1'), `1.${'0.'.repeat(23)}${ending}`);
});
