import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageAnswer, readPageRequest } from './page.ts';

test('usable numbers are taken, anything else is the default', () => {
  assert.deepEqual(readPageRequest({ page: '3', per_page: '25' }), { page: 3, perPage: 25 });
  assert.deepEqual(readPageRequest({ page: 2, per_page: 5 }), { page: 2, perPage: 5 });
  for (const value of ['undefined', '', '0', '-1', '1.5', 'x', { page: '1' }, null, undefined]) {
    assert.deepEqual(readPageRequest({ page: value, per_page: value }), { page: 1, perPage: 10 });
  }
  assert.equal(readPageRequest({ per_page: '501' }).perPage, 500);
  const far = { page: '99999999999', per_page: '9'.repeat(40) };
  assert.deepEqual(readPageRequest(far), { page: 99_999_999_999, perPage: 500 }, 'never the first page again');
  assert.ok(Number.isSafeInteger(readPageRequest({ page: '9'.repeat(400) }).page * 500));
});

test('a response has the neighbouring pages', () => {
  const members = (page: number, count: number) => {
    const { records, ...rest } = pageAnswer({ page, perPage: 10 }, count, []);
    assert.deepEqual(records, []);
    return Object.values(rest);
  };
  // count, total_pages, current_page, next_page, prev_page
  assert.deepEqual(members(1, 12), ['12', 2, 1, 2, null]);
  assert.deepEqual(members(2, 12), ['12', 2, 2, null, 1]);
  assert.deepEqual(members(9, 12), ['12', 2, 9, null, 2], 'beyond the end');
  assert.deepEqual(members(1, 0), ['0', 1, 1, null, null]);
  assert.deepEqual(members(5, 0), ['0', 1, 1, null, null], 'nothing at all');
  assert.deepEqual(members(1, 10), ['10', 1, 1, null, null]);
});
