// Reads the rows of a file in a thread of its own, so that checking and storing use two processors.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { parseRows, type RowBatch, type RowsJob } from './rows.ts';

/** Below this size, starting a thread takes longer than it saves. */
const OWN_THREAD_BYTES = 2_000_000;

/** The rows of a file, a batch at a time and in order. @param chunks its bytes */
export function batchesOf(job: RowsJob, chunks: AsyncIterable<Buffer>): AsyncIterable<RowBatch> {
  return job.file.bytes < OWN_THREAD_BYTES ? parseRows(job, chunks) : readRowsAside(job, chunks);
}

/** What the thread says: a batch, or that it has room for the next piece of the file. */
export type FromThread = { batch: RowBatch } | 'next-chunk';
/** What it is told: that there is room for another batch, or the next piece; null: that was all. */
export type ToThread = 'next-batch' | { chunk: Uint8Array | null };

async function* readRowsAside(job: RowsJob, chunks: AsyncIterable<Buffer>): AsyncGenerator<RowBatch> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 },
  });
  const tell = (word: ToThread) => worker.postMessage(word);
  const source = chunks[Symbol.asyncIterator]();
  const waiting: RowBatch[] = [];
  let ended = false;
  let failure: unknown;
  let wake: (() => void) | undefined;
  const fail = (error: unknown) => {
    failure ??= error;
    wake?.();
  };
  worker.on('message', (word: FromThread) => {
    if (word === 'next-chunk') {
      source.next().then(({ done, value }) => tell({ chunk: done ? null : value }), fail);
    } else {
      waiting.push(word.batch);
      wake?.();
    }
  });
  worker.on('error', fail);
  worker.on('exit', () => {
    ended = true;
    wake?.();
  });
  try {
    for (;;) {
      const batch = waiting.shift();
      if (batch) {
        tell('next-batch');
        yield batch;
      } else if (failure !== undefined) {
        throw failure;
      } else if (ended) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    if (!ended) {
      void worker.terminate();
      await once(worker, 'exit');
    }
    await source.return?.();
  }
}
