import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeText } from './size.ts';

test('bytes are said in the largest unit of thousands that fits', () => {
  const said = [0, 999, 1_000, 1_234_567, 149_900_000, 93_100_000_000].map(sizeText);
  assert.deepEqual(said, ['0 B', '999 B', '1.0 kB', '1.2 MB', '150 MB', '93.1 GB']);
});
