// Work that is seldom and heavy, in a thread of its own, one job after the other: what it loads and
// takes is given back when it was not used for a while, or when a job broke it.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * A function that does a job in the thread, which answers each message with one. Rejects with the
 * error that ended the thread, or when it takes too long. @param patienceMs for one job
 * @param idleMs how long it may rest before it ends
 */
export function inIdleThread<Job, Result>(
  url: URL,
  {
    name,
    patienceMs = 60_000,
    idleMs = 60_000,
    memoryMb,
  }: { name: string; patienceMs?: number; idleMs?: number; memoryMb?: number },
): (job: Job) => Promise<Result> {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
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
  return (job) => {
    const result = last.then(() => run(job));
    last = result.catch(() => undefined);
    return result;
  };
}
