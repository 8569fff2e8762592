import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { systemClock } from '../../kernel/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { bucketWaitMs, openBucket, takeToken } from './buckets.ts';
import { ticksOf } from './time.ts';

test('the machine’s clock is measured by its steady counter', () => {
  const ticks = ticksOf(systemClock);
  const first = ticks();
  assert.ok(ticks() >= first);
  assert.ok(first < systemClock.now() / 2, 'not the time of day, which people set');
});

test('a clock that goes back and forth never freezes a bucket, nor lets more through than its way forward', () => {
  const moves = fc.array(fc.integer({ min: -HOUR_MS, max: MINUTE_MS }), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(moves, (steps) => {
      let at = 1_700_000_000_000;
      const ticks = ticksOf({ now: () => at });
      const bucket = openBucket(2, 5, ticks());
      let [taken, forward] = [0, 0];
      for (const step of steps) {
        at += step;
        forward += Math.max(0, step);
        while (bucketWaitMs(bucket, ticks()) === 0) {
          takeToken(bucket);
          taken += 1;
        }
      }
      assert.ok(taken <= 5 + (forward * 2) / 1000 + 1e-6);
      at -= DAY_MS;
      ticks();
      at += 500;
      assert.equal(bucketWaitMs(bucket, ticks()), 0, 'half a second later there is a token, whatever day it is');
    }),
  );
});
