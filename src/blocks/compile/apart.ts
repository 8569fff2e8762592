// Compiles mails of blocks in a thread, one after the other: the compiler takes a second to load
// and 50 MB, which are given back when it was not used for a while.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { MailJob } from './mail.ts';

const PATIENCE_MS = 60_000;
const IDLE_MS = 60_000;

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/** The HTML of a mail. Rejects with the compiler's error. */
export function compileMail(job: MailJob): Promise<string> {
  const result = last.then(() => compileInThread(job));
  last = result.catch(() => undefined);
  return result;
}

async function compileInThread(job: MailJob): Promise<string> {
  clearTimeout(idle);
  thread ??= new Worker(new URL('./thread.ts', import.meta.url), { name: 'blocks' });
  thread.ref();
  try {
    const answer = once(thread, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) });
    thread.postMessage(job);
    const [html] = await answer;
    thread.unref();
    idle = setTimeout(() => void end(), IDLE_MS).unref();
    return html as string;
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
