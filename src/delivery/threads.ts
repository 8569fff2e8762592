// The workers of one process, each in a thread with its own connections to the store, so that they
// take no time from the web. A thread that dies is replaced; its claims are recovered when its
// lease has expired.
import { Worker } from 'node:worker_threads';
import type { RestMemory } from '../coordination/rest.ts';
import type { Logger } from '../kernel/log.ts';
import type { Snapshot } from '../metrics/registry.ts';
import type { FetchAllow } from '../network/fetch-allow.ts';
import type { UsableRelay } from '../relays/usable.ts';
import type { StorePlace } from '../storage/db.ts';
import { storeTrouble, troubleText } from '../storage/trouble.ts';
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
  /** Four bytes, shared with the thread: it writes BEGUN there before it delivers. */
  begun: SharedArrayBuffer;
};

/** Orders to a thread. */
export type ThreadOrder = 'nudge' | 'stop' | 'measure';
/**
 * What a thread says: that others may have something to do now; at its end, how many messages are
 * open.
 */
export type ThreadReport = 'changed' | { open: number } | { measured: Snapshot };
export const BEGUN = 1;

type Thread = { begun: SharedArrayBuffer; ended: Promise<void> };

const RESTART_MS = 1_000;
/** How long a thread may take to say what it has measured. */
const MEASURE_MS = 1_000;
const YOUNG_MB = 16;

const hasBegun = (begun: SharedArrayBuffer) => Atomics.load(new Int32Array(begun), 0) === BEGUN;

/**
 * Starts the threads, which share the lanes of each relay. `trouble`: why not all of them run;
 * `measure`: what they have measured.
 */
export function startDeliveryThreads(
  options: Omit<ThreadOptions, 'lanesShare' | 'begun'> & { workers: number; changed?(): void },
  log: Logger,
): Delivery & { trouble(): string | undefined; measure(): Promise<Snapshot[]> } {
  const { workers, changed, ...shared } = options;
  const threads = new Map<Worker, Thread>();
  const restarts = new Set<NodeJS.Timeout>();
  let stopping = false;
  let fault: string | undefined; // of the last thread that died of one
  let open = 0;

  function start(place: number): void {
    const begun = new SharedArrayBuffer(4);
    const workerData: ThreadOptions = { ...shared, lanesShare: 1 / workers, begun };
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData,
      name: `delivery ${place}`,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB }, // messages live for milliseconds
    });
    const ended = Promise.withResolvers<void>();
    threads.set(thread, { begun, ended: ended.promise });
    thread.on('message', (report: ThreadReport) => {
      if (report === 'changed') changed?.();
      else if ('open' in report) open += report.open;
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
      // Not unref'd: in a process that only sends, nothing else keeps it alive.
      if (!stopping) restart(place);
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

  const tell = (order: ThreadOrder) => {
    for (const thread of threads.keys()) thread.postMessage(order);
  };

  for (let place = 1; place <= workers; place += 1) start(place);
  return {
    nudge: () => tell('nudge'),
    async measure() {
      const begun = [...threads].filter(([, thread]) => hasBegun(thread.begun)).map(([thread]) => thread);
      return (await Promise.all(begun.map(measurementOf))).filter((one) => one !== undefined);
    },
    trouble() {
      const running = [...threads.values()].filter(({ begun }) => hasBegun(begun)).length;
      if (running === workers) fault = undefined;
      return fault && `Of ${workers} threads that deliver ${running} run. ${fault}`;
    },
    async stop() {
      stopping = true;
      for (const timer of restarts) clearTimeout(timer);
      for (const [thread, { begun }] of threads) {
        if (hasBegun(begun)) thread.postMessage('stop' satisfies ThreadOrder);
        else void thread.terminate(); // it is still loading, which takes long on a busy machine: nothing has begun
      }
      await Promise.all([...threads.values()].map(({ ended }) => ended));
      return open;
    },
  };
}

/** What a thread has measured; undefined when it does not say, as it ended or is busy. */
async function measurementOf(thread: Worker): Promise<Snapshot | undefined> {
  const { promise, resolve } = Promise.withResolvers<Snapshot | undefined>();
  const hear = (report: ThreadReport) => {
    if (report !== 'changed' && 'measured' in report) resolve(report.measured);
  };
  const late = setTimeout(() => resolve(undefined), MEASURE_MS);
  const gone = () => resolve(undefined);
  thread.on('message', hear);
  thread.once('exit', gone);
  thread.postMessage('measure' satisfies ThreadOrder);
  const measured = await promise;
  clearTimeout(late);
  thread.off('message', hear);
  thread.off('exit', gone);
  return measured;
}
