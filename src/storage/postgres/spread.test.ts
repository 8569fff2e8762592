// The order in which tables are spread over machines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referredFirst } from './spread.ts';

test('what others refer to is spread before them, in whatever order a dump made the tables', () => {
  const table = (name: string, ...refersTo: string[]) => ({ name, refersTo });
  const dumped = [
    table('tally', 'customer'),
    table('ab_test', 'campaign'),
    table('campaign', 'customer', 'list'),
    table('list', 'customer'),
    table('member', 'list', 'campaign'),
  ];
  const names = referredFirst(dumped).map(({ name }) => name);
  assert.deepEqual(names, ['tally', 'list', 'campaign', 'ab_test', 'member']);
});
