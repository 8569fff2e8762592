import assert from 'node:assert/strict';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from './durations.ts';
import { tidyGrownHeapSoon, tidyHeapSoon } from './tidy-heap.ts';

const MB = 1024 * 1024;

test('the heap is tidied when the thread has grown, and not again when it has not', async () => {
  let collections = 0;
  const observer = new PerformanceObserver((list) => {
    // Those that were asked for: the engine's own have other flags.
    for (const { detail } of list.getEntries() as { detail?: { flags?: number } }[])
      if (((detail?.flags ?? 0) & constants.NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE) !== 0) collections += 1;
  });
  observer.observe({ entryTypes: ['gc'] });
  /** Whether one follows, for which a busy machine gets its time. */
  const follows = async (patienceMs: number) => {
    const [before, end] = [collections, performance.now() + patienceMs];
    while (collections === before && performance.now() < end) await sleep(50);
    return collections > before;
  };
  // Alive, so that the engine cannot collect them before.
  const grown = [Buffer.alloc(32 * MB, 1)];
  tidyGrownHeapSoon();
  assert.equal(await follows(MINUTE_MS), true);
  tidyGrownHeapSoon();
  assert.equal(await follows(1_500), false);
  grown.push(Buffer.alloc(32 * MB, 1));
  tidyGrownHeapSoon();
  assert.equal(await follows(MINUTE_MS), true);
  tidyHeapSoon();
  assert.equal(await follows(MINUTE_MS), true, 'in any case');
  assert.equal(grown.length, 2);
  observer.disconnect();
});
