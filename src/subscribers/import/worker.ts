// The thread that parses and checks the rows of an import, one batch ahead of the store. Started by
// thread.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { parseRows, type RowsJob } from './rows.ts';
import { type FromThread, packed, type ToThread } from './thread.ts';

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

/** The bytes of the file, asked for one piece at a time. */
async function* chunks(): AsyncGenerator<Buffer> {
  for (;;) {
    const chunk = await new Promise<Uint8Array | null>((resolve) => {
      take = resolve;
      tell('next-chunk');
    });
    if (chunk === null) return;
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

for await (const batch of parseRows(workerData as RowsJob, chunks())) {
  while (allowed === 0) {
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
  }
  allowed -= 1;
  tell({ batch: packed(batch) });
}
port.close();
