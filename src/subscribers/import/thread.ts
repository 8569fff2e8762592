// Reads the rows of a file on a thread of its own, so that checking and storing share the work of
// two processors.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { parseRows, type RowBatch, type RowsJob } from './rows.ts';

/** Below this a thread takes longer to start than it saves. */
const OWN_THREAD_BYTES = 2_000_000;

/** The rows of a file, a batch at a time and in order. */
export function batchesOf(job: RowsJob): AsyncIterable<RowBatch> {
  return job.file.bytes < OWN_THREAD_BYTES ? parseRows(job) : readRowsAside(job);
}

async function* readRowsAside(job: RowsJob): AsyncGenerator<RowBatch> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 },
  });
  const waiting: RowBatch[] = [];
  let ended = false;
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  worker.on('message', (batch: RowBatch) => {
    waiting.push(batch);
    wake?.();
  });
  worker.on('error', (error: Error) => {
    failure = error;
    wake?.();
  });
  worker.on('exit', () => {
    ended = true;
    wake?.();
  });
  try {
    for (;;) {
      const batch = waiting.shift();
      if (batch) {
        worker.postMessage('more');
        yield batch;
      } else if (failure) {
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
  }
}
