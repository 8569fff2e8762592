// Work that is seldom and heavy, in a thread of its own, one job after the other: what it loads and
// takes is given back when it was not used for a while, or when a job broke it. Customers take
// turns, so that nobody waits for all that another one has asked for.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '../kernel/durations.ts';
import { AppError } from '../kernel/errors.ts';
import { type Sentence, say } from '../kernel/sentences/sentence.ts';

/** Twice what the longest pages need of their thread, whatever they hold. */
const MEMORY_MB = 1024;

/** `seconds` of wall clock, `memory` in MB. */
type Limits = { seconds: number; memory: number };

/** Aborted when the jobs of now are refused. */
let refusal = new AbortController();

/** Refuses all jobs that are not done, with `unavailable`: the server is about to end. */
export function refuseJobs(): void {
  refusal.abort();
  refusal = new AbortController();
}

/**
 * A function that does a job of a customer in the thread, which answers each message with one.
 * Rejects with the error that ended the thread, or with AppError `invalid` when a job takes too
 * long or too much memory. @param tooHeavy what is said then @param patienceMs for one job
 * @param memoryMb of JavaScript's objects @param idleMs how long it may rest before it ends
 */
export function inIdleThread<Job, Result>(
  url: URL,
  {
    name,
    tooHeavy,
    patienceMs = MINUTE_MS,
    idleMs = MINUTE_MS,
    memoryMb = MEMORY_MB,
  }: {
    name: string;
    tooHeavy: (limits: Limits) => Sentence;
    patienceMs?: number;
    idleMs?: number;
    memoryMb?: number;
  },
): (job: Job, customerId: number) => Promise<Result> {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const waiting = new Map<number, (() => Promise<void>)[]>(); // the customer whose turn it is first
  let isBusy = false;
  async function end(): Promise<void> {
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  }
  function start(): Worker {
    const started = new Worker(url, { name, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    started.on('error', () => undefined); // between jobs, and while it is being ended, nobody else listens
    started.on('exit', () => {
      if (thread === started) thread = undefined;
    });
    return started;
  }
  async function run(job: Job, refused: AbortSignal): Promise<Result> {
    if (refused.aborted) throw new AppError('unavailable', say('request-stopping'));
    clearTimeout(idle);
    thread ??= start();
    const mine = thread; // it may be gone, with an answer that is still to be read
    mine.ref();
    const patience = AbortSignal.timeout(patienceMs);
    try {
      const answer = once(mine, 'message', { signal: AbortSignal.any([patience, refused]) });
      mine.postMessage(job);
      const [result] = await answer;
      mine.unref();
      idle = setTimeout(() => void end(), idleMs).unref();
      return result as Result;
    } catch (error) {
      await end();
      if (refused.aborted) throw new AppError('unavailable', say('request-stopping'), { cause: error });
      if (!patience.aborted && (error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      throw new AppError('invalid', tooHeavy({ seconds: patienceMs / 1000, memory: memoryMb }), { cause: error });
    }
  }
  async function goOn(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (const [customerId, [first, ...others]] of waiting) {
      waiting.delete(customerId);
      if (others.length > 0) waiting.set(customerId, others); // after everybody else, and still in this loop
      await first?.();
    }
    isBusy = false;
  }
  return (job, customerId) =>
    new Promise((resolve, reject) => {
      const jobs = waiting.get(customerId) ?? [];
      const { signal } = refusal;
      waiting.set(customerId, [...jobs, () => run(job, signal).then(resolve, reject)]);
      void goOn();
    });
}
