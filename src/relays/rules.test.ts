// Which relays a customer's messages may use.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseRelayUrl } from '../mail/smtp/relay-url.ts';
import { defaultPort, isHostName, relaysFor, TLS_MODES, tlsModeOf, tlsOptions } from './rules.ts';
import { configuredRelay } from './usable.ts';

const relay = (id: number, customerId: number | null, priority = 100, isInbox = false) => ({
  id,
  customerId,
  priority,
  isInbox,
  weight: 1,
});
const ids = (tiers: { id: number }[][]) => tiers.map((tier) => tier.map(({ id }) => id));

test('own relays by priority, then shared ones, and nobody else’s', () => {
  const relays = [
    relay(1, null),
    relay(2, 7),
    relay(3, 7, 5),
    relay(4, 8),
    relay(5, null, 5),
    relay(6, 7),
    relay(0, null),
  ];
  assert.deepEqual(ids(relaysFor(7, relays)), [[3], [2, 6], [5], [1, 0]]);
  assert.deepEqual(ids(relaysFor(8, relays)), [[4], [5], [1, 0]]);
  assert.deepEqual(ids(relaysFor(9, relays)), [[5], [1, 0]]);
});

test('the test inbox only when there is nothing else', () => {
  const inbox = relay(0, null, 100, true);
  assert.deepEqual(ids(relaysFor(7, [inbox])), [[0]]);
  assert.deepEqual(ids(relaysFor(7, [inbox, relay(1, 8)])), [[0]]);
  assert.deepEqual(ids(relaysFor(7, [inbox, relay(1, 7)])), [[1]]);
  assert.deepEqual(ids(relaysFor(7, [inbox, relay(1, null)])), [[1]]);
  assert.deepEqual(relaysFor(7, [relay(1, 8)]), []);
});

test('tiers hold every relay that may be used once, in order', () => {
  const any = fc.array(
    fc.record({
      id: fc.nat(),
      customerId: fc.constantFrom(null, 7, 8),
      priority: fc.integer({ min: 1, max: 4 }),
      isInbox: fc.constant(false),
    }),
  );
  fc.assert(
    fc.property(any, (relays) => {
      const tiers = relaysFor(7, relays);
      assert.deepEqual(new Set(tiers.flat()), new Set(relays.filter(({ customerId }) => customerId !== 8)));
      const rank = tiers.map((tier) => (tier[0]?.customerId === null ? 1000 : 0) + (tier[0]?.priority ?? 0));
      assert.deepEqual(
        rank,
        [...new Set(rank)].sort((a, b) => a - b),
      );
    }),
  );
});

test('TLS modes: how a connection is opened, and back', () => {
  for (const mode of TLS_MODES) assert.equal(tlsModeOf(tlsOptions(mode)), mode);
  assert.deepEqual(TLS_MODES.map(defaultPort), [25, 587, 587, 465]);
  assert.equal(tlsModeOf(parseRelayUrl('smtps://x.test')), 'implicit');
  assert.equal(tlsModeOf(parseRelayUrl('smtp://x.test')), 'opportunistic');
});

test('host names are DNS names, with underscores and a final dot', () => {
  for (const name of ['a', 'smtp.example.com', 'smtp.example.com.', 'a_b.example', 'xn--bcher-kva.example', '1.2.3']) {
    assert.ok(isHostName(name), name);
  }
  for (const name of [
    '',
    '-a',
    'a-',
    'a..b',
    'a b',
    'a/b',
    'a:25',
    'bücher.example',
    'a'.repeat(64),
    'a@b',
    '.',
    'a\n',
  ]) {
    assert.ok(!isHostName(name), name);
  }
});

test('the configuration’s relay and the test inbox', () => {
  const configured = configuredRelay(parseRelayUrl('smtp://me:secret@x.test?lanes=3'));
  const { id, customerId, priority, weight, lanes, host, isInbox, quotas } = configured;
  assert.deepEqual([id, customerId, priority, weight, lanes, host, isInbox], [0, null, 100, 1, 3, 'x.test', false]);
  assert.ok(Object.values(quotas).every((quota) => quota === null));
  assert.ok(configuredRelay(parseRelayUrl('smtp://x.test'), { isInbox: true }).isInbox);
});
