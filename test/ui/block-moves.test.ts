// Where blocks may stand in the editor, and where a step leads: in a condition, in columns, and in
// columns within a condition.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../ui/src/kit/blocks/document/document.ts';
import { allOf, find, intoBeside, mayStand, moved, stepOf } from '../../ui/src/kit/blocks/document/moves.ts';

const text = (id: string): Block => ({ kind: 'text', id, text: id });
const columns = (id: string, ...lists: Block[][]): Block => ({ kind: 'columns', id, columns: lists });
const condition = (id: string, ...blocks: Block[]): Block => ({ kind: 'condition', id, blocks });
const feed: Block = { kind: 'product', id: 'feed', title: 'x', feed: 'xml' };

const inside = columns('inside', [text('left')], [text('right')]);
const mail = [
  text('top'),
  condition('if', text('first'), inside),
  columns('beside', [text('a')], []),
  condition('other'),
  feed,
];
/** Ids from top to bottom, as they stand in each other. */
const shape = (blocks: readonly Block[]): string =>
  blocks
    .map(({ id, columns: lists, blocks: inner }) =>
      lists ? `${id}[${lists.map(shape).join('|')}]` : inner ? `${id}(${shape(inner)})` : id,
    )
    .join(' ');

test('a condition holds columns, columns hold neither', () => {
  const places = ['if', 'beside', 'inside'].map((of) => ({ of, column: 0 }));
  const may = (id: string) => {
    const block = find(mail, id)?.block;
    assert.ok(block);
    return [null, ...places].map((list) => mayStand(mail, block, list));
  };
  assert.deepEqual(may('top'), [true, true, true, true]);
  assert.deepEqual(may('beside'), [true, true, false, false]);
  assert.deepEqual(may('other'), [true, false, false, false]);
  assert.deepEqual(may('feed'), [true, false, false, false]);
  assert.equal(shape(moved(mail, 'other', { list: { of: 'if', column: 0 }, index: 0 })), shape(mail));
  assert.equal(allOf(mail).length, 10);
});

test('steps lead from column to column, out of the columns, and out of the condition', () => {
  const seen = [shape(mail)];
  let now: readonly Block[] = mail;
  for (const by of [1, 1, 1] as const) {
    const place = stepOf(now, 'left', by);
    assert.ok(place);
    now = moved(now, 'left', place);
    seen.push(shape(now));
  }
  const rest = 'beside[a|] other() feed';
  assert.deepEqual(seen, [
    `top if(first inside[left|right]) ${rest}`,
    `top if(first inside[|left right]) ${rest}`,
    `top if(first inside[|right left]) ${rest}`,
    `top if(first inside[|right] left) ${rest}`,
  ]);
  const out = stepOf(now, 'left', 1);
  assert.ok(out);
  assert.equal(shape(moved(now, 'left', out)), `top if(first inside[|right]) left ${rest}`);
});

test('what stands beside a condition or columns goes into them, if it may', () => {
  assert.deepEqual(intoBeside(mail, 'top'), { list: { of: 'if', column: 0 }, index: 0 });
  assert.deepEqual(intoBeside(mail, 'first'), { list: { of: 'inside', column: 0 }, index: 0 });
  assert.deepEqual(intoBeside(mail, 'beside'), { list: { of: 'other', column: 0 }, index: 0 });
  assert.equal(intoBeside(mail, 'inside'), undefined);
  assert.equal(intoBeside(mail, 'feed'), undefined);
});
