// A worker's thread: opens the store and delivers until it gets the order to stop. Started by
// threads.ts.
import { Resolver } from 'node:dns/promises';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { restOf } from '../coordination/rest.ts';
import { systemClock } from '../kernel/clock.ts';
import { createLogger } from '../kernel/log.ts';
import { tidyHeapSoon } from '../kernel/tidy-heap.ts';
import { fileLimitNow, lanesWithin } from '../network/file-limit.ts';
import '../metrics/process.ts';
import { takeSnapshot } from '../metrics/registry.ts';
import { openStore } from '../storage/db.ts';
import { stopTimes } from './stop-times.ts';
import { BEGUN, type ThreadOptions, type ThreadOrder, type ThreadReport } from './threads.ts';
import { startDelivery } from './worker.ts';

/** Shorter than a lease: every statement of a worker is short. */
const SILENCE_MS = 8_000;
/**
 * Shorter still: the server aborts a statement before we give up, and reports it, instead of
 * executing it after we repeated it.
 */
const LIMIT_MS = 6_000;

const say = (report: ThreadReport) => parentPort?.postMessage(report);

async function run(options: ThreadOptions): Promise<void> {
  const log = createLogger(options.logLevel);
  const limits = { silenceMs: SILENCE_MS, limitMs: LIMIT_MS };
  const store = await openStore({ ...options.store, ...limits, waitsForDisk: false, plansOnce: true });
  Atomics.store(new Int32Array(options.begun), 0, BEGUN); // before this, the thread may be ended without notice
  const delivery = startDelivery({
    ...options,
    dataDir: options.store.dataDir,
    db: store.db,
    dedicated: store.dedicated,
    mostLanes: lanesWithin(fileLimitNow()) * options.lanesShare,
    clock: systemClock,
    log,
    rest: options.rest && restOf(options.rest),
    changed: () => say('changed'),
    registered: () => say('registered'),
    // What a worker remembers for a server that is replaced (high-water) must not be lost.
    rested: store.engine === 'sqlite' ? () => say('rested') : undefined,
    // A new one reads the system's settings anew; a domain is asked for once an hour.
    resolveMx: (domain) => new Resolver({ timeout: 3_000, tries: 2 }).resolveMx(domain),
  });
  tidyHeapSoon();
  await new Promise<void>((resolve) => {
    parentPort?.on('message', (order: ThreadOrder) => {
      if (order === 'stop') resolve();
      else if (order === 'measure') void takeSnapshot().then((measured) => say({ measured }));
      else delivery.nudge();
    });
  });
  store.hurry(stopTimes(options.stopMs).threadsMs);
  const open = await delivery.stop();
  say({ open, measured: await takeSnapshot() });
  await store.close();
  process.exit(); // of the thread: outcomes that the store did not accept are tried until here
}

if (!isMainThread) await run(workerData as ThreadOptions);
