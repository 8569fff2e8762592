import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import { stopTimes } from './stop-times.ts';

test('lanes get the most of it, and there is always time left to write and to close', () => {
  assert.deepEqual(stopTimes(10_000), {
    lanesMs: 6_000,
    writingMs: 3_000,
    threadsMs: 9_200,
    mainMs: 9_500,
    lateMs: 9_800,
  });
  assert.deepEqual(stopTimes(120_000), {
    lanesMs: 116_000,
    writingMs: 3_000,
    threadsMs: 119_200,
    mainMs: 119_500,
    lateMs: 119_800,
  });
  for (const stopMs of [1_000, 2_000, 5_000, 9_000, 10_000, 11_000, MINUTE_MS, HOUR_MS]) {
    const { lanesMs, writingMs, threadsMs, mainMs, lateMs } = stopTimes(stopMs);
    assert.ok(lanesMs >= stopMs * 0.6 && writingMs >= Math.min(stopMs * 0.3, 3_000), `${stopMs}`);
    assert.ok(lanesMs + writingMs <= stopMs - Math.min(stopMs * 0.1, 1_000) + 1e-6, `${stopMs}`);
    assert.ok(lanesMs + writingMs < threadsMs && threadsMs < mainMs && mainMs < lateMs && lateMs < stopMs, `${stopMs}`);
  }
});
