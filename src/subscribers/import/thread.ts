// Reads the rows of a file in a thread of its own, so that checking and storing use two processors.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { chunksOf } from '../../csv/file.ts';
import { parseRows, ROW_COLUMNS, type RowBatch, type RowColumns, type RowsJob } from './rows.ts';

/** Below this size, starting a thread takes longer than it saves. */
const OWN_THREAD_BYTES = 2_000_000;

/** Where the bytes of a file are: the thread reads a path by itself. */
export type FileBytes = AsyncIterable<Buffer> | { path: string };

/** The rows of a file, a batch at a time and in order. */
export function batchesOf(job: RowsJob, bytes: FileBytes): AsyncIterable<RowBatch> {
  if (job.file.bytes >= OWN_THREAD_BYTES) return readRowsAside(job, bytes);
  return parseRows(job, 'path' in bytes ? chunksOf(bytes) : bytes);
}

/** A batch with each column in one text: several times cheaper to hand over than as many texts. */
type PackedBatch = Omit<RowBatch, 'rows'> & { packed: string[] };

/** Between the texts of a column, which have no control characters. */
const BETWEEN = '\u001e';

export function packed({ rows, ...batch }: RowBatch): PackedBatch {
  return { ...batch, packed: ROW_COLUMNS.map((name) => rows[name].join(BETWEEN)) };
}

function unpacked({ packed: texts, ...batch }: PackedBatch): RowBatch {
  const listOf = (text = '') => (batch.lines.length === 0 ? [] : text.split(BETWEEN));
  const rows = Object.fromEntries(ROW_COLUMNS.map((name, i) => [name, listOf(texts[i])])) as RowColumns;
  return { ...batch, rows };
}

/** What the thread says: a batch, or that it has room for the next piece of the file. */
export type FromThread = { batch: PackedBatch } | 'next-chunk';
/** What it is told: that there is room for another batch, or the next piece; null: that was all. */
export type ToThread = 'next-batch' | { chunk: Uint8Array | null };
/** What it begins with. `path`: of a file that it reads by itself. */
export type ThreadJob = { job: RowsJob; path: string | undefined };

async function* readRowsAside(job: RowsJob, bytes: FileBytes): AsyncGenerator<RowBatch> {
  const workerData: ThreadJob = { job, path: 'path' in bytes ? bytes.path : undefined };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData,
    // The thread holds little at a time: with more memory it would collect garbage less often.
    resourceLimits: { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 128 },
  });
  const tell = (word: ToThread) => worker.postMessage(word);
  const source = 'path' in bytes ? undefined : bytes[Symbol.asyncIterator]();
  const waiting: PackedBatch[] = [];
  let ended = false;
  let failure: unknown;
  let wake: (() => void) | undefined;
  const fail = (error: unknown) => {
    failure ??= error;
    wake?.();
  };
  worker.on('message', (word: FromThread) => {
    if (word === 'next-chunk') {
      source?.next().then(({ done, value }) => tell({ chunk: done ? null : value }), fail);
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
        yield unpacked(batch);
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
    await source?.return?.();
  }
}
