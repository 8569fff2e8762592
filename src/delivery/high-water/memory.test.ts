// What a process remembers of its last attempts, and how far back that reaches.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ClaimedAttempt } from '../../messages/claim.ts';
import type { Outcome } from '../outcome.ts';
import { openMemory } from './memory.ts';

const attemptAt = (subscriberId: number, attempt = 1): ClaimedAttempt => ({
  id: `1 ${subscriberId}`,
  attempt,
  customerId: 1,
  campaignId: 1,
  subscriberId,
  attempts: attempt - 1,
  deferredSince: null,
  batch: null,
  address: `${subscriberId}@example.com`,
});
const outcomeOf = (message: ClaimedAttempt, state: Outcome['state']): Outcome => ({
  ...message,
  state,
  reason: null,
  detail: null,
  reply: null,
  nextAttemptAt: null,
  at: 1,
});

describe('memory of the last attempts', () => {
  test('the oldest are forgotten, and it is known since when all is remembered', () => {
    const memory = openMemory(3);
    const begin = (id: number) => memory.begin(7, attemptAt(id));
    memory.marked(1);
    const first = begin(1);
    begin(2);
    memory.marked(2);
    begin(3);
    assert.equal(memory.reachesTo(1), true);
    begin(4);
    assert.deepEqual(
      memory.all().map(({ subscriberId }) => subscriberId),
      [2, 3, 4],
    );
    assert.equal(memory.reachesTo(1), false, 'the first was begun after it');
    assert.equal(memory.reachesTo(2), true);
    assert.equal(memory.reachesTo(0), false, 'nothing is known of such a mark');
    memory.settle(first, outcomeOf(attemptAt(1), 'accepted'));
    assert.equal(memory.reachesTo(2), false, 'an outcome since the mark is not remembered');
    memory.marked(3);
    assert.equal(memory.reachesTo(3), true);
  });

  test('an outcome since a mark counts when its message, begun before it, is forgotten', () => {
    const memory = openMemory(2);
    const first = memory.begin(7, attemptAt(1));
    memory.marked(1);
    memory.settle(first, outcomeOf(attemptAt(1), 'accepted'));
    memory.begin(7, attemptAt(2));
    assert.equal(memory.reachesTo(1), true);
    memory.begin(7, attemptAt(3));
    assert.equal(memory.reachesTo(1), false);
  });

  test('of several attempts at a message the last of which something was sent counts', () => {
    const memory = openMemory(9);
    const [once, twice, thrice] = [attemptAt(1, 1), attemptAt(1, 2), attemptAt(1, 3)];
    memory.settle(memory.begin(7, once), outcomeOf(once, 'deferred'));
    const second = memory.begin(7, twice);
    assert.deepEqual(
      memory.all().map(({ attempt, outcome }) => [attempt, outcome]),
      [[2, undefined]],
    );
    memory.settle(second, outcomeOf(twice, 'deferred'));
    memory.settle(memory.begin(7, thrice), outcomeOf(thrice, 'pending'));
    assert.deepEqual(
      memory.all().map(({ attempt, outcome }) => [attempt, outcome?.state]),
      [[2, 'deferred']],
    );
  });

  test('an attempt is read as it was noted', () => {
    const memory = openMemory(2);
    const [first, second] = [attemptAt(1), attemptAt(2, 3)];
    memory.begin(7, attemptAt(9));
    memory.settle(memory.begin(7, first), { ...outcomeOf(first, 'accepted'), reply: '250 taken', relayId: 4, at: 12 });
    const refused = {
      reason: 'answered',
      detail: null,
      reply: '552 full',
      nextAttemptAt: null,
      relayId: 5,
    } as const;
    memory.settle(memory.begin(8, second), { ...outcomeOf(second, 'rejected'), ...refused, at: 13 });
    const nothing = { reason: null, detail: null, nextAttemptAt: null };
    assert.deepEqual(memory.all(), [
      {
        ...{ customerId: 1, campaignId: 1, subscriberId: 1, attempt: 1, attempts: 0, leaseId: 7 },
        outcome: { state: 'accepted', ...nothing, reply: '250 taken', relayId: 4, at: 12 },
      },
      {
        ...{ customerId: 1, campaignId: 1, subscriberId: 2, attempt: 3, attempts: 2, leaseId: 8 },
        outcome: { state: 'rejected', ...refused, at: 13 },
      },
    ]);
  });

  test('nothing is remembered of a store that cannot go back', () => {
    const memory = openMemory(0);
    memory.settle(memory.begin(7, attemptAt(1)), outcomeOf(attemptAt(1), 'accepted'));
    assert.deepEqual(memory.all(), []);
    memory.marked(4);
    assert.equal(memory.reachesTo(4), true);
  });
});
