import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seldom } from './seldom.ts';

test('the first change is told at once, all others of the time together, at its end', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 1_000;
  t.mock.method(performance, 'now', () => now);
  const pass = (ms: number) => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  let told = 0;
  const { tell, stop } = seldom(() => {
    told += 1;
  }, 1_000);
  tell();
  assert.equal(told, 1);
  for (let n = 0; n < 100; n += 1) tell();
  pass(999);
  assert.equal(told, 1);
  pass(1);
  assert.equal(told, 2, 'the last one is not forgotten');
  pass(5_000);
  assert.equal(told, 2, 'without a change nothing is told');
  tell();
  assert.equal(told, 3, 'after a rest at once again');
  tell();
  stop();
  pass(5_000);
  assert.equal(told, 3);
});
