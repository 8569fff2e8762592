// What differs between two texts and two mails: nothing of either is lost, and only what differs is
// marked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Block } from '../../ui/src/kit/blocks/document/document.ts';
import { differentBlocks, hasSameOrder } from '../../ui/src/kit/differences/blocks.ts';
import { type Run, runsOf, shortened } from '../../ui/src/kit/differences/runs.ts';

const textOf = (runs: readonly Run[]) => runs.flatMap(({ tokens }) => tokens.map(({ text }) => text)).join('');
const marked = (runs: readonly Run[]) => runs.filter(({ differs }) => differs).map((run) => textOf([run]));
const words = fc.array(fc.constantFrom('a', 'b', ' ', ', ', 'ü', '[FNAME]', '[IF:A:empty]', '[ENDIF]', '\\n'), {
  maxLength: 20,
});

test('both texts are whole, and without what is marked they are the same', () => {
  fc.assert(
    fc.property(words, words, (first, second) => {
      const texts = [first.join(''), second.join('')] as const;
      const runs = runsOf(texts);
      assert.deepEqual(runs.map(textOf), texts);
      const same = runs.map((side) => textOf(side.filter(({ differs }) => !differs)));
      if (!texts.some((text) => text.includes(' '))) assert.equal(same[0], same[1]);
      if (texts[0] === texts[1]) assert.deepEqual(runs.map(marked), [[], []]);
    }),
    { numRuns: 2_000 },
  );
  assert.deepEqual(runsOf(['Dear [FNAME], one two', 'Dear [LNAME], three two']).map(marked), [
    ['[FNAME]', 'one'],
    ['[LNAME]', 'three'],
  ]);
});

test('of long texts what differs is seen with a little of what is around it', () => {
  const long = 'so many words '.repeat(2_000);
  const [side] = runsOf([`${long}one ${long}`, `${long}two ${long}`]);
  const short = textOf(shortened(side));
  assert.match(short, /words.*one.*words/);
  assert.ok(short.length < 200, String(short.length));
});

test('blocks are paired by their ids, wherever they stand', () => {
  const text = (id: string, words: string): Block => ({ kind: 'text', id, text: words });
  const columns = (id: string, ...lists: Block[][]): Block => ({ kind: 'columns', id, columns: lists });
  const first = [text('a', '1'), columns('c', [text('b', '2')], []), text('d', '4')];
  const second = [text('a', '1'), columns('c', [text('b', 'other')], [text('e', '5')])];
  const { pairs, same } = differentBlocks(first, second);
  assert.deepEqual(
    pairs.map(({ id, pair }) => [id, ...pair.map((block) => block?.['text'])]),
    [
      ['b', '2', 'other'],
      ['e', undefined, '5'],
      ['d', '4', undefined],
    ],
  );
  assert.equal(same, 2);
  assert.ok(hasSameOrder(first, second));
  assert.ok(!hasSameOrder(first, first.toReversed()));
});
