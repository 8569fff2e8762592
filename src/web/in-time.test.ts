import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../kernel/durations.ts';
import { sharedLook } from './in-time.ts';

test('who asks while a look is open, or soon after it, gets its result', async () => {
  const open: PromiseWithResolvers<number>[] = [];
  const look = sharedLook(MINUTE_MS, () => {
    const next = Promise.withResolvers<number>();
    open.push(next);
    return next.promise;
  });
  const first = look();
  const second = look();
  open[0]?.resolve(1);
  assert.deepEqual(await Promise.all([first, second, look()]), [1, 1, 1]);
  assert.equal(open.length, 1);
});

test('a result is not kept for longer than that, and a failure not at all', async () => {
  let looks = 0;
  const count = async () => {
    looks += 1;
    if (looks === 1) throw new Error('the store is gone');
    return looks;
  };
  const look = sharedLook(0, count);
  await assert.rejects(look(), /the store is gone/);
  assert.equal(await look(), 2);
  assert.equal(await look(), 3);
});
