// Look-ups of several keys, with what is found counted by group.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { grouped } from './grouped.ts';

describe('looking up in groups', () => {
  test('who asks together, or meanwhile, shares a look-up', async () => {
    const groups: number[][] = [];
    const find = grouped<number, string>(async (keys) => {
      groups.push([...keys]);
      await nextTurn();
      await nextTurn();
      return keys.map((key) => (key === 3 ? undefined : `found ${key}`));
    }, 3);
    const first = [find(1), find(2)];
    while (groups.length === 0) await nextTurn();
    const others = [3, 4, 5, 6].map(find);
    assert.deepEqual(await Promise.all(first), ['found 1', 'found 2']);
    assert.deepEqual(await Promise.all(others), [undefined, 'found 4', 'found 5', 'found 6']);
    assert.deepEqual(groups, [[1, 2], [3, 4, 5], [6]]);
  });

  test('a look-up that fails, fails for its group alone', async () => {
    const find = grouped<number, number>(async (keys) => {
      if (keys.includes(1)) throw new Error('no store');
      return keys;
    });
    const both = await Promise.allSettled([find(1), find(2)]);
    assert.deepEqual(
      both.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await find(2), 2);
  });
});
