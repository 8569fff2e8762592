import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted } from './counted.ts';

test('one is one, all others are several', () => {
  assert.deepEqual(
    [0, 1, 2, 1_000].map((count) => counted(count, 'row')),
    ['0 rows', '1 row', '2 rows', '1,000 rows'],
  );
  assert.deepEqual(
    [counted(1, 'address', 'addresses'), counted(11, 'address', 'addresses')],
    ['1 address', '11 addresses'],
  );
});
