// The turn: one write transaction outstanding at a time. Everything that arrives meanwhile (outcomes, lanes that are
// free) joins the next one, so that exactness costs a commit per turn and not per message. Holds what must not be lost in
// memory: when the store cannot be written (disk full, database away), outcomes wait here and are tried again.
import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import type { Outcome, Turn } from './record.ts';

/** A claimed message, as far as this file needs to know it. */
type Queued = { id: number; campaignId: number };

export type Turns<M extends Queued> = {
  /** Messages that were claimed for us. */
  add(messages: readonly M[]): void;
  /** The next message, committed as in flight: send it now. Undefined when none came within `idleMs`, or at the end. */
  next(idleMs: number): Promise<M | undefined>;
  /** What became of a message that `next` gave. */
  settle(outcome: Outcome): void;
  /** Gives claimed messages that match back to the store as pending. */
  giveBack(which?: (message: M) => boolean): void;
  /** Looks again: what `mayStart` says has changed. */
  wake(): void;
  /** Claimed messages waiting for a lane, and lanes waiting for a message. */
  counts(): { queued: number; waiting: number };
  /** No message goes out any more: waiting lanes get undefined, what is queued goes back. */
  end(): void;
  /** Resolves when everything that was said is in the store. */
  written(): Promise<void>;
};

type Waiting<M> = { give(message: M | undefined): void };

/** With fewer messages in the queue the next batch is asked for, so that it is there before lanes wait. */
const LOW = 100;
const RETRY_MS = { first: 100, longest: 5_000 };

/**
 * @param commit writes a turn; gives the ids that may go out
 * @param onLow called when more messages could be used
 */
export function openTurns<M extends Queued>(options: {
  commit(turn: Turn): Promise<Set<number>>;
  onLow(): void;
  /** False while our lease is not sure: nothing is put in flight. */
  mayStart(): boolean;
  now(): number;
  log: Logger;
}): Turns<M> {
  let queue: M[] = [];
  let outcomes: Outcome[] = [];
  let waiting: Waiting<M>[] = [];
  let writing: Promise<void> | undefined;
  let ended = false;

  const canStart = () => waiting.length > 0 && queue.length > 0 && options.mayStart();
  const wake = () => {
    writing ??= write().finally(() => {
      writing = undefined;
      if (outcomes.length > 0 || canStart()) wake(); // something came between the last look and here
    });
  };

  async function write(): Promise<void> {
    let retryMs = RETRY_MS.first;
    // After the current phase of the event loop: lanes that become free in it share the transaction.
    await new Promise(setImmediate);
    while (outcomes.length > 0 || canStart()) {
      const done = outcomes;
      outcomes = [];
      const starts = canStart() ? queue.splice(0, waiting.length) : [];
      const lanes = waiting.splice(0, starts.length);
      try {
        const started = await options.commit({ outcomes: done, starts: starts.map((message) => message.id) });
        retryMs = RETRY_MS.first;
        handOut(starts, lanes, started);
        if (queue.length < LOW) options.onLow();
      } catch (error) {
        // The commit may have happened all the same; commitTurn can be repeated.
        outcomes = done.concat(outcomes);
        queue = starts.concat(queue);
        waiting = lanes.concat(waiting);
        options.log.error({ event: 'delivery.store-failed', reason: asError(error).message, waiting: outcomes.length });
        await sleep(retryMs);
        retryMs = Math.min(retryMs * 2, RETRY_MS.longest);
      }
      if (ended) dismiss();
    }
    if (queue.length < LOW) options.onLow();
  }

  function handOut(messages: M[], lanes: Waiting<M>[], started: Set<number>): void {
    const stopped = new Set<number>();
    for (const message of messages) {
      const lane = started.has(message.id) && !ended ? lanes.shift() : undefined;
      if (lane) lane.give(message);
      else outcomes.push(backToPending(message));
      if (!started.has(message.id)) stopped.add(message.campaignId);
    }
    waiting = lanes.concat(waiting);
    // Paused, perhaps being edited: what was claimed before must not go out with the old content after an unpause.
    if (stopped.size > 0) giveBack((message) => stopped.has(message.campaignId));
  }

  function backToPending(message: M): Outcome {
    return { messageId: message.id, state: 'pending', reply: null, nextAttemptAt: null, at: options.now() };
  }

  function giveBack(which: (message: M) => boolean = () => true): void {
    outcomes.push(...queue.filter(which).map(backToPending));
    queue = queue.filter((message) => !which(message));
    if (outcomes.length > 0) wake();
  }

  function dismiss(): void {
    for (const lane of waiting.splice(0)) lane.give(undefined);
    giveBack();
  }

  return {
    add(messages) {
      queue.push(...messages);
      if (ended) giveBack();
      else wake();
    },
    next(idleMs) {
      if (ended) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const lane: Waiting<M> = {
          give(message) {
            clearTimeout(timer);
            resolve(message);
          },
        };
        const timer = setTimeout(() => {
          const place = waiting.indexOf(lane);
          if (place < 0) return; // in a turn that is being written: its message is on the way
          waiting.splice(place, 1);
          resolve(undefined);
        }, idleMs);
        waiting.push(lane);
        wake();
      });
    },
    settle(outcome) {
      outcomes.push(outcome);
      wake();
    },
    giveBack,
    wake,
    counts: () => ({ queued: queue.length, waiting: waiting.length }),
    end() {
      ended = true;
      dismiss();
    },
    async written() {
      for (; writing !== undefined; await writing);
    },
  };
}
