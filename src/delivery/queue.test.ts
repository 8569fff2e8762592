import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { poolOf } from '../../test/support/relay-pool.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import {
  addToQueue,
  cutLine,
  linesOf,
  newQueue,
  type Queue,
  type Queued,
  removeFromQueue,
  takeFromQueue,
  takeSoonest,
} from './queue.ts';
import { canServe, noteChange } from './relay-pool/pool.ts';
import type { Permit, Refusal } from './throttling/throttling.ts';

const RELAY = 1;
let next = 1;
const message = (customerId: number, campaignId: number, destination = 'a.test'): Queued => {
  const subscriberId = next++;
  const key = { id: String(subscriberId), customerId, campaignId, subscriberId };
  return { ...key, attempt: 1, batch: null, destination, isUrgent: false };
};
const many = (n: number, ...of: [number, number, string?]) => Array.from({ length: n }, () => message(...of));
const refusal = (scope: Refusal['scope'], until = 9): Refusal => ({ until, scope, parked: false, reason: 'slow' });

type Ask = (permit: Permit) => Refusal | undefined;

/**
 * A queue of such messages, with relays and throttling that say what may go. Customers take turns
 * message by message.
 */
function open(messages: readonly Queued[], ask: Ask = () => undefined, pool = poolOf({ id: RELAY })) {
  const queue = newQueue<Queued>(1);
  addToQueue(queue, messages);
  return { queue, pool, throttling: { ask } };
}

function takeAll({ queue, ...limits }: ReturnType<typeof open>, limit = 1_000, relayId = RELAY): Queued[] {
  const taken: Queued[] = [];
  while (taken.length < limit) {
    const one = takeFromQueue(queue, relayId, limits);
    if (!one) break;
    taken.push(one);
  }
  return taken;
}

test('customers take turns, then their campaigns: a small one is never stuck behind a big one', () => {
  const opened = open([...many(100, 1, 10), ...many(100, 1, 11), ...many(3, 2, 20)]);
  const first = takeAll(opened, 12).map(({ customerId, campaignId }) => `${customerId}/${campaignId}`);
  assert.deepEqual(first.slice(0, 6), ['1/10', '2/20', '1/11', '2/20', '1/10', '2/20']);
});

test('several messages of a campaign are taken one after the other, but not for long', (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const queue = newQueue<Queued>();
  addToQueue(queue, [...many(100, 1, 10), ...many(100, 1, 11), ...many(100, 2, 20)]);
  const limits = { pool: poolOf({ id: RELAY }), throttling: { ask: () => undefined } };
  const runs = (count: number, msEach: number) => {
    const found: [number, number][] = [];
    for (let n = 0; n < count; n += 1) {
      now += msEach;
      const campaignId = takeFromQueue(queue, RELAY, limits)?.campaignId ?? 0;
      const last = found.at(-1);
      if (last?.[0] === campaignId) last[1] += 1;
      else found.push([campaignId, 1]);
    }
    return found;
  };
  const inTurn = [10, 20, 11, 20, 10, 20].map((campaign) => [campaign, 20]);
  assert.deepEqual(runs(120, 1), inTurn);
  assert.deepEqual(
    runs(6, 1_000).map(([, taken]) => taken),
    [2, 2, 2],
    'where they go slowly, runs are short',
  );
});

test('transactional emails go before all campaigns, customers taking turns; they wait only for what they need themselves', () => {
  const ask: Ask = ({ destination }) => (destination === 'slow.test' ? refusal('destination') : undefined);
  const opened = open([...many(5, 1, 10), ...many(5, 2, 20)], ask);
  const { queue } = opened;
  const urgent = (...of: [number, number, string?]) => many(2, ...of).map((one) => ({ ...one, isUrgent: true }));
  assert.equal(takeAll(opened, 1)[0]?.campaignId, 10);
  addToQueue(queue, [...urgent(2, 29), ...urgent(2, 29, 'slow.test'), ...urgent(3, 39)]);
  assert.deepEqual(
    takeAll(opened, 6).map(({ campaignId }) => campaignId),
    [29, 39, 29, 39, 20, 10],
  );
  assert.deepEqual(
    removeFromQueue(queue, ({ isUrgent }) => isUrgent).map(({ destination }) => destination),
    ['slow.test', 'slow.test'],
  );
  assert.equal(queue.size, 7);
});

test('a destination that takes nothing keeps nobody else waiting, a relay that is full keeps all', () => {
  const ask: Ask = ({ destination }) => (destination === 'slow.test' ? refusal('destination', 77) : undefined);
  const slow = open([...many(5, 1, 10, 'slow.test'), ...many(2, 1, 10, 'quick.test')], ask);
  assert.deepEqual(
    takeAll(slow).map(({ destination }) => destination),
    ['quick.test', 'quick.test'],
  );
  assert.equal(takeSoonest(slow.queue), 77);
  assert.equal(takeSoonest(slow.queue), Number.POSITIVE_INFINITY, 'asked once');

  let asked = 0;
  const until = Date.now() + MINUTE_MS;
  const full = open([...many(5, 1, 10), ...many(5, 2, 20)], () => {
    asked += 1;
    return refusal('relay', until);
  });
  assert.deepEqual(takeAll(full), []);
  const relay = full.pool.relays.get(RELAY);
  assert.deepEqual([asked, relay?.exhausted.until], [1, until]);
  relay?.connected.add({} as never);
  assert.equal(canServe(full.pool, { customerId: 1, campaignId: 10 }), false);
  if (relay) relay.exhausted.from += HOUR_MS; // as if the clock had been put back since
  noteChange(full.pool);
  assert.equal(canServe(full.pool, { customerId: 1, campaignId: 10 }), true);
});

test('a campaign at its own limit does not hold up the customer’s others', () => {
  const ask: Ask = ({ campaignId }) => (campaignId === 10 ? refusal('campaign') : undefined);
  assert.deepEqual(
    takeAll(open([...many(3, 1, 10), ...many(1, 1, 11)], ask)).map(({ campaignId }) => campaignId),
    [11],
  );
});

test('messages go only over relays that their customer may use', () => {
  const pool = poolOf({ id: RELAY, customerId: 1 }, { id: 2, customerId: 2 });
  const opened = open([message(2, 20), message(1, 10)], undefined, pool);
  assert.deepEqual(
    takeAll(opened).map(({ customerId }) => customerId),
    [1],
  );
  assert.equal(takeAll(opened, 1, 2)[0]?.campaignId, 20);
});

test('property: nothing is lost and nothing comes twice, whatever is added, taken, removed or cut', () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('add' as const),
      of: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
      n: fc.nat(4),
    }),
    fc.record({ kind: fc.constant('take' as const), n: fc.nat(5) }),
    fc.record({ kind: fc.constant('remove' as const), campaignId: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant('cut' as const), keep: fc.nat(2) }),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const opened = open([]);
      const queue: Queue<Queued> = opened.queue;
      const [added, out] = [new Set<number>(), [] as number[]];
      for (const one of steps) {
        if (one.kind === 'add') {
          const fresh = many(one.n, one.of[0], one.of[0] * 10 + one.of[1], `${one.of[1]}.test`);
          for (const { subscriberId } of fresh) added.add(subscriberId);
          addToQueue(queue, fresh);
        } else if (one.kind === 'take') out.push(...takeAll(opened, one.n).map(({ subscriberId }) => subscriberId));
        else if (one.kind === 'remove')
          out.push(
            ...removeFromQueue(queue, (m) => m.campaignId % 10 === one.campaignId).map(
              ({ subscriberId }) => subscriberId,
            ),
          );
        else
          for (const line of linesOf(queue))
            out.push(...cutLine(queue, line, one.keep).map(({ subscriberId }) => subscriberId));
        const counted = linesOf(queue).reduce((sum, line) => sum + line.messages.length, 0);
        assert.equal(queue.size, counted);
      }
      out.push(...takeAll(opened).map(({ subscriberId }) => subscriberId));
      assert.deepEqual(
        out.toSorted((a, b) => a - b),
        [...added].toSorted((a, b) => a - b),
      );
      assert.equal(queue.size, 0);
    }),
  );
});
