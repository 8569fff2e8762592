import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMostEvery } from './at-most-every.ts';

test('the first call is made at once, all others of the time together, at its end', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 1_000;
  t.mock.method(performance, 'now', () => now);
  const pass = (ms: number) => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  let calls = 0;
  const { call, stop } = atMostEvery(1_000, () => {
    calls += 1;
  });
  call();
  assert.equal(calls, 1);
  for (let n = 0; n < 100; n += 1) call();
  pass(999);
  assert.equal(calls, 1);
  pass(1);
  assert.equal(calls, 2, 'the last one is not forgotten');
  pass(5_000);
  assert.equal(calls, 2, 'without a request nothing is called');
  call();
  assert.equal(calls, 3, 'after the time at once again');
  call();
  stop();
  pass(5_000);
  assert.equal(calls, 3);
});
