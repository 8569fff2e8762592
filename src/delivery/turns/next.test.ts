// The message that a lane must be given next, as the mail server has its envelope: begun in a turn
// like any other, and put back whenever it is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { poolOf } from '../../../test/support/relay-pool.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createLogger } from '../../kernel/log.ts';
import type { Attempt } from '../../messages/turn.ts';
import type { Turn } from '../outcome.ts';
import { addMessages, endPipeline, giveBack, newPipeline, nextMessage, takeNext } from '../pipeline.ts';
import type { Queued } from '../queue.ts';
import { setClosings } from '../relay-pool/pool.ts';
import { startTurns } from './turns.ts';

const message = (id: number, more: Partial<Queued> = {}): Queued => {
  const key = { id: String(id), customerId: 1, campaignId: 1, subscriberId: id };
  return { ...key, attempt: 1, batch: null, destination: 'a.test', isUrgent: false, ...more };
};
const RELAY = 3;
const startsOf = ({ starts }: Turn) => new Set(starts);

/** Turns over a queue in memory, with the permits that are taken and not given back. */
function open({ commit = async (turn: Turn) => startsOf(turn), mayStart = (): boolean => true } = {}) {
  const pipeline = newPipeline<Queued>(systemClock);
  const pool = poolOf({ id: RELAY, lanes: 1 });
  const committed: Turn[] = [];
  const permits = { taken: 0 };
  const throttling = {
    ask() {
      permits.taken += 1;
      return undefined;
    },
    giveBack() {
      permits.taken -= 1;
    },
  };
  const turns = startTurns<Queued>({
    pipeline,
    pool,
    throttling,
    mayStart,
    log: createLogger('silent'),
    async commit(turn) {
      committed.push(turn);
      await sleep(1);
      return commit(turn);
    },
  });
  const putBack = (back: Queued) => {
    throttling.giveBack();
    addMessages(pipeline, [back]);
  };
  return {
    pipeline,
    pool,
    permits,
    committed,
    putBack,
    take: () => takeNext(pipeline, RELAY, { pool, throttling }),
    next: (must?: Queued) => nextMessage(pipeline, { relayId: RELAY, idleMs: 1_000, next: must, putBack }),
    written: () => turns.stop(),
  };
}

type Opened = ReturnType<typeof open>;

/** One message under way, and one that must be next. */
async function begin({ pipeline, next, take }: Opened, ...messages: Queued[]): Promise<Queued> {
  addMessages(pipeline, messages);
  await next();
  const must = take();
  assert.ok(must);
  return must;
}

test('a lane gets the message that it must, whatever waits', async () => {
  const opened = open();
  const must = await begin(opened, message(1), message(2), message(3));
  addMessages(opened.pipeline, [message(9, { isUrgent: true })]);
  assert.equal((await opened.next(must))?.id, must.id);
  assert.equal((await opened.next())?.id, '9');
  endPipeline(opened.pipeline);
  await opened.written();
  assert.equal(opened.permits.taken, 3);
});

test('nothing is taken ahead of urgent messages, nor what other lanes need', async () => {
  const { pipeline, take, next, written } = open();
  addMessages(pipeline, [message(1), message(2)]);
  await next();
  assert.equal(take(), undefined, 'the last one goes to whichever lane is free first');
  addMessages(pipeline, [message(3), message(9, { isUrgent: true })]);
  assert.equal(take(), undefined);
  endPipeline(pipeline);
  assert.equal(take(), undefined);
  await written();
});

test('one that may not begin is given back, and its lane gets no other one', async () => {
  const stopped = new Set<Attempt>();
  const opened = open({ commit: async (turn) => startsOf(turn).difference(stopped) });
  const must = await begin(opened, message(1), message(2), message(3));
  stopped.add(must);
  assert.equal(await opened.next(must), undefined);
  await opened.written();
  const back = opened.committed.flatMap(({ outcomes }) => outcomes).map(({ id, state }) => [id, state]);
  assert.deepEqual(back.sort(), [
    ['2', 'pending'],
    ['3', 'pending'],
  ]);
  assert.equal(opened.permits.taken, 1);
});

test('one whose turn is not written, or whose sending window has closed, goes back into the queue', async () => {
  let isFull = false;
  const opened = open({
    async commit(turn) {
      if (isFull) throw new Error('disk full');
      return startsOf(turn);
    },
  });
  const { pipeline, pool, next, permits } = opened;
  const must = await begin(opened, message(1), message(2), message(3));
  isFull = true;
  assert.equal(await next(must), undefined);
  assert.deepEqual([pipeline.queue.size, permits.taken], [2, 1]);
  isFull = false;
  const again = opened.take();
  assert.ok(again);
  setClosings(pool, new Map([[1, 1]]));
  assert.equal(await next(again), undefined);
  assert.deepEqual([pipeline.queue.size, permits.taken], [2, 1]);
  endPipeline(pipeline);
  await opened.written();
});

test('at the end, and when its relay leaves, it goes back', async () => {
  let isSure = true;
  const opened = open({ mayStart: () => isSure });
  const must = await begin(opened, message(1), message(2), message(3));
  isSure = false;
  const waiting = opened.next(must);
  await sleep(20);
  endPipeline(opened.pipeline);
  assert.equal(await waiting, undefined);
  assert.equal(await opened.next(message(7)), undefined, 'a lane that was at work');
  await opened.written();
  const back = opened.committed.flatMap(({ outcomes }) => outcomes).map(({ id }) => id);
  assert.deepEqual(back.sort(), ['2', '3', '7']);
});

test('a message whose batch went back meanwhile goes with it', async () => {
  for (const how of ['put back', 'must be next'] as const) {
    const opened = open();
    const { pipeline, next, written, committed, permits } = opened;
    const batch = { customerId: 1, campaignId: 1, n: 1, attempt: 1, left: 3, isGivenBack: false };
    const must = await begin(opened, ...[1, 2, 3].map((id) => message(id, { batch })));
    giveBack(pipeline); // its relay is down, and others may claim what is left of the batch
    if (how === 'put back') opened.putBack(must);
    else assert.equal(await next(must), undefined);
    assert.equal(pipeline.queue.size, 0);
    await written();
    const outcomes = committed.flatMap((turn) => turn.outcomes);
    assert.deepEqual(
      outcomes.map(({ id, state, isUnstarted }) => [id, state, isUnstarted]),
      [
        ['3', 'pending', true],
        ['2', 'pending', true],
      ],
      how,
    );
    assert.equal(permits.taken, 1);
  }
});
