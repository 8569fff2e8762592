// The turn: one write transaction outstanding at a time. Everything that arrives meanwhile
// (outcomes, lanes that are free) joins the next one, so that exactness costs a commit per turn and
// not per message. What could not be written is tried again until it is.
import { setTimeout as sleep } from 'node:timers/promises';
import { newOutage, type Outage } from '../../coordination/outage.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Attempt, BatchClaim } from '../../messages/turn.ts';
import { storeTrouble } from '../../storage/trouble.ts';
import { givenBack, type Turn } from '../outcome.ts';
import {
  addLane,
  addMessages,
  areEnough,
  endPipeline,
  giveBack,
  isDrained,
  lanesWaiting,
  messagesWaiting,
  type Pipeline,
  type WaitingLane,
} from '../pipeline.ts';
import { type Queued, takeSoonest } from '../queue.ts';
import type { RelayPool } from '../relay-pool/pool.ts';
import type { Throttling } from '../throttling/throttling.ts';
import { type Aside, openAside } from './aside.ts';
import { type AssignState, assign, type Start } from './assign.ts';
import { type Commit, withoutRefusals } from './refused.ts';

/** In the log: the store did not take what a worker had to write, or lets none register. */
export const STORE_FAILED = 'delivery.store-failed';

export type Turns = {
  /** Resolves when everything that was said is in the store; nothing may be said after it. */
  stop(): Promise<void>;
};

export type TurnOptions<M extends Queued> = {
  pipeline: Pipeline<M>;
  pool: RelayPool;
  throttling: Pick<Throttling, 'ask' | 'giveBack'>;
  commit: Commit;
  /** False while our lease is not sure: nothing is put in flight. */
  mayStart(): boolean;
  /** Everything that was claimed has ended or is put off. */
  drained?(): void;
  log: Logger;
  /** When turns begin; default: as suits the store. */
  pace?: TurnPace | undefined;
};

/**
 * A turn costs the more a message the fewer it is for: while lanes are at work, the next one begins
 * between `least` and `most` ms after the last one began, as soon as enough lanes could begin
 * with a message.
 */
export type TurnPace = { least: number; most: number };

/** A commit costs a server as much as ten messages do; in a file, less than a lane that waits. */
export const TURN_PACES = {
  server: { least: 2, most: 12 },
  file: { least: 2, most: 2 },
} as const satisfies Record<string, TurnPace>;

type TurnState = AssignState & {
  /** When the last turn began, by performance.now(). */
  begunAt: number;
  aside: Aside;
  /** Whether the last turn could not be written. */
  hasFailed: boolean;
  outage: Outage;
  stopping: boolean;
};

/**
 * With fewer messages in the queue more are asked for, so that they are there before lanes wait.
 */
const LOW = 250;
const RETRY_MS = { first: 100, longest: 1_000 };
/** How long to wait when nothing in the queue may go: throttling says, within these limits. */
const PAUSE_MS = { shortest: 2, longest: 500 };

/** Starts to write turns, whenever the pipeline has something for one. */
export function startTurns<M extends Queued>(given: TurnOptions<M>): Turns {
  const { pipeline, log } = given;
  const options = { ...given, commit: withoutRefusals(given.commit, log) };
  const aside = openAside({
    log,
    commit: (part) => options.commit(part),
    written: ({ outcomes }) => noteWritten(pipeline, outcomes),
  });
  const state: TurnState = {
    shares: new Map(),
    begunAt: Number.NEGATIVE_INFINITY,
    aside,
    hasFailed: false,
    outage: newOutage(log, STORE_FAILED),
    stopping: false,
  };
  const running = writeTurns(options, state);
  return {
    async stop() {
      state.stopping = true;
      pipeline.signals.turn.raise();
      await running;
      await aside.stop();
    },
  };
}

async function writeTurns<M extends Queued>(options: TurnOptions<M>, state: TurnState): Promise<void> {
  const { pipeline } = options;
  const { signals } = pipeline;
  while (!state.stopping || pipeline.outcomes.length > 0 || pipeline.closes.length > 0) {
    await signals.turn.wait(untilPermits(pipeline));
    // After the current phase of the event loop: lanes that become free in it share the
    // transaction.
    await new Promise(setImmediate);
    let retryMs = RETRY_MS.first;
    for (let written = await writeTurn(options, state); written !== 'nothing'; ) {
      if (written === 'failed') await sleep(retryMs);
      retryMs = written === 'failed' ? Math.min(retryMs * 2, RETRY_MS.longest) : RETRY_MS.first;
      if (pipeline.ended) endPipeline(pipeline); // what the turn put back
      written = await writeTurn(options, state);
    }
  }
}

/** Ms to look again when lanes and messages are there, but none may go; undefined without them. */
function untilPermits<M extends Queued>(pipeline: Pipeline<M>): number | undefined {
  const at = takeSoonest(pipeline.queue);
  if (pipeline.ended || lanesWaiting(pipeline) === 0 || messagesWaiting(pipeline) === 0) return undefined;
  return Math.min(Math.max(at - pipeline.clock.now(), PAUSE_MS.shortest), PAUSE_MS.longest);
}

async function writeTurn<M extends Queued>(
  options: TurnOptions<M>,
  state: TurnState,
): Promise<'written' | 'failed' | 'nothing'> {
  const { pipeline } = options;
  await untilDue(options, state);
  state.begunAt = performance.now();
  pipeline.signals.turn.lower();
  keepAside(pipeline, state.aside);
  const { outcomes, closes } = pipeline;
  pipeline.outcomes = [];
  pipeline.closes = [];
  const starts = assign(options, state);
  if (pipeline.queue.size < LOW) pipeline.signals.low.raise();
  if (outcomes.length === 0 && starts.length === 0 && closes.length === 0) return 'nothing';
  for (const { message } of starts) pipeline.open.add(message.id);
  try {
    const turn = { outcomes, starts: starts.map(({ message }) => message), closes };
    const failed = new Map<number, Turn>();
    const started = await options.commit(turn, (part) => failed.set(customerOf(part), part));
    state.hasFailed = false;
    state.outage.worked();
    const isWritten = ({ customerId }: { customerId: number }) => !failed.has(customerId);
    noteWritten(pipeline, outcomes.filter(isWritten));
    handOut(
      options,
      starts.filter(({ message }) => isWritten(message)),
      started,
    );
    if (failed.size > 0) {
      takeBack(
        options,
        starts.filter(({ message }) => !isWritten(message)),
      );
      for (const [customerId, part] of failed) state.aside.add(customerId, { ...part, starts: [] });
      giveBack(pipeline, (message) => !isWritten(message));
    }
    if (outcomes.length + closes.length > 0 && isDrained(pipeline)) options.drained?.();
    return 'written';
  } catch (error) {
    // The commit may have happened all the same; commitTurn can be repeated.
    pipeline.outcomes = outcomes.concat(pipeline.outcomes);
    pipeline.closes = closes.concat(pipeline.closes);
    takeBack(options, starts);
    // A connection that was lost says nothing about the commit; after it there is none to be lost.
    if (!state.hasFailed && storeTrouble(error)?.kind === 'gone')
      for (const { message } of starts) pipeline.inFlight.add(message.id);
    state.hasFailed = true;
    state.outage.failed(error, { waiting: pipeline.outcomes.length });
    return 'failed';
  }
}

/** Of a customer that waits everything waits, and nothing begins. */
function keepAside<M extends Queued>(pipeline: Pipeline<M>, aside: Aside): void {
  if (aside.isEmpty()) return;
  const waits = ({ customerId }: { customerId: number }) => aside.has(customerId);
  giveBack(pipeline, waits);
  for (const outcome of pipeline.outcomes.filter(waits))
    aside.add(outcome.customerId, { outcomes: [outcome], starts: [] });
  for (const close of pipeline.closes.filter(waits))
    aside.add(close.customerId, { outcomes: [], starts: [], closes: [close] });
  pipeline.outcomes = pipeline.outcomes.filter((outcome) => !waits(outcome));
  pipeline.closes = pipeline.closes.filter((close) => !waits(close));
}

/** The customer of a part that is one customer's. */
function customerOf({ outcomes, starts, closes = [] }: Turn): number {
  return [...outcomes, ...starts, ...closes][0]?.customerId ?? 0;
}

function noteWritten<M extends Queued>(pipeline: Pipeline<M>, outcomes: Turn['outcomes']): void {
  for (const { id, isUnstarted, state, batch } of outcomes) {
    pipeline.open.delete(id);
    pipeline.inFlight.delete(id);
    if (!isUnstarted || state === 'deferred') noteRow(pipeline, batch);
  }
}

/** Resolves when the next turn may begin; at once when there is no lane to wait for. */
async function untilDue<M extends Queued>(
  { pipeline, pace = TURN_PACES.file }: TurnOptions<M>,
  state: TurnState,
): Promise<void> {
  const { signals, underWay } = pipeline;
  for (;;) {
    const passed = performance.now() - state.begunAt;
    if (pipeline.ended || underWay.size === 0 || passed >= pace.most) return;
    const isEnough = areEnough(Math.min(lanesWaiting(pipeline), messagesWaiting(pipeline)), underWay.size);
    if (isEnough && passed >= pace.least) return;
    signals.lanes.lower();
    await signals.lanes.wait((isEnough ? pace.least : pace.most) - passed);
  }
}

function handOut<M extends Queued>(
  options: TurnOptions<M>,
  starts: readonly Start<M>[],
  started: ReadonlySet<Attempt>,
): void {
  const { pipeline } = options;
  const stopped = new Set<number>(); // campaigns
  for (const { message, lane } of starts) {
    const isStarted = started.has(message);
    if (isStarted) pipeline.inFlight.add(message.id);
    if (isStarted && !pipeline.ended) {
      pipeline.underWay.add(message.id);
      lane.give(message);
      continue;
    }
    pipeline.outcomes.push(givenBack(message, pipeline.clock.now(), { isUnstarted: !isStarted }));
    putBack(options, message, lane);
    if (!isStarted) stopped.add(message.campaignId);
    if (!isStarted) pipeline.open.delete(message.id);
  }
  // Paused, perhaps being edited: what was claimed before must not go out with the old content
  // after an unpause.
  if (stopped.size > 0) giveBack(pipeline, (message) => stopped.has(message.campaignId));
}

function takeBack<M extends Queued>(options: TurnOptions<M>, starts: readonly Start<M>[]): void {
  addMessages(
    options.pipeline,
    starts.map(({ message }) => message),
  );
  for (const { message, lane } of starts) putBack(options, message, lane);
}

/** The message does not go over this lane after all. */
function putBack<M extends Queued>(
  { pipeline, throttling }: TurnOptions<M>,
  { campaignId, destination }: M,
  lane: WaitingLane<M>,
): void {
  throttling.giveBack({ relayId: lane.relayId, campaignId, destination });
  if (lane.next) lane.give(undefined);
  else addLane(pipeline, lane, { isFirst: true });
}

/** A member of a batch has a row of work or a message now; with the last one, the batch is done. */
function noteRow<M extends Queued>({ closes }: Pipeline<M>, batch: BatchClaim | null): void {
  if (!batch) return;
  batch.left -= 1;
  if (batch.left === 0) closes.push(batch);
}
