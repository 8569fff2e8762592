import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnsDuring } from '../../test/support/event-loop.ts';
import { MINUTE_MS } from './durations.ts';
import { atOnce, inSlices, newPause } from './slices.ts';

function* steps(): Generator<void, number> {
  for (let n = 0; n < 50; n++) yield;
  return 7;
}

test('work in slices yields to other work', async () => {
  const patient = async () => assert.equal(await inSlices(steps(), newPause(0)), 7);
  assert.ok((await turnsDuring(patient)) >= 50);
  const hurried = async () => assert.equal(await inSlices(steps(), newPause(MINUTE_MS)), 7);
  assert.ok((await turnsDuring(hurried)) <= 2, 'not more often than needed');
  assert.equal(atOnce(steps()), 7);
});
