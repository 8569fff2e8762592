// Conditions within a text as the editor tells them apart: as the server does, and a text is never
// another one by being shown in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scanConditions } from '../../src/mail/merge/choices.ts';
import { scanTags } from '../../src/mail/merge/merge.ts';
import { marksAcross, placeOf } from '../../ui/src/kit/merge-tags/across.ts';
import { conditionsOf, piecesInWords, withoutCondition } from '../../ui/src/kit/merge-tags/conditions.ts';

const PARTS = [
  ...[
    '[IF:CITY:is:Berlin]',
    '[IF:CITY:empty]',
    '[IF:AGE:greater:18]',
    '[IF:CITY:is:M%C3%BCnchen]',
    '[IF:CITY:is:100%]',
  ],
  ...['[IF:CITY:is]', '[IF:CITY:near:x]', '[IF:CITY:empty:x]', '[IF:CITY:is: ]', '[if:CITY:is:a]', '[IF:CITY:is:'],
  ...['[ELSE]', '[ELSE]', '[ENDIF]', '[ENDIF]', '[ENDIF]', '[FNAME]', '[FNAME:filter:defaultvalue(a b)]', '[CITY]'],
  ...['Hello ', ' and ', '\u00a0', '[', ']', '[]', '<b>', '“ä”', '\n', '|', '[RANDOM_CONTENT:'],
];
const texts = fc.array(fc.constantFrom(...PARTS), { maxLength: 24 }).map((parts) => parts.join(''));
const TAGS = new Set(['CITY', 'AGE', 'FNAME']);
const isKnown = (tag: string) => TAGS.has(tag);
const said = (tag: string) => `«${tag}»`;

/** The tags of a text, each with where it begins. */
function tagsOf(text: string): { text: string; words: string; start: number }[] {
  let start = 0;
  return piecesInWords(text, said).flatMap((piece) => {
    const at = start;
    start += piece.text.length;
    return piece.isTag ? [{ ...piece, start: at }] : [];
  });
}

test('the marks of conditions that are shown in words are those that the server takes away', () => {
  const check = (text: string) => {
    const tags = scanTags(text, isKnown);
    const marks = scanConditions(text, tags, { choices: [], isKnown }).map(({ start }) => start);
    const shown = tagsOf(text).filter((tag) => /^\[(?:IF:|ELSE|ENDIF)/.test(tag.text) && tag.words !== tag.text);
    assert.deepEqual(
      shown.map(({ start }) => start),
      marks,
    );
  };
  fc.assert(fc.property(texts, check), { numRuns: 3_000 });
  check('[IF:CITY:is:a][IF:AGE:less:9]b[ELSE]c[ENDIF][ELSE]d[ENDIF][ENDIF]');
});

test('pieces are the text; without a condition it has everything but its marks', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const pieces = piecesInWords(text, said);
      assert.equal(pieces.map((piece) => piece.text).join(''), text);
      const tags = tagsOf(text);
      for (const marks of conditionsOf(tags.map((tag) => tag.text))) {
        const cut = marks.toReversed().reduce((rest, mark) => {
          const { start = 0, text: written = '' } = tags[mark] ?? {};
          return rest.slice(0, start) + rest.slice(start + written.length);
        }, text);
        assert.equal(withoutCondition(text, marks[0] as number), cut);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('a condition over several blocks is shown in words where the server takes its marks away', () => {
  const blocksOf = (written: readonly string[]) =>
    written.map((text, at) => ({ id: `b${at}`, kind: 'heading' as const, text: text.replaceAll('<b>', '') }));
  fc.assert(
    fc.property(fc.array(texts, { minLength: 2, maxLength: 4 }), (written) => {
      const blocks = blocksOf(written);
      const across = marksAcross(blocks);
      const shown = blocks.flatMap((block) => {
        const tags = piecesInWords(block.text, said, across.get(placeOf(block))).filter(({ isTag }) => isTag);
        return tags.map((tag) => tag.words !== tag.text);
      });
      const whole = tagsOf(blocks.map(({ text }) => text).join('\n'));
      assert.deepEqual(
        shown,
        whole.map((tag) => tag.words !== tag.text),
      );
    }),
    { numRuns: 1_000 },
  );
  assert.deepEqual(
    [...marksAcross(blocksOf(['[FNAME] [IF:CITY:empty]a', 'b', '[IF:CITY:empty][ENDIF]c[ELSE]', 'd[ENDIF]']))],
    [
      ['b0.text', '1'],
      ['b2.text', '2'],
      ['b3.text', '0'],
    ],
  );
  assert.equal(marksAcross(blocksOf(['[IF:CITY:empty]a[ENDIF]', 'b[ENDIF]'])).size, 0);
});

test('a block that is a condition ends what begins in it by itself', () => {
  const inner = [{ id: 'b1', kind: 'text' as const, text: '<p>a[ENDIF]b</p>' }];
  const condition = { id: 'c', kind: 'condition' as const, field: 'CITY', operator: 'empty', blocks: inner };
  assert.equal(marksAcross([condition]).get('b1.text'), '0', 'this mark ends the block’s own condition');
});
