import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HOUR_MS } from '../../kernel/durations.ts';
import { bucketWaitMs, openBucket, putTokenBack, setBucketRate, takeToken } from './buckets.ts';

test('never more than rate × time + burst in any span, however it is asked', () => {
  const steps = fc.array(fc.double({ min: 0, max: 5000, noNaN: true }), { minLength: 1, maxLength: 300 });
  const rates = fc.double({ min: 0.01, max: 1000, noNaN: true });
  fc.assert(
    fc.property(rates, fc.double({ min: 1, max: 100, noNaN: true }), steps, (perSecond, burst, waits) => {
      let now = 1000;
      const bucket = openBucket(perSecond, burst, now);
      const taken: number[] = [];
      for (const wait of waits) {
        now += wait;
        while (bucketWaitMs(bucket, now) === 0) {
          takeToken(bucket);
          taken.push(now);
        }
      }
      for (let first = 0; first < taken.length; first++) {
        const span = (taken.at(-1) ?? 0) - (taken[first] ?? 0);
        assert.ok(taken.length - first <= (perSecond * span) / 1000 + burst + 1e-6);
      }
    }),
  );
});

test('who waits as long as told gets a token, and the whole rate in the long run', () => {
  let now = 0;
  const bucket = openBucket(7, 1, now);
  let taken = 0;
  while (now < 100_000) {
    const wait = bucketWaitMs(bucket, now);
    if (wait === 0) {
      takeToken(bucket);
      taken += 1;
    } else now += wait;
  }
  assert.ok(taken >= 699 && taken <= 702, `${taken}`);
});

test('a bucket begins with a second’s tokens at most, keeps no more than its burst, and takes back what was not used', () => {
  const slow = openBucket(0.5, 10, 0);
  assert.equal(Math.round(bucketWaitMs(slow, 0)), 1000);
  assert.equal(bucketWaitMs(slow, 1_000_000), 0);
  assert.equal(slow.tokens, 10);
  takeToken(slow);
  putTokenBack(slow);
  putTokenBack(slow);
  assert.equal(slow.tokens, 10);
});

test('a rate that nothing comes of makes wait an hour, not for ever', () => {
  const bucket = openBucket(0, 1, 0);
  assert.equal(bucketWaitMs(bucket, 0), HOUR_MS);
});

test('another rate counts from its change on', () => {
  const bucket = openBucket(1, 1, 0);
  takeToken(bucket);
  setBucketRate(bucket, 100, 10, 500); // half a token has come
  assert.equal(Math.round(bucketWaitMs(bucket, 500)), 5);
  setBucketRate(bucket, 1, 1, 505);
  assert.ok(bucketWaitMs(bucket, 505) < 1);
});
