import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareHtml } from './html.ts';
import { textOfSlot } from './pieces.ts';
import { textFromHtml } from './plain-text.ts';

function convert(html: string, values: Record<string, string> = {}, trackLinks = false): string {
  const links: string[] = [];
  const addLink = (destination: string) => links.push(destination) - 1;
  const pieces = prepareHtml(html, { trackLinks, openPixel: true, isKnownTag: () => true, addLink });
  const slots = { lookup: (tag: string) => values[tag], linkUrl: (index: number) => `T${index}`, openUrl: 'O' };
  return textFromHtml(pieces, links)
    .map((piece) => (typeof piece === 'string' ? piece : textOfSlot(piece, slots)))
    .join('');
}

test('headings, paragraphs, links and lists read well', () => {
  assert.equal(
    convert(`<html><head><title>No</title><style>p{}</style></head><body><h1>Big news</h1><p>One   two<br>three &amp; &lt;four&gt;</p>
<p>Go <a href="https://x.test/?a=1&amp;b=2">there</a> or <a href="https://y.test/">y.test</a>, <a href="mailto:a@x.test?subject=Hi">write</a>, <a href="#top">up</a></p>
<ul><li>A</li><li>B<ul><li>C</li></ul></li></ul><ol><li>first</li><li>second</li></ol><a href="https://x.test/i"><img src="i.png" alt="Picture"></a><img src="x.png"></body></html>`),
    `Big news

One two
three & <four>

Go there <https://x.test/?a=1&b=2> or y.test, write <a@x.test>, up

 - A
 - B
   - C

 1. first
 2. second

Picture <https://x.test/i>
`,
  );
});

test('data tables keep their columns, layout tables go from top to bottom', () => {
  assert.equal(
    convert('<table><tr><th>Item</th><th>Price</th></tr><tr><td>Tea</td><td>3.50</td></tr></table>'),
    'Item   Price\nTea    3.50\n',
  );
  assert.equal(
    convert('<table><tr><td>Left</td><td>Right</td></tr><tr><td><table><tr><td>In</td></tr></table></td></tr></table>'),
    'Left\nRight\nIn\n',
  );
});

test('tags survive, also with spaces in filters, in headings, cells and addresses', () => {
  const html =
    '<h2>Dear [FNAME:filter:defaultvalue(good   friend)]</h2><table><tr><th>[A]</th></tr></table><a href="[UNSUBSCRIBE_URL]">out</a> [B]';
  assert.equal(
    convert(html, { A: 'a', UNSUBSCRIBE_URL: 'U', B: '<b> &amp;\n2' }),
    'Dear good   friend\n\na\n\nout <U> <b> &amp;\n2\n',
  );
});

test('tracked links are tracked in the text too; text that is the address stays', () => {
  assert.equal(
    convert('<a href="https://x.test/a">go</a> <a href=https://x.test/b>https://x.test/b</a>', {}, true),
    'go <T0> https://x.test/b\n',
  );
});

test('marks of our own in the text do no harm', () => {
  assert.equal(convert('a\uE0000\uE001b \uE000999\uE001 [A]', { A: 'v' }), 'a0b 999 v\n');
  assert.equal(convert('<p>&#xE000;0&#xE001;</p>'), '\n');
});

test('numbers and spans that would fill the memory are not believed', () => {
  assert.equal(convert('<ol type="i" start="100000000"><li>x</ol><ol start="3"><li>y</ol>'), ' 1. x\n\n 3. y\n');
  assert.equal(convert('<table><tr><th rowspan="50000000" colspan="50000000">x</table>'), 'x\n');
  assert.equal(convert('<table><tr><th rowspan="-1">x</table>'), 'x\n');
  assert.ok(convert(`<table><th>${'<tr><td>x'.repeat(20_000)}`).length > 0);
});

test('deep and broken HTML ends', () => {
  assert.ok(convert('<div>'.repeat(5000)).length < 100_000);
  assert.equal(convert('<p>a<b>c'), 'ac\n');
  assert.ok(convert(`<pre>a${' '.repeat(300_000)}b</pre>`).length > 300_000);
});
