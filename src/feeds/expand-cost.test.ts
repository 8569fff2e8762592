// What filling sections costs: authors' pages are filled where requests are answered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../test/support/processor-time.ts';
import { expandHtml, htmlSections } from './expand.ts';
import type { FeedItem } from './read/items.ts';

const NOTHING: FeedItem = {
  title: '',
  description: '',
  content: '',
  link: '',
  image: '',
  pubDate: '',
  guid: '1',
  at: null,
  hash: '1',
};

/** The processor time of filling a section with items that are empty, ms: the least of three. */
function costOf(body: string, items: number): number {
  const html = `[XML_FEED_BEGIN url="https://x.example/"]${body}[XML_FEED_END]`;
  const sections = htmlSections(html, { xml: true, json: true });
  const costs = [1, 2, 3].map(() => {
    const begun = processorMs();
    expandHtml(html, sections, () => Array(items).fill(NOTHING));
    return processorMs() - begun;
  });
  return Math.min(...costs);
}

for (const character of [' ', 'x']) {
  test(`tags in an address that begins with many "${character}" cost linear time`, () => {
    const cost = (n: number) =>
      costOf(`<a href="${character.repeat(10 * n)}${'[XML_FEED_ITEM_TITLE]'.repeat(n)}">x</a>`, 1);
    const [less, more] = [cost(4_000), cost(16_000)];
    assert.ok(more < 8 * less + 20, `${less} ms, ${more} ms`);
  });
}

test('whether a tag stands in a link is looked at once, not for each item', () => {
  const body = '[XML_FEED_ITEM_CONTENT]'.repeat(1_000);
  const [one, many] = [costOf(body, 1), costOf(body, 40)];
  assert.ok(many < 15 * one + 20, `${one} ms, ${many} ms`);
});

test('how an address begins counts, however far its beginning is', () => {
  const item = { ...NOTHING, title: 'https://a.example/' };
  const href = (begin: string) => {
    const html = `[XML_FEED_BEGIN url="https://x.example/"]<a href="${begin}[XML_FEED_ITEM_TITLE]">[XML_FEED_END]`;
    return expandHtml(html, htmlSections(html, { xml: true, json: true }), () => [item]);
  };
  assert.equal(href('  '), '<a href="  https://a.example/">');
  assert.equal(href(`/${'x'.repeat(2_000)}`), `<a href="/${'x'.repeat(2_000)}https://a.example/">`);
  const far = `${' '.repeat(2_000)}javascript:`;
  assert.equal(href(far), `<a href="${far}">`);
});
