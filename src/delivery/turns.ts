// The turn: one write transaction outstanding at a time. Everything that arrives meanwhile (outcomes, lanes that are
// free) joins the next one, so that exactness costs a commit per turn and not per message. Holds what must not be lost in
// memory: when the store cannot be written (disk full, database away), outcomes wait here and are tried again.
import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import { attemptOf, type BatchClaim } from '../messages/turn.ts';
import { givenBack } from './give-back.ts';
import type { Queue, Queued } from './queue.ts';
import type { Outcome, Turn } from './record.ts';

export type Turns<M extends Queued> = {
  /** Messages that were claimed for us. */
  add(messages: readonly M[]): void;
  /**
   * The next message for a lane of the relay, committed as in flight: send it now. Undefined when none came within
   * `idleMs`, or at the end.
   */
  next(relayId: number, idleMs: number): Promise<M | undefined>;
  /** Lanes of the relay that wait for a message get none. */
  release(relayId: number): void;
  /** What became of messages that `next` gave, or that were taken out of the queue. */
  settle(...outcomes: Outcome[]): void;
  /** Gives claimed messages that match back to the store as pending. */
  giveBack(which?: (message: M) => boolean): void;
  /** Looks again: what `mayStart` or the queue says has changed. */
  wake(): void;
  /**
   * Claimed messages waiting for a lane, and lanes waiting for a message. `open`: messages that the store may have in flight,
   * as nothing else is written of them yet.
   */
  counts(): { queued: number; waiting: number; open: number };
  /** No message goes out any more: waiting lanes get undefined, what is queued goes back. */
  end(): void;
  /** Resolves when everything that was said is in the store. */
  written(): Promise<void>;
};

type Waiting<M> = { relayId: number; give(message: M | undefined): void };
/** A message and the lane that sends it once it is committed as in flight. */
type Start<M> = { message: M; lane: Waiting<M> };

/** With fewer messages in the queue the next batch is asked for, so that it is there before lanes wait. */
const LOW = 250;
const TURN_MS = 2;
const RETRY_MS = { first: 100, longest: 5_000 };
/** How long to wait when nothing in the queue may go: throttling says, within these limits. */
const PAUSE_MS = { shortest: 2, longest: 500 };

/**
 * @param queue what was claimed; `take` decides whose turn it is
 * @param weightOf share of a relay among those with lanes that wait
 * @param commit writes a turn; gives the ids that may go out
 * @param onUnused a message that was taken for a relay does not go over it after all
 * @param onLow called when more messages could be used
 * @param turnMs a turn costs the more a message the fewer it is for: while lanes are at work, the next one begins at the
 *   earliest so long after the last one began
 */
export function openTurns<M extends Queued>(options: {
  queue: Queue<M>;
  weightOf(relayId: number): number;
  commit(turn: Turn): Promise<Set<string>>;
  onUnused(message: M, relayId: number): void;
  onLow(): void;
  /** False while our lease is not sure: nothing is put in flight. */
  mayStart(): boolean;
  now(): number;
  log: Logger;
  turnMs?: number;
}): Turns<M> {
  const { queue, turnMs = TURN_MS } = options;
  const waiting = new Map<number, Waiting<M>[]>(); // by relay
  const shares = new Map<number, number>(); // by relay: messages over weight, so that the one with least goes first
  let outcomes: Outcome[] = [];
  const underWay = new Set<string>(); // messages that lanes have
  const open = new Set<string>(); // those, and what was or may have been written as in flight, and has no end yet
  let closes: BatchClaim[] = []; // batches all of whose members have been started, or put off
  let begunAt = Number.NEGATIVE_INFINITY;
  let begin: (() => void) | undefined; // the turn that waits to begin
  let writing: Promise<void> | undefined;
  let pause: NodeJS.Timeout | undefined;
  let ended = false;

  const wake = () => {
    clearTimeout(pause);
    pause = undefined;
    writing ??= write().finally(() => {
      writing = undefined;
      if (outcomes.length > 0 || closes.length > 0)
        wake(); // something came between the last look and here
      else waitForPermits();
    });
  };

  /** Lanes and messages are there, but no message may go at the moment. */
  function waitForPermits(): void {
    const at = queue.soonest();
    if (pause || ended || waitingCount() === 0 || queue.size() === 0) return;
    const ms = Math.min(Math.max(at - options.now(), PAUSE_MS.shortest), PAUSE_MS.longest);
    pause = setTimeout(wake, ms);
  }

  async function write(): Promise<void> {
    let retryMs = RETRY_MS.first;
    // After the current phase of the event loop: lanes that become free in it share the transaction.
    await new Promise(setImmediate);
    for (;;) {
      await due();
      begunAt = performance.now();
      const done = outcomes;
      outcomes = [];
      const over = closes;
      closes = [];
      const starts = assign();
      if (queue.size() < LOW) options.onLow();
      if (done.length === 0 && starts.length === 0 && over.length === 0) return;
      for (const { message } of starts) open.add(message.id);
      try {
        const turn = { outcomes: done, starts: starts.map(({ message }) => attemptOf(message)), closes: over };
        const started = await options.commit(turn);
        for (const { id } of done) open.delete(id);
        retryMs = RETRY_MS.first;
        for (const outcome of done) if (outcome.isUnstarted && outcome.state === 'deferred') hasLeft(outcome.batch);
        handOut(starts, started);
      } catch (error) {
        // The commit may have happened all the same; commitTurn can be repeated.
        outcomes = done.concat(outcomes);
        closes = over.concat(closes);
        takeBack(starts);
        options.log.error({ event: 'delivery.store-failed', reason: asError(error).message, waiting: outcomes.length });
        await sleep(retryMs);
        retryMs = Math.min(retryMs * 2, RETRY_MS.longest);
      }
      if (ended) dismiss();
    }
  }

  /** Resolves when the next turn may begin; at once when there is no lane to wait for. */
  function due(): Promise<void> {
    const leftMs = begunAt + turnMs - performance.now();
    if (ended || leftMs <= 0 || underWay.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => begin?.(), leftMs);
      begin = () => {
        clearTimeout(timer);
        begin = undefined;
        resolve();
      };
    });
  }

  /** A message for each lane that waits, as far as there are any that may go. */
  function assign(): Start<M>[] {
    const starts: Start<M>[] = [];
    if (ended || queue.size() === 0 || !options.mayStart()) return starts;
    const relays = [...waiting.keys()];
    while (relays.length > 0) {
      const place = leastServed(relays);
      const relayId = relays[place] ?? 0;
      const lanes = waiting.get(relayId) ?? [];
      const message = lanes.length > 0 ? queue.take(relayId) : undefined;
      const lane = message && lanes.shift();
      if (!message || !lane) {
        relays.splice(place, 1);
        continue;
      }
      count(relayId);
      starts.push({ message, lane });
    }
    return starts;
  }

  function leastServed(relays: readonly number[]): number {
    let least = 0;
    for (let i = 1; i < relays.length; i += 1) {
      if ((shares.get(relays[i] ?? 0) ?? 0) < (shares.get(relays[least] ?? 0) ?? 0)) least = i;
    }
    return least;
  }

  function count(relayId: number): void {
    const share = (shares.get(relayId) ?? 0) + 1 / options.weightOf(relayId);
    shares.set(relayId, share);
    // Old times weigh less and less: a relay that was away does not get everything when it is back.
    if (share > 1_000) for (const [id, old] of shares) shares.set(id, old / 2);
  }

  function handOut(starts: readonly Start<M>[], started: ReadonlySet<string>): void {
    const stopped = new Set<number>(); // campaigns
    for (const { message, lane } of starts) {
      const isStarted = started.has(message.id);
      if (isStarted) hasLeft(message.batch);
      if (isStarted && !ended) {
        underWay.add(message.id);
        lane.give(message);
        continue;
      }
      outcomes.push(givenBack(message, options.now(), !isStarted));
      options.onUnused(message, lane.relayId);
      if (!isStarted) stopped.add(message.campaignId);
      if (!isStarted) open.delete(message.id);
      free(lane, true);
    }
    // Paused, perhaps being edited: what was claimed before must not go out with the old content after an unpause.
    if (stopped.size > 0) giveBack((message) => stopped.has(message.campaignId));
  }

  function takeBack(starts: readonly Start<M>[]): void {
    queue.add(starts.map(({ message }) => message));
    for (const { message, lane } of starts) {
      options.onUnused(message, lane.relayId);
      free(lane, true);
    }
  }

  function free(lane: Waiting<M>, first = false): void {
    const lanes = waiting.get(lane.relayId);
    if (!lanes) waiting.set(lane.relayId, [lane]);
    else if (first) lanes.unshift(lane);
    else lanes.push(lane);
  }

  /** A member of a batch has a row of its own now; with the last one, the batch is done. */
  function hasLeft(batch: BatchClaim | null): void {
    if (!batch) return;
    batch.left -= 1;
    if (batch.left === 0) closes.push(batch);
  }

  function giveBack(which?: (message: M) => boolean): void {
    outcomes.push(...queue.remove(which).map((message) => givenBack(message, options.now())));
    if (outcomes.length > 0) wake();
  }

  function dismiss(): void {
    for (const lane of [...waiting.values()].flatMap((lanes) => lanes.splice(0))) lane.give(undefined);
    giveBack();
  }

  function waitingCount(): number {
    let sum = 0;
    for (const lanes of waiting.values()) sum += lanes.length;
    return sum;
  }

  return {
    add(messages) {
      queue.add(messages);
      if (ended) giveBack();
      else wake();
    },
    next(relayId, idleMs) {
      if (ended) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const lane: Waiting<M> = {
          relayId,
          give(message) {
            clearTimeout(timer);
            resolve(message);
          },
        };
        let timer: NodeJS.Timeout;
        const startTimer = () => {
          timer = setTimeout(() => {
            const lanes = waiting.get(relayId) ?? [];
            const place = lanes.indexOf(lane);
            if (place < 0) return startTimer(); // in a turn that is being written
            lanes.splice(place, 1);
            resolve(undefined);
          }, idleMs);
        };
        startTimer();
        free(lane);
        wake();
      });
    },
    release(relayId) {
      for (const lane of waiting.get(relayId)?.splice(0) ?? []) lane.give(undefined);
    },
    settle(...done) {
      outcomes.push(...done);
      for (const { id } of done) underWay.delete(id);
      if (underWay.size === 0) begin?.();
      wake();
    },
    giveBack,
    wake,
    counts: () => ({ queued: queue.size(), waiting: waitingCount(), open: open.size }),
    end() {
      ended = true;
      clearTimeout(pause);
      begin?.();
      dismiss();
    },
    async written() {
      for (; writing !== undefined; await writing);
    },
  };
}
