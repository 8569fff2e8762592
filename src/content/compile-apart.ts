// Compiles large pages in a thread. A page that inlines its styles or is long may take seconds:
// meanwhile this thread answers requests and feeds its lanes. One page after the other.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CompiledMessage } from '../mail/mime/compile.ts';
import { type CompileJob, compileJob } from './compile-job.ts';

/** Texts up to this length compile in milliseconds, whatever they hold. */
const QUICK = 50_000;
/** Far above the time of the longest page. */
const PATIENCE_MS = 120_000;
const IDLE_MS = 10_000;

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Compiles a message: here when that is fast, else in the thread. Rejects with the compiler's
 * error.
 */
export async function compileApart(job: CompileJob): Promise<CompiledMessage> {
  if (isQuick(job)) return compileJob(job);
  const result = last.then(() => compileInThread(job));
  last = result.catch(() => undefined);
  return result;
}

function isQuick({ source: { html, text, inlineCss } }: CompileJob): boolean {
  return html.length + (text?.length ?? 0) <= QUICK && !(inlineCss && /<style/i.test(html));
}

async function compileInThread(job: CompileJob): Promise<CompiledMessage> {
  clearTimeout(idle);
  thread ??= new Worker(new URL('./compile-thread.ts', import.meta.url), { name: 'compiler' });
  thread.ref();
  try {
    const answer = once(thread, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) });
    thread.postMessage(job);
    const [compiled] = await answer;
    thread.unref();
    idle = setTimeout(() => void end(), IDLE_MS).unref();
    return JSON.parse(compiled) as CompiledMessage;
  } catch (error) {
    await end();
    throw error;
  }
}

async function end(): Promise<void> {
  const ending = thread;
  thread = undefined;
  await ending?.terminate();
}
