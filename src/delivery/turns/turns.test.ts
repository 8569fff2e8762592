import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { poolOf } from '../../../test/support/relay-pool.ts';
import { systemClock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { createLogger } from '../../kernel/log.ts';
import { type Attempt, attemptOf, type BatchClaim } from '../../messages/turn.ts';
import type { Outcome, Turn } from '../outcome.ts';
import { addMessages, addOutcomes, endPipeline, lanesWaiting, newPipeline, nextMessage } from '../pipeline.ts';
import type { Queued } from '../queue.ts';
import { startTurns, type TurnPace } from './turns.ts';

const message = (id: number, campaignId = 1): Queued => {
  const key = { id: String(id), customerId: 1, campaignId, subscriberId: id };
  return { ...key, attempt: 1, batch: null, destination: 'a.test', isUrgent: false };
};
const RELAY = 3;
const startsOf = ({ starts }: Turn) => new Set(starts);
const accepted = (id: number): Outcome => {
  const account = { reason: null, detail: null, reply: '250 OK' };
  return { ...attemptOf(message(id)), state: 'accepted', ...account, nextAttemptAt: null, at: 1 };
};

const SLOW: TurnPace = { least: MINUTE_MS, most: MINUTE_MS };

/** Turns over a queue in memory: the rules of joining and waiting, without a store. */
function open(
  options: { commit?: (turn: Turn) => Promise<ReadonlySet<Attempt>>; mayStart?: () => boolean; pace?: TurnPace } = {},
) {
  const committed: Turn[] = [];
  const drained: number[] = []; // after how many turns
  const pipeline = newPipeline<Queued>(systemClock);
  const turns = startTurns<Queued>({
    pipeline,
    pool: poolOf({ id: RELAY }),
    throttling: { ask: () => undefined, giveBack: () => undefined },
    async commit(turn) {
      committed.push(turn);
      await sleep(1);
      return options.commit ? options.commit(turn) : startsOf(turn);
    },
    mayStart: options.mayStart ?? (() => true),
    drained: () => drained.push(committed.length),
    log: createLogger('silent'),
    pace: options.pace,
  });
  return {
    pipeline,
    committed,
    drained,
    add: (messages: Queued[]) => addMessages(pipeline, messages),
    next: (idleMs: number) => nextMessage(pipeline, { relayId: RELAY, idleMs }),
    settle: (...outcomes: Outcome[]) => addOutcomes(pipeline, ...outcomes),
    end: () => endPipeline(pipeline),
    written: () => turns.stop(),
  };
}

test('it is told when the last outcome is written, and not while anything is left', async () => {
  const turns = open();
  turns.add([message(1), message(2)]);
  await turns.next(1_000);
  turns.settle(accepted(1));
  await turns.next(1_000);
  turns.settle(accepted(2));
  await turns.written();
  assert.deepEqual(turns.drained, [turns.committed.length]);
});

test('it is told when the last batch is closed, which the turn after its last outcome does', async () => {
  const turns = open();
  const batch: BatchClaim = { customerId: 1, campaignId: 1, n: 1, attempt: 1, left: 1, isGivenBack: false };
  turns.add([{ ...message(1), batch }]);
  await turns.next(1_000);
  turns.settle({ ...accepted(1), batch });
  while (turns.committed.length < 3) await sleep(5);
  await turns.written();
  assert.deepEqual(
    turns.committed.map(({ closes = [] }) => closes.length),
    [0, 0, 1],
  );
  assert.deepEqual(turns.drained, [3]);
});

test('all that comes while a transaction is being written joins the next one', async () => {
  const turns = open();
  turns.add([message(1), message(2), message(3), message(4)]);
  const first = await Promise.all([turns.next(1_000), turns.next(1_000)]);
  assert.deepEqual(
    first.map((given) => given?.subscriberId),
    [1, 2],
  );
  turns.settle(accepted(1));
  turns.settle(accepted(2));
  const second = await Promise.all([turns.next(1_000), turns.next(1_000)]);
  assert.deepEqual(
    second.map((given) => given?.subscriberId),
    [3, 4],
  );
  assert.deepEqual(
    turns.committed.map((turn) => [turn.outcomes.length, turn.starts.map(({ subscriberId }) => subscriberId)]),
    [
      [0, [1, 2]],
      [2, [3, 4]],
    ],
  );
});

test('a turn waits for lanes that are at work, and for nobody when none is', async () => {
  const turns = open({ pace: SLOW });
  turns.add([message(1), message(2)]);
  await Promise.all([turns.next(1_000), turns.next(1_000)]);
  turns.settle(accepted(1));
  await sleep(20);
  assert.equal(turns.committed.length, 1, 'the other lane may be done soon');
  turns.settle(accepted(2));
  await turns.written();
  assert.deepEqual(
    turns.committed.map((turn) => turn.outcomes.length),
    [0, 2],
  );
});

test('a turn waits for two lanes of five, if they could begin with a message', async () => {
  const turns = open({ pace: { least: 0, most: MINUTE_MS } });
  turns.add([1, 2, 3, 4, 5, 6, 7].map((id) => message(id)));
  await Promise.all([1, 2, 3, 4, 5].map(() => turns.next(1_000)));
  turns.settle(accepted(1));
  const first = turns.next(1_000);
  await sleep(20);
  assert.equal(turns.committed.length, 1, 'one lane of five');
  turns.settle(accepted(2));
  const second = turns.next(1_000);
  assert.deepEqual([(await first)?.subscriberId, (await second)?.subscriberId], [6, 7]);
  assert.deepEqual(
    turns.committed.map((turn) => [turn.outcomes.length, turn.starts.length]),
    [
      [0, 5],
      [2, 2],
    ],
  );
  turns.end();
  await turns.written();
});

test('at the end no turn waits any more', async () => {
  const turns = open({ pace: SLOW });
  turns.add([message(1), message(2)]);
  await Promise.all([turns.next(1_000), turns.next(1_000)]);
  turns.settle(accepted(1));
  turns.end();
  await turns.written();
  assert.deepEqual(
    turns.committed.flatMap((turn) => turn.outcomes.map(({ subscriberId }) => subscriberId)),
    [1],
  );
});

test('a lane waits for a message at most its time, and gets the one that comes', async () => {
  const turns = open();
  assert.equal(await turns.next(20), undefined);
  const later = turns.next(MINUTE_MS);
  await sleep(20);
  const { pipeline } = turns;
  assert.deepEqual([pipeline.queue.size, lanesWaiting(pipeline), pipeline.open.size], [0, 1, 0]);
  await pipeline.signals.low.wait(); // more is asked for
  turns.add([message(7)]);
  assert.equal((await later)?.subscriberId, 7);
  assert.equal(pipeline.open.size, 1, 'in flight, and nothing else is known of it');
});

test('what may not go out is given back, with everything else of its campaign', async () => {
  const turns = open({
    commit: async (turn) => new Set(turn.starts.filter(({ subscriberId }) => subscriberId >= 10)),
  });
  turns.add([message(1, 5), message(2, 5), message(3, 5), message(10, 6)]);
  assert.equal((await turns.next(1_000))?.subscriberId, 10);
  await turns.written();
  const back = turns.committed.flatMap((turn) => turn.outcomes);
  assert.deepEqual(back.map((outcome) => [outcome.subscriberId, outcome.state]).sort(), [
    [1, 'pending'],
    [2, 'pending'],
    [3, 'pending'],
  ]);
});

test('a turn that cannot be written is tried again with all it had', async () => {
  let failures = 2;
  const turns = open({
    async commit(turn) {
      if (failures > 0) {
        failures -= 1;
        throw new Error('disk full');
      }
      return startsOf(turn);
    },
  });
  turns.add([message(1)]);
  const lane = turns.next(5_000);
  turns.settle(accepted(9));
  assert.equal((await lane)?.subscriberId, 1);
  const last = turns.committed.at(-1);
  assert.deepEqual([last?.outcomes.map((outcome) => outcome.subscriberId), last?.starts], [[9], [message(1)]]);
});

test('nothing is put in flight while the lease is not sure', async () => {
  let sure = false;
  const turns = open({ mayStart: () => sure });
  turns.add([message(1)]);
  assert.equal(await turns.next(30), undefined);
  sure = true;
  const lane = turns.next(1_000);
  turns.pipeline.signals.turn.raise();
  assert.equal((await lane)?.subscriberId, 1);
});

test('at the end lanes are sent home, the queue goes back, outcomes are still written', async () => {
  const turns = open();
  turns.add([message(1), message(2)]);
  assert.equal((await turns.next(1_000))?.subscriberId, 1);
  const waiting = [turns.next(1_000)];
  await Promise.all(waiting);
  turns.add([message(3)]);
  turns.end();
  turns.add([message(4)]); // a claim that was on its way
  turns.settle(accepted(1));
  assert.equal(await turns.next(1_000), undefined);
  await turns.written();
  const outcomes = new Map(
    turns.committed.flatMap((turn) => turn.outcomes).map((outcome) => [outcome.subscriberId, outcome.state]),
  );
  assert.deepEqual([...outcomes].sort(), [
    [1, 'accepted'],
    [3, 'pending'],
    [4, 'pending'],
  ]);
});
