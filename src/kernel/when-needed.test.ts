import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenNeeded } from './when-needed.ts';

test('it is loaded on first use, and once', () => {
  let loads = 0;
  const path = whenNeeded((take) => {
    loads += 1;
    return take('node:path') as typeof import('node:path');
  });
  assert.equal(loads, 0);
  assert.equal(path().basename('/a/b'), 'b');
  assert.equal(path(), path());
  assert.equal(loads, 1);
});
