import assert from 'node:assert/strict';
import { test } from 'node:test';
import { poolOf } from '../../test/support/relay-pool.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import { holdBack } from './held-back.ts';
import { addToQueue, newQueue, type Queued, takeFromQueue } from './queue.ts';
import type { Permit, Refusal } from './throttling/throttling.ts';

const NOW = 1_000_000;

/** A queue of `n` messages to one destination, and throttling that answers as told. */
function staged(n: number, refusal: Refusal | undefined, { taken = 0, deferredSince = null as number | null } = {}) {
  const queue = newQueue<Queued & { deferredSince: number | null }>();
  const pool = poolOf({ id: 1 });
  const messages = (count: number, from: number) =>
    Array.from({ length: count }, (_, i) => {
      const key = { id: String(from + i), customerId: 1, campaignId: 1, subscriberId: from + i };
      return { ...key, attempt: 1, batch: null, destination: 'slow.test', isUrgent: false, deferredSince };
    });
  addToQueue(queue, messages(taken, 10_000));
  addToQueue(queue, messages(n, 0));
  for (let i = 0; i < taken; i += 1) takeFromQueue(queue, 1, { pool, throttling: { ask: () => undefined } });
  const back: Permit[] = [];
  const throttling = { ask: () => refusal, giveBack: (permit: Permit) => void back.push(permit) };
  const outcomes = holdBack(queue, { pool, throttling }, { sinceMs: 1_000, now: NOW, expireMs: HOUR_MS });
  return { queue, outcomes, back };
}

const slow = (ms: number, parked = false): Refusal => {
  return { until: NOW + ms, scope: 'destination', parked, reason: 'slow.test is limited to 2 a second' };
};

test('what goes within seconds stays; the rest is put off by its place in the line, with the reason', () => {
  const { queue, outcomes } = staged(100, slow(400), { taken: 2 }); // two a second went
  assert.ok(queue.size >= 10 && queue.size <= 25, `${queue.size} stay`);
  assert.equal(outcomes.length + queue.size, 100);
  const [first, last] = [outcomes[0], outcomes.at(-1)];
  assert.deepEqual(
    [first?.state, `${first?.reason}: ${first?.detail}`, first?.relayId],
    ['deferred', 'throttled: slow.test is limited to 2 a second', undefined],
  );
  assert.ok((first?.nextAttemptAt ?? 0) >= NOW + 9_000 && (last?.nextAttemptAt ?? 0) <= NOW + MINUTE_MS);
  assert.ok(outcomes.every((outcome, i) => (outcome.nextAttemptAt ?? 0) >= (outcomes[i - 1]?.nextAttemptAt ?? 0)));
});

test('a reason is not cut in the middle of a character', () => {
  const { outcomes } = staged(1, { ...slow(300_000, true), reason: `${'x'.repeat(498)}🦊🦊` });
  assert.equal(outcomes[0]?.detail, `${'x'.repeat(498)}…`);
});

test('a parked destination keeps nothing in memory', () => {
  const { queue, outcomes } = staged(30, slow(300_000, true));
  assert.equal(queue.size, 0);
  assert.ok(outcomes.every(({ nextAttemptAt }) => (nextAttemptAt ?? 0) >= NOW + 300_000));
});

test('who waits for a parked destination counts as put off, and is given up in time', () => {
  const [first] = staged(1, slow(300_000, true)).outcomes;
  assert.deepEqual([first?.state, first?.isParked], ['deferred', true]);
  const since = { deferredSince: NOW - HOUR_MS + 200_000 };
  const [late] = staged(1, slow(300_000, true), since).outcomes;
  const words = 'given up after 1 hours: slow.test is limited to 2 a second';
  assert.deepEqual([late?.state, late?.reason, late?.detail], ['rejected', 'expired', words]);
  const [limited] = staged(1, slow(300_000), since).outcomes;
  assert.deepEqual([limited?.state, limited?.isParked], ['deferred', false], 'one that takes some has an end');
});

test('nothing is put off when it may go, or when something else than its destination keeps it', () => {
  const free = staged(50, undefined);
  assert.deepEqual([free.outcomes.length, free.queue.size, free.back.length], [0, 50, 1]);
  assert.equal(staged(50, { ...slow(MINUTE_MS), scope: 'relay' }).outcomes.length, 0);
});
