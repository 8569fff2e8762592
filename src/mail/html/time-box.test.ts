import assert from 'node:assert/strict';
import { test } from 'node:test';
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
