// Parses documents in a thread, which is ended when one takes too long or too much memory, and
// restarted with the next.
import { Worker } from 'node:worker_threads';
import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import type { FeedKind } from './items.ts';
import { UnreadableError } from './unreadable.ts';

/** A document and the address it came from. */
export type FetchedDocument = { kind: FeedKind; text: string; url: string };
export type ReadResult = { content: string } | { fault: Sentence };

export type Reader = {
  /** @returns what items.ts makes of it; rejects with UnreadableError */
  read(reading: FetchedDocument): Promise<string>;
  stop(): Promise<void>;
};

const PATIENCE_MS = 3_000;
/** Limit for starting the thread, which does not count against the document. */
const START_MS = 20_000;
const MEMORY_MB = 128;
const IDLE_MS = 30_000;

/**
 * Opens a reader; its thread starts with the first document. Documents are parsed one after the
 * other.
 */
export function openReader(patienceMs = PATIENCE_MS): Reader {
  let thread: Promise<Worker> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let stopped = false;

  async function read(reading: FetchedDocument): Promise<string> {
    clearTimeout(idle);
    if (stopped) throw new UnreadableError(say('feed-stopped'));
    thread ??= startThread();
    let worker: Worker;
    try {
      worker = await thread;
    } catch {
      thread = undefined;
      throw new UnreadableError(say('feed-busy'));
    }
    const result = await ask(worker, reading, patienceMs);
    if ('broken' in result) await end();
    else idle = setTimeout(() => void end(), IDLE_MS).unref();
    if ('content' in result) return result.content;
    throw new UnreadableError('fault' in result ? result.fault : say('feed-slow'));
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = thread;
    thread = undefined;
    await (await ending?.catch(() => undefined))?.terminate();
  }

  return {
    read(reading) {
      const result = last.then(() => read(reading));
      last = result.catch(() => undefined);
      return result;
    },
    async stop() {
      stopped = true;
      await end();
      await last;
    },
  };
}

async function startThread(): Promise<Worker> {
  const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), {
    name: 'feed reader',
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  worker.unref();
  // The first reply shows that everything is loaded.
  const started = await ask(worker, { kind: 'remote', text: '', url: 'http://localhost/' }, START_MS);
  if (!('broken' in started)) return worker;
  await worker.terminate();
  throw new Error('The reader of feeds did not start.');
}

function ask(worker: Worker, reading: FetchedDocument, ms: number): Promise<ReadResult | { broken: true }> {
  return new Promise((resolve) => {
    const done = (result: ReadResult | { broken: true }) => {
      clearTimeout(timer);
      worker.off('message', done).off('error', broken).off('exit', broken);
      resolve(result);
    };
    const broken = () => done({ broken: true });
    const timer = setTimeout(broken, ms);
    worker.on('message', done).on('error', broken).on('exit', broken);
    worker.postMessage(reading);
  });
}
