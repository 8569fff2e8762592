import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openQueue, type Queued } from './queue.ts';
import type { Refusal } from './throttling/throttling.ts';

const RELAY = 1;
let next = 1;
const message = (customerId: number, campaignId: number, destination = 'a.test'): Queued => {
  const subscriberId = next++;
  const key = { id: String(subscriberId), customerId, campaignId, subscriberId };
  return { ...key, attempt: 1, batch: null, destination, isUrgent: false };
};
const many = (n: number, ...of: [number, number, string?]) => Array.from({ length: n }, () => message(...of));
const refusal = (scope: Refusal['scope'], until = 9): Refusal => ({ until, scope, parked: false, reason: 'slow' });

type Options = Partial<Parameters<typeof openQueue<Queued>>[0]>;

function open(options: Options = {}) {
  return openQueue<Queued>({ isAllowed: () => true, ask: () => undefined, onExhausted: () => undefined, ...options });
}

function takeAll(queue: ReturnType<typeof open>, limit = 1_000): Queued[] {
  const taken: Queued[] = [];
  while (taken.length < limit) {
    const one = queue.take(RELAY);
    if (!one) break;
    taken.push(one);
  }
  return taken;
}

test('customers take turns, then their campaigns: a small one is never stuck behind a big one', () => {
  const queue = open();
  queue.add([...many(100, 1, 10), ...many(100, 1, 11), ...many(3, 2, 20)]);
  const first = takeAll(queue, 12).map(({ customerId, campaignId }) => `${customerId}/${campaignId}`);
  assert.deepEqual(first.slice(0, 6), ['1/10', '2/20', '1/11', '2/20', '1/10', '2/20']);
});

test('single mails go before all campaigns, customers taking turns; they wait only for what they need themselves', () => {
  const queue = open({ ask: ({ destination }) => (destination === 'slow.test' ? refusal('destination') : undefined) });
  const urgent = (...of: [number, number, string?]) => many(2, ...of).map((one) => ({ ...one, isUrgent: true }));
  queue.add([...many(5, 1, 10), ...many(5, 2, 20)]);
  assert.equal(queue.take(RELAY)?.campaignId, 10);
  queue.add([...urgent(2, 29), ...urgent(2, 29, 'slow.test'), ...urgent(3, 39)]);
  assert.deepEqual(
    takeAll(queue, 6).map(({ campaignId }) => campaignId),
    [29, 39, 29, 39, 20, 10],
  );
  assert.deepEqual(
    queue.remove(({ isUrgent }) => isUrgent).map(({ destination }) => destination),
    ['slow.test', 'slow.test'],
  );
  assert.equal(queue.size(), 7);
});

test('a destination that takes nothing keeps nobody else waiting, a relay that is full keeps all', () => {
  const slow = open({
    ask: ({ destination }) => (destination === 'slow.test' ? refusal('destination', 77) : undefined),
  });
  slow.add([...many(5, 1, 10, 'slow.test'), ...many(2, 1, 10, 'quick.test')]);
  assert.deepEqual(
    takeAll(slow).map(({ destination }) => destination),
    ['quick.test', 'quick.test'],
  );
  assert.equal(slow.soonest(), 77);
  assert.equal(slow.soonest(), Number.POSITIVE_INFINITY, 'asked once');

  const exhausted: number[] = [];
  let asked = 0;
  const full = open({
    ask: () => {
      asked += 1;
      return refusal('relay');
    },
    onExhausted: (relayId) => exhausted.push(relayId),
  });
  full.add([...many(5, 1, 10), ...many(5, 2, 20)]);
  assert.equal(full.take(RELAY), undefined);
  assert.deepEqual([asked, exhausted], [1, [RELAY]]);
});

test('a campaign at its own limit does not hold up the customer’s others', () => {
  const queue = open({ ask: ({ campaignId }) => (campaignId === 10 ? refusal('campaign') : undefined) });
  queue.add([...many(3, 1, 10), ...many(1, 1, 11)]);
  assert.deepEqual(
    takeAll(queue).map(({ campaignId }) => campaignId),
    [11],
  );
});

test('messages go only over relays that their customer may use', () => {
  const queue = open({ isAllowed: ({ customerId }, relayId) => customerId === relayId });
  queue.add([message(2, 20), message(RELAY, 10)]);
  assert.deepEqual(
    takeAll(queue).map(({ customerId }) => customerId),
    [RELAY],
  );
  assert.equal(queue.take(2)?.campaignId, 20);
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
      const queue = open();
      const [added, out] = [new Set<number>(), [] as number[]];
      for (const one of steps) {
        if (one.kind === 'add') {
          const fresh = many(one.n, one.of[0], one.of[0] * 10 + one.of[1], `${one.of[1]}.test`);
          for (const { subscriberId } of fresh) added.add(subscriberId);
          queue.add(fresh);
        } else if (one.kind === 'take') out.push(...takeAll(queue, one.n).map(({ subscriberId }) => subscriberId));
        else if (one.kind === 'remove')
          out.push(
            ...queue.remove((m) => m.campaignId % 10 === one.campaignId).map(({ subscriberId }) => subscriberId),
          );
        else
          for (const line of queue.lines())
            out.push(...queue.cut(line, one.keep).map(({ subscriberId }) => subscriberId));
        const counted = queue.lines().reduce((sum, line) => sum + line.messages.length, 0);
        assert.equal(queue.size(), counted);
      }
      out.push(...takeAll(queue).map(({ subscriberId }) => subscriberId));
      assert.deepEqual(
        out.toSorted((a, b) => a - b),
        [...added].toSorted((a, b) => a - b),
      );
      assert.equal(queue.size(), 0);
    }),
  );
});
