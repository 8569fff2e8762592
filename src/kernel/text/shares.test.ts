import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharesIn } from './shares.ts';

test('a share is written as none or all only where it is, and rounded once', () => {
  const share = sharesIn('en', 1);
  const shown = (part: number, whole = 1_000_000) => share(part, whole);
  assert.deepEqual([shown(0), shown(1), shown(499), shown(500)], ['0%', '0.0001%', '0.05%', '0.1%']);
  assert.deepEqual([shown(999_499), shown(999_999), shown(1_000_000)], ['99.9%', '99.9%', '100%']);
  // Not 12.5 %, which its two decimals, 12.45 %, would be.
  assert.deepEqual([shown(124_460), shown(3, 2), share(0, 0), share(1, 0)], ['12.4%', '100%', '0%', '0%']);
  const finer = sharesIn('de', 2);
  assert.deepEqual([finer(1, 1_000_000), finer(999_999, 1_000_000)], ['0,0001\u00a0%', '99,99\u00a0%']);
});
