// The thread that parses and checks the rows of an import, one batch ahead of the store. Started by
// thread.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { chunksOf } from '../../csv/file.ts';
import { parseRows } from './rows.ts';
import { type FromThread, packed, type ThreadJob, type ToThread } from './thread.ts';

const port = parentPort;
if (!port) throw new Error('worker.ts runs as a worker thread only.');

// Two batches may be in memory: one being stored, one waiting.
let allowed = 2;
let goOn: (() => void) | undefined;
let take: ((chunk: Uint8Array | null) => void) | undefined;
port.on('message', (word: ToThread) => {
  if (word === 'next-batch') {
    allowed += 1;
    goOn?.();
  } else {
    take?.(word.chunk);
  }
});
const tell = (word: FromThread) => port.postMessage(word);

/** The bytes of the file, asked for one piece ahead of the one that is read. */
async function* askedFor(): AsyncGenerator<Buffer> {
  const ask = () =>
    new Promise<Uint8Array | null>((resolve) => {
      take = resolve;
      tell('next-chunk');
    });
  for (let coming = ask(); ; ) {
    const chunk = await coming;
    if (chunk === null) return;
    coming = ask();
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

const { job, path } = workerData as ThreadJob;
for await (const batch of parseRows(job, path === undefined ? askedFor() : chunksOf({ path }))) {
  while (allowed === 0) {
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
  }
  allowed -= 1;
  tell({ batch: packed(batch) });
}
port.close();
