// How often streams of events look at the store.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restAfter } from './hub.ts';

test('a look that takes long is made less often, up to once in ten seconds', () => {
  assert.deepEqual([0, 50, 160, 5_000].map(restAfter), [1_000, 1_000, 3_200, 10_000]);
});
