// The thread that reads and checks the rows of an import, one batch ahead of the store. Started by
// thread.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { parseRows, type RowsJob } from './rows.ts';

const port = parentPort;
if (!port) throw new Error('import-worker.ts runs as a worker thread only.');

// Two batches may be under way: one being stored, one waiting. Each message from outside asks for
// another.
let allowed = 2;
let goOn: (() => void) | undefined;
port.on('message', () => {
  allowed += 1;
  goOn?.();
});

for await (const batch of parseRows(workerData as RowsJob)) {
  while (allowed === 0) {
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
  }
  allowed -= 1;
  port.postMessage(batch);
}
port.close();
