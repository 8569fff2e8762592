// The workers of one process, each in a thread with its own connections to the store, so that they
// take no time from the web. A thread that dies is replaced; its claims are recovered when its
// lease has expired. Threads that had nothing to do for long end, until there is something
// (asleep.ts).
import { Worker } from 'node:worker_threads';
import { type RestMemory, restOf } from '../coordination/rest.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/log.ts';
import { addSnapshots, countsOf, type Snapshot } from '../metrics/registry.ts';
import type { FetchAllow } from '../network/fetch-allow.ts';
import type { UsableRelay } from '../relays/usable.ts';
import type { Db, StorePlace } from '../storage/db.ts';
import { storeTrouble, troubleText } from '../storage/trouble.ts';
import { newSleep } from './asleep.ts';
import type { Delivery } from './worker.ts';

/** What a thread needs to open everything for itself: plain data. */
export type ThreadOptions = {
  store: StorePlace;
  baseUrl: string;
  isBaseUrlDefault: boolean;
  secret: string;
  relay?: UsableRelay | undefined;
  returnAddress?: string | undefined;
  expireHours: number;
  stopMs: number;
  fetchAllow: FetchAllow;
  unknownTags: 'send' | 'stop';
  lanesShare: number;
  logLevel: string;
  /** How long to rest, when somebody wakes the threads (nudge). */
  rest?: RestMemory | undefined;
  /** How long all of them rest before they end; default: a minute. */
  sleepMs?: number | undefined;
  /** Four bytes, shared with the thread: it writes BEGUN there before it delivers. */
  begun: SharedArrayBuffer;
};

/** Orders to a thread. */
export type ThreadOrder = 'nudge' | 'stop' | 'measure';
/**
 * What a thread says: that others may have something to do now, that its worker is registered, that
 * it had nothing to do for long; what it has measured; at its end, how many messages are open.
 */
export type ThreadReport = 'changed' | 'registered' | 'rested' | { open?: number; measured?: Snapshot };
export const BEGUN = 1;

/**
 * `restedAt`: when it said so last, by performance.now(); `measured`: what it said last of that.
 */
type Thread = { begun: SharedArrayBuffer; ended: Promise<void>; restedAt: number; measured: Snapshot };

const RESTART_MS = 1_000;
/** How long a thread may take to say what it has measured. */
const MEASURE_MS = 1_000;
/** Longer than from one look of a resting worker to the next. */
const RESTED_MS = 15_000;

const hasBegun = (begun: SharedArrayBuffer) => Atomics.load(new Int32Array(begun), 0) === BEGUN;

/** `db` and `clock` are the main thread's. */
type Options = Omit<ThreadOptions, 'lanesShare' | 'begun'> & {
  db: Db;
  clock: Clock;
  workers: number;
  changed?(): void;
};

type Threads = Delivery & {
  /** Something will be to do in a moment: threads that sleep are woken. */
  expect(): void;
  /** Why not all of them run. */
  trouble(): string | undefined;
  /** What they have measured, and those that ended. */
  measure(): Promise<Snapshot[]>;
};

/** Starts the threads, which share the lanes of each relay. */
export function startDeliveryThreads({ workers, changed, db, clock, ...shared }: Options, log: Logger): Threads {
  const threads = new Map<Worker, Thread>();
  const restarts = new Set<NodeJS.Timeout>();
  let stopping = false;
  let fault: string | undefined; // of the last thread that died of one
  let open = 0;
  let past: Promise<Snapshot> = Promise.resolve([]); // counts of threads that ended
  const tell = (order: ThreadOrder) => {
    for (const thread of threads.keys()) thread.postMessage(order);
  };
  const { rest } = shared;
  const sleep = newSleep(rest && { ...shared, db, clock, log, rest: restOf(rest), threads: workers }, {
    haveEnded: () => threads.size === 0,
    end: () => tell('stop'),
    start() {
      if (!stopping) for (let place = 1; place <= workers; place += 1) start(place);
    },
  });
  const haveRested = () => {
    const since = performance.now() - RESTED_MS;
    return [...threads.values()].filter(({ restedAt }) => restedAt >= since).length === workers;
  };

  function start(place: number): void {
    const begun = new SharedArrayBuffer(4);
    const workerData: ThreadOptions = { ...shared, lanesShare: 1 / workers, begun };
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData, name: `delivery ${place}` });
    const ended = Promise.withResolvers<void>();
    const state: Thread = { begun, ended: ended.promise, restedAt: Number.NEGATIVE_INFINITY, measured: [] };
    threads.set(thread, state);
    thread.on('message', (report: ThreadReport) => {
      if (report === 'changed') changed?.();
      else if (report === 'registered') sleep.over();
      else if (report === 'rested') {
        state.restedAt = performance.now();
        if (!stopping && haveRested() && sleep.begin()) fault = undefined;
      } else {
        open += report.open ?? 0;
        state.measured = report.measured ?? state.measured;
      }
    });
    thread.on('error', (error) => {
      const trouble = storeTrouble(error)?.text;
      const told = trouble ?? 'Its log has the reason.';
      if (trouble !== undefined && told === fault) return; // reported once, until threads run again
      fault = told;
      const known = trouble === undefined ? { err: error } : { reason: troubleText(error) };
      log.error({ event: 'delivery.thread-failed', thread: place, ...known });
    });
    thread.on('exit', () => {
      threads.delete(thread);
      past = past.then((counts) => addSnapshots([counts, countsOf(state.measured)]));
      // Not unref'd: in a process that only sends, nothing else keeps it alive.
      if (!stopping && !sleep.ended()) restart(place);
      ended.resolve();
    });
  }

  function restart(place: number): void {
    const timer = setTimeout(() => {
      restarts.delete(timer);
      start(place);
    }, RESTART_MS);
    restarts.add(timer);
  }

  for (let place = 1; place <= workers; place += 1) start(place);
  return {
    nudge() {
      tell('nudge');
      sleep.nudge();
    },
    expect: sleep.expect,
    async measure() {
      await Promise.all([...threads].filter(([, { begun }]) => hasBegun(begun)).map(([thread]) => measured(thread)));
      const running = [...threads.values()].map((thread) => thread.measured); // now: what ends next is in the past
      return [await past, ...running];
    },
    trouble() {
      const running = [...threads.values()].filter(({ begun }) => hasBegun(begun)).length;
      if (running === workers) fault = undefined;
      return fault && `Of ${workers} threads that deliver ${running} run. ${fault}`;
    },
    async stop() {
      stopping = true;
      for (const timer of restarts) clearTimeout(timer);
      await Promise.all([sleep.stop(), endAll(threads)]);
      return open;
    },
  };
}

async function endAll(threads: ReadonlyMap<Worker, Thread>): Promise<void> {
  for (const [thread, { begun }] of threads) {
    if (hasBegun(begun)) thread.postMessage('stop' satisfies ThreadOrder);
    else void thread.terminate(); // it is still loading, which takes long on a busy machine: nothing has begun
  }
  await Promise.all([...threads.values()].map(({ ended }) => ended));
}

/** Waits until a thread has said what it has measured, has ended, or is too busy for it. */
async function measured(thread: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const hear = (report: ThreadReport) => {
    if (typeof report === 'object' && report.measured) resolve();
  };
  const late = setTimeout(resolve, MEASURE_MS);
  thread.on('message', hear);
  thread.once('exit', resolve);
  thread.postMessage('measure' satisfies ThreadOrder);
  await promise;
  clearTimeout(late);
  thread.off('message', hear);
  thread.off('exit', resolve);
}
