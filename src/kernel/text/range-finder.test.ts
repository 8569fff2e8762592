import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeFinder } from './range-finder.ts';

test('a place is in the range that begins at or before it and ends after it', () => {
  const [first, second] = [
    { start: 2, end: 4 },
    { start: 4, end: 5 },
  ];
  const find = rangeFinder([first, second, { start: 9, end: 9 }]);
  const found = [0, 2, 2, 3, 4, 5, 9, 20].map(find);
  assert.deepEqual(found, [undefined, first, first, first, second, undefined, undefined, undefined]);
  assert.equal(rangeFinder([])(0), undefined);
});
