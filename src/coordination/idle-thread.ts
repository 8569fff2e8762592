// Work that is seldom and heavy, in a thread of its own, one job after the other: what it loads and
// takes is given back when it was not used for a while, or when a job broke it. Customers take
// turns, so that nobody waits for all that another one has asked for.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '../kernel/durations.ts';

/**
 * A function that does a job of a customer in the thread, which answers each message with one.
 * Rejects with the error that ended the thread, or when it takes too long. @param patienceMs for
 * one job @param idleMs how long it may rest before it ends
 */
export function inIdleThread<Job, Result>(
  url: URL,
  {
    name,
    patienceMs = MINUTE_MS,
    idleMs = MINUTE_MS,
    memoryMb,
  }: { name: string; patienceMs?: number; idleMs?: number; memoryMb?: number },
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
  async function run(job: Job): Promise<Result> {
    clearTimeout(idle);
    thread ??= new Worker(url, { name, ...(memoryMb && { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }) });
    thread.ref();
    try {
      const answer = once(thread, 'message', { signal: AbortSignal.timeout(patienceMs) });
      thread.postMessage(job);
      const [result] = await answer;
      thread.unref();
      idle = setTimeout(() => void end(), idleMs).unref();
      return result as Result;
    } catch (error) {
      await end();
      throw error;
    }
  }
  async function goOn(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (const [customerId, [first, ...others]] of waiting) {
      waiting.delete(customerId);
      if (others.length > 0) waiting.set(customerId, others); // behind everybody else, and still in this loop
      await first?.();
    }
    isBusy = false;
  }
  return (job, customerId) =>
    new Promise((resolve, reject) => {
      const jobs = waiting.get(customerId) ?? [];
      waiting.set(customerId, [...jobs, () => run(job).then(resolve, reject)]);
      void goOn();
    });
}
