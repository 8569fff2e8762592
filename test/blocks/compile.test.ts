// What blocks become: each kind as it stands in test/samples/blocks, which is looked at in a
// browser; every merge tag in is a merge tag out. MAILWRIGHT_TEST_RECORD=1 writes the pages again.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_FOOTERS } from '../../src/blocks/brand.ts';
import { compileMail } from '../../src/blocks/compile/apart.ts';
import { readDocument } from '../../src/blocks/document/read.ts';
import type { BlocksDocument } from '../../src/blocks/document/schema.ts';
import { parseTags, renderPieces } from '../../src/mail/merge/merge.ts';
import { SAMPLES } from '../samples/blocks/samples.ts';

const FOLDER = new URL('../samples/blocks/', import.meta.url);
const brand = {
  look: {},
  fixed: {
    logo: { src: 'https://x.test/logo.png', alt: 'Acme', width: 120 },
    footer: DEFAULT_FOOTERS.en,
    language: 'en',
  },
};

function documentOf(blocks: unknown): BlocksDocument {
  const faults = {};
  const document = readDocument({ version: 1, blocks }, 'blocks', faults);
  assert.deepEqual(faults, {});
  assert.ok(document);
  return document;
}

const pageOf = (blocks: unknown) => compileMail({ document: documentOf(blocks), ...brand }, 1);

for (const [name, blocks] of Object.entries(SAMPLES)) {
  test(`${name} becomes what stands in test/samples/blocks/${name}.html`, async () => {
    const file = new URL(`${name}.html`, FOLDER);
    const page = `${await pageOf(blocks)}\n`;
    if (process.env['MAILWRIGHT_TEST_RECORD'] === '1') writeFileSync(file, page);
    assert.equal(page, readFileSync(file, 'utf8'));
    assert.doesNotMatch(page, /googleapis|<script|@import|[\ue000\ue001]/, 'nothing is fetched, no slot is left');
  });
}

test('columns stack on phones, and have ghost tables for Outlook, also under a condition', async () => {
  for (const name of ['columns', 'condition-columns']) {
    const page = await pageOf(SAMPLES[name]);
    assert.match(page, /@media only screen and \(min-width:620px\)/);
    const outlook = inOutlook(page);
    assert.deepEqual(leftOpen(outlook), []);
    assert.match(outlook, /<td class="cell-outlook" style="vertical-align:top;width:270px;"/);
  }
});

test('a mail that is read from the right begins its lines there, also in cells and lists', async () => {
  const inHebrew = [
    { kind: 'heading', level: 1, text: '[FNAME], שלום!' },
    { kind: 'text', text: '<p>קראו את <strong>News</strong>:</p><ul><li>אחת</li></ul>' },
    { kind: 'columns', columns: [[{ kind: 'text', text: 'ימין', align: 'left' }], [{ kind: 'text', text: 'שמאל' }]] },
    { kind: 'button', text: 'לקריאה', href: 'https://x.test/' },
    { kind: 'product', title: 'אופניים', more: 'עוד', href: 'https://x.test/', src: 'https://x.test/a.png' },
  ];
  const page = await pageOf(inHebrew);
  assert.match(page, /<html lang="en" dir="rtl"/);
  assert.doesNotMatch(page, /direction:ltr/);
  assert.match(page, /<ul style="[^"]*padding:0 22px 0 0;/);
  assert.match(page, /text-align:right[^>]*><h1/);
  assert.match(page, /text-align:left[^>]*><p dir="auto" style="[^"]*">ימין</, 'what an author chose stays');
  assert.match(page, /<td align="right" class="button"/);
  assert.match(page, /עוד&nbsp;←/);
  const inEnglish = await pageOf([{ kind: 'text', text: '<p>Shalom is שלום in Hebrew</p><ul><li>One</li></ul>' }]);
  assert.doesNotMatch(inEnglish, /direction:rtl|dir="rtl"/, 'a word in another script turns nothing');
  const document = { ...documentOf([{ kind: 'text', text: '[FNAME]' }]), language: 'ar-EG' };
  assert.match(await compileMail({ document, ...brand }, 1), /<html lang="ar-EG" dir="rtl"[\s\S]*direction:rtl/);
});

/** How wide Outlook makes the columns of a page for one person. */
const ghostsFor = (page: string, person: Record<string, string>) =>
  [...inOutlook(pageFor(page, person)).matchAll(/<td class="cell[^"]*-outlook" style="[^"]*width:([\d.]+)px/g)].map(
    ([, width]) => Number(width),
  );

test('columns under a condition have their ghost tables for those of whom it is true, and for nobody else', async () => {
  const page = await pageOf(SAMPLES['condition-columns']);
  assert.deepEqual(ghostsFor(page, { CITY: 'Berlin & [Potsdam]' }), [270, 270, 180, 360]);
  assert.deepEqual(ghostsFor(page, {}), [180, 180, 180]);
  assert.deepEqual(ghostsFor(page, { CITY: 'Paris' }), []);
});

test('a page is whole with and without what depends on its conditions, in Outlook too', async () => {
  const samples = ['condition', 'condition-columns'].flatMap((name) => {
    const sample = SAMPLES[name] ?? [];
    return [sample, ...sample.map((block) => [block])];
  });
  for (const blocks of samples) {
    const page = await pageOf(blocks);
    for (const person of [{}, { CITY: 'berlin & [potsdam]', AGE: '9', EMAIL_DOMAIN: 'x.test' }] as Record<
      string,
      string
    >[]) {
      const html = pageFor(page, person);
      assert.doesNotMatch(html, /\[(?:IF|ENDIF)/);
      for (const read of [html.replaceAll(/<!--[\s\S]*?-->/g, ''), inOutlook(html)])
        assert.deepEqual(leftOpen(read), []);
      const [only, ...others] = blocks as { kind: string; operator?: string }[];
      const isGone =
        only?.kind === 'condition' && others.length === 0 && (only.operator === 'empty') === 'CITY' in person;
      if (isGone) assert.doesNotMatch(html, /class="[^"]*card/, 'no empty box is left');
    }
  }
  const whole = await pageOf(samples[0]);
  assert.match(whole, /\[IF:CITY:is:Berlin %26 %5BPotsdam%5D\]/);
});

/** The page as one person gets it. */
const pageFor = (page: string, person: Record<string, string>) =>
  renderPieces(
    parseTags(page, (name) => ['CITY', 'AGE', 'EMAIL_DOMAIN'].includes(name)),
    (name) => person[name],
  );

/** As Outlook reads it: what stands in its comments, without what is hidden from it. */
const inOutlook = (page: string) =>
  page
    .replaceAll(/<!--\[if !mso\]><!-->[\s\S]*?<!--<!\[endif\]-->/g, '')
    .replaceAll(/<!--\[if (?:mso \| IE|mso|lte mso 11)\]>([\s\S]*?)<!\[endif\]-->/g, '$1');

/** Elements that are not closed, each of which ends what it began. */
function leftOpen(page: string): string[] {
  const open: string[] = [];
  for (const [, slash, name = ''] of page.matchAll(/<(\/?)(table|tr|td|div|tbody)\b/g)) {
    if (slash === '') open.push(name);
    else assert.equal(open.pop(), name);
  }
  return open;
}

const TAGS = /\[[A-Z][A-Z0-9_]*(?::[^\]]*)?\]/g;
const tag = fc.constantFrom(
  ...['[FNAME]', '[EMAIL]', '[FNAME:filter:defaultvalue(you & me)]', '[UNSUBSCRIBE_URL]', '[DATE]', '[A_1]'],
);
const words = fc.array(fc.oneof(tag, fc.constantFrom('a', ' < ', '&amp;', '"', '<b>', '</p>', 'ü', '>')), {
  maxLength: 6,
});
const text = words.map((parts) => parts.join(''));
const href = tag.map((one) => `https://x.test/?q=${one}`);
const leaf = fc.oneof(
  fc.record({ kind: fc.constant('heading'), level: fc.constantFrom(1, 2, 3), text }),
  fc.record({ kind: fc.constant('text'), text, size: fc.constantFrom('code', 'normal') }),
  fc.record({ kind: fc.constant('button'), text: text.map((one) => `x${one}`), href }),
  fc.record({ kind: fc.constant('image'), src: href, alt: text, href }),
  fc.record({ kind: fc.constant('social'), website: href, x: href }),
  fc.record({
    kind: fc.constant('product'),
    title: text,
    text,
    price: text,
    more: text,
    label: text,
    src: href,
    alt: text,
    href,
  }),
  fc.record({ kind: fc.constant('html'), html: text }),
  fc.record({ kind: fc.constant('footer'), text }),
);
const on = fc.constantFrom('card', 'page', 'tint', 'banner');
const columns = fc.record({
  kind: fc.constant('columns'),
  columns: fc.array(fc.array(leaf, { maxLength: 2 }), { minLength: 2, maxLength: 3 }),
  stack: fc.boolean(),
});
const block = fc.oneof(
  fc.tuple(fc.oneof(leaf, columns), on).map(([one, ground]) => ({ ...one, on: ground })),
  fc.record({
    kind: fc.constant('condition'),
    field: fc.constant('CITY'),
    operator: fc.constant('is'),
    value: fc.constant('a'),
    blocks: fc.array(fc.oneof(leaf, columns), { maxLength: 2 }),
    on,
  }),
);

test('every merge tag of a document is in its page, and no other', async () => {
  const blocks = fc.array(block, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(blocks, async (sent) => {
      const document = documentOf(sent);
      const page = await compileMail({ document, ...brand }, 1);
      const kept = new Set(tagsIn(JSON.stringify(document.blocks)));
      for (const mark of document.blocks.some((one) => one.kind === 'condition') ? ['[IF:CITY:is:a]', '[ENDIF]'] : [])
        kept.add(mark);
      assert.deepEqual(new Set(tagsIn(page.replaceAll('&amp;', '&').replaceAll('&quot;', '"'))), kept);
      const texts = JSON.stringify(document.blocks).match(TAGS)?.length ?? 0;
      assert.ok((page.match(TAGS)?.length ?? 0) >= texts, 'none is lost where one stands twice');
    }),
    { numRuns: 60 },
  );
});

const tagsIn = (page: string) => (page.match(TAGS) ?? []).map((one) => one.replaceAll('&amp;', '&'));
