// Shares as screens show them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFor } from '../../ui/src/kit/format.ts';

const { share } = formatFor({ language: 'en', locale: 'en', timeZone: 'UTC' });

test('a share is shown as none or all only where it is', () => {
  const shown = (part: number, of = 1_000_000) => share(part, of);
  assert.deepEqual(
    [shown(0), shown(1), shown(100), shown(499), shown(500)],
    ['0.0%', '0.0001%', '0.01%', '0.05%', '0.1%'],
  );
  assert.deepEqual([shown(999_499), shown(999_999), shown(1_000_000)], ['99.9%', '99.9%', '100.0%']);
  assert.deepEqual([shown(401, 1_000), shown(3, 2), share(1, 0)], ['40.1%', '150.0%', '–']);
});
