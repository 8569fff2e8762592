// A section that repeats a long value: what does not fit is left out, and not made.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandHtml, htmlSections } from './expand.ts';
import type { FeedItem } from './read/items.ts';

const ON = { xml: true, json: true };
const long = 'x'.repeat(90_000);
const item: FeedItem = {
  title: 'T',
  description: long,
  content: long,
  image: '',
  link: '',
  pubDate: '',
  guid: '1',
  at: null,
  hash: '1',
};

test('one item is left out whose text is too long', () => {
  const tags = '[XML_FEED_ITEM_CONTENT]'.repeat(100_000); // 9 GB
  const text = `a[XML_FEED_BEGIN url="https://x.example/"]${tags}[XML_FEED_END]b`;
  assert.equal(
    expandHtml(text, htmlSections(text, ON), () => [item]),
    'ab',
  );
});
