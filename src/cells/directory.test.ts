import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '../kernel/log.ts';
import type { Cell } from './cells.ts';
import { openDirectory } from './directory.ts';

const cell = (name: string): Cell => ({ name, hosts: [`${name}.example`], nodes: ['http://127.0.0.1:1'] });

/** Cells with the keys that they know; undefined: one that does not answer. */
function open(keys: Record<string, string[] | undefined>) {
  const asked: string[] = [];
  const time = { now: 0 };
  const directory = openDirectory(() => Object.keys(keys).map(cell), {
    log: createLogger('silent'),
    now: () => time.now,
    ask: async ({ name }, key) => {
      asked.push(`${name} ${key}`);
      return keys[name]?.includes(key);
    },
  });
  return { directory, asked, keys, time };
}

test('a key is asked for once, until its cell refuses it', async () => {
  const { directory, asked, keys } = open({ a: ['one'], b: ['two'] });
  const both = await Promise.all([directory.find('two'), directory.find('two')]);
  assert.deepEqual(both, [
    { is: 'in', cell: 'b' },
    { is: 'in', cell: 'b' },
  ]);
  assert.deepEqual(asked, ['a two', 'b two']);
  keys['b'] = undefined; // it does not answer, and is known all the same
  assert.deepEqual(await directory.find('two'), { is: 'in', cell: 'b' });
  keys['b'] = [];
  keys['a'] = ['two'];
  directory.forget('two');
  assert.deepEqual(await directory.find('two'), { is: 'in', cell: 'a' });
  delete keys['a'];
  assert.deepEqual(await directory.find('two'), { is: 'nowhere' }, 'its cell is not in the file any more');
});

test('a key that nobody knows is told from one that nobody can tell of', async () => {
  const { directory, asked, keys, time } = open({ a: ['one'], b: undefined });
  assert.deepEqual(await directory.find('one'), { is: 'in', cell: 'a' });
  assert.deepEqual(await directory.find('two'), { is: 'silent', cells: ['b'] });
  keys['b'] = [];
  assert.deepEqual(await directory.find('two'), { is: 'nowhere' });
  const before = asked.length;
  assert.deepEqual(await directory.find('two'), { is: 'nowhere' });
  assert.equal(asked.length, before, 'for a moment it is not asked for again');
  keys['b'] = ['two'];
  time.now += 3_000;
  assert.deepEqual(await directory.find('two'), { is: 'in', cell: 'b' });
});

test('a key in several cells is nobody’s', async () => {
  const { directory } = open({ a: ['one'], b: ['one'] });
  assert.deepEqual(await directory.find('one'), { is: 'several', cells: ['a', 'b'] });
});
