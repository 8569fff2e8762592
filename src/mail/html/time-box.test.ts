import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapStatistics } from 'node:v8';
import { processorMs } from '../../../test/support/processor-time.ts';
import { withinTime } from './time-box.ts';

test('work in time gives its result, endless or failing work nothing', () => {
  assert.deepEqual(
    withinTime(1000, () => ['x']),
    ['x'],
  );
  const start = processorMs();
  assert.equal(
    withinTime(50, () => {
      for (;;);
    }),
    undefined,
  );
  assert.ok(processorMs() - start < 2000);
  assert.equal(
    withinTime(1000, () => {
      throw new Error('no');
    }),
    undefined,
  );
});

test('after work that was cut off others work, also within another', () => {
  const endless = () => {
    for (;;);
  };
  const within = () => [withinTime(20, endless), withinTime(1000, () => 'inner'), 'outer'];
  assert.deepEqual(withinTime(5000, within), [undefined, 'inner', 'outer']);
});

test('what it works in is made once: making it takes longer than most work', () => {
  withinTime(1000, () => 1);
  const contexts = () => getHeapStatistics().number_of_native_contexts;
  const before = contexts();
  for (let n = 0; n < 20; n += 1) withinTime(1000, () => n);
  assert.ok(contexts() <= before, `${contexts() - before} more`);
});
