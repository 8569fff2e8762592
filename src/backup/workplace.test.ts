import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

const ROUNDS = 8;

/** Opens a workplace at the same instant as its twin, and tells how that went. */
const PROGRAM = `
  import { parentPort, workerData } from 'node:worker_threads';
  const { openWorkplace } = await import(workerData.module);
  const ready = new Int32Array(workerData.ready);
  let workplace;
  parentPort.on('message', async (path) => {
    if (path === null) {
      workplace?.remove();
      workplace = undefined;
      return parentPort.postMessage('removed');
    }
    Atomics.add(ready, 0, 1);
    while (Atomics.load(ready, 0) % 2 === 1);
    try {
      workplace = await openWorkplace(path, 'taken');
      parentPort.postMessage('its own');
    } catch (error) {
      parentPort.postMessage(error.message);
    }
  });
  parentPort.postMessage('begun');
`;

async function startWorker(
  t: TestContext,
  ready: SharedArrayBuffer,
): Promise<(message: string | null) => Promise<string>> {
  const module = new URL('workplace.ts', import.meta.url).href;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`), {
    workerData: { module, ready },
  });
  t.after(() => worker.terminate());
  await once(worker, 'message');
  return async (message) => {
    worker.postMessage(message);
    return (await once(worker, 'message'))[0];
  };
}

test('of two that ask at the same instant one gets the workplace', { timeout: 600_000 }, async (t) => {
  const place = temporaryFolder(t, 'workplace');
  const path = join(place, 'made');
  const ready = new SharedArrayBuffer(4);
  const workers = [await startWorker(t, ready), await startWorker(t, ready)];
  const askAll = (message: string | null) => Promise.all(workers.map((ask) => ask(message)));
  for (let round = 0; round < ROUNDS; round += 1) {
    assert.deepEqual((await askAll(path)).sort(), ['its own', 'taken']);
    assert.deepEqual(readdirSync(path), ['lock']);
    await askAll(null);
    assert.deepEqual(readdirSync(place), []);
  }
});
