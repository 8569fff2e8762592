// What the editor of blocks writes into new ones is what the check before sending knows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TEXTS_OF_NEW_BLOCKS } from '../../src/content/checks/sample-texts.ts';

const UI = new URL('../../ui/src/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, UI), 'utf8');
const KNOWN: ReadonlySet<string> = new Set(TEXTS_OF_NEW_BLOCKS);
/** Fits any button. */
const MAY_STAY: ReadonlySet<string> = new Set(['Read more', 'Weiterlesen']);

const places = [
  { source: 'kit/blocks/kinds.ts', maker: 'useNewBlock', texts: 'kit/texts/de.po' },
  { source: 'api/campaigns/templates.ts', maker: 'useEmptyBlocks', texts: 'api/texts/de.po' },
];

test('every text of a new block is known, in each language', () => {
  const found = places.flatMap(({ source, maker, texts }) => {
    const [, body = ''] = read(source).split(`export function ${maker}`);
    const [own = ''] = body.split('\n}\n');
    const english = [...own.matchAll(/t`([^`]*)`/g)].map(([, text = '']) => text);
    const catalogue = new Map(
      [...read(texts).matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm)].map(([, id = '', german = '']) => [id, german]),
    );
    return english.flatMap((text) => [text, catalogue.get(text) ?? `${text} has no German`]);
  });
  const written = found.flatMap((html) => html.split(/<[^>]*>/)).filter((text) => text !== '' && !text.includes('['));
  assert.ok(written.length >= 10, 'texts of new blocks are found');
  assert.deepEqual(
    written.filter((text) => !KNOWN.has(text) && !MAY_STAY.has(text)),
    [],
  );
  assert.deepEqual(
    [...KNOWN].filter((text) => !written.includes(text)),
    [],
    'known, and written by nobody',
  );
});
