import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DomUtils, parseDocument } from 'htmlparser2';
import { convert, tracked } from '../../../test/support/plain-text.ts';

test('an address that is its own text is written once, tags in it or not', () => {
  const values = { URL: 'https://x.test/?a=b c', EMAIL: 'a+b@x.test' };
  const link = (href: string, text: string) => convert(`<a href="${href}">${text}</a>`, values).trimEnd();
  assert.equal(link('[URL]', '[URL]'), values.URL);
  assert.equal(link('mailto:[EMAIL]', '[EMAIL]'), values.EMAIL);
  assert.equal(link('http://[EMAIL]', 'http://[EMAIL]'), 'http://a+b@x.test <http://a%2Bb%40x.test>');
  const part = 'https://y.test/[EMAIL]';
  assert.equal(link(part, part), 'https://y.test/a+b@x.test <https://y.test/a%2Bb%40x.test>');
  assert.equal(link('[URL:filter:lowercase]', '[URL]'), `${values.URL} <${values.URL}>`);
});

test('a mailbox is written as it is, not as its address in a link', () => {
  const html = '<p><a href="mailto:[EMAIL]?subject=[NAME]">write</a> <a href="mailto:a+b@x.test">b</a></p>';
  const text = convert(html, { EMAIL: "o'neil+news@x.test", NAME: 'a&b' });
  assert.equal(text, "write <o'neil+news@x.test> b <a+b@x.test>\n");
});

test('headings, paragraphs, links and lists read well', () => {
  assert.equal(
    convert(`<html><head><title>No</title><style>p{}</style></head><body><h1>Big news</h1><p>One   two<br>three &amp; &lt;four&gt;</p>
<p>Go <a href="https://x.test/?a=1&amp;b=2">there</a> or <a href="https://y.test/">y.test</a>, <a href="mailto:a@x.test?subject=Hi">write</a>, <a href="#top">up</a></p>
<ul><li>A</li><li>B<ul><li>C</li></ul></li></ul><ol><li>first</li><li>second</li></ol><a href="https://x.test/i"><img src="i.png" alt="Picture"></a><img src="x.png"></body></html>`),
    `Big news

One two
three & <four>

Go there <https://x.test/?a=1&b=2> or y.test <https://y.test/>, write <a@x.test>, up

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

test('what the HTML hides is left out, whichever way it hides it', () => {
  const hiding = [
    'style="display:none"',
    'style="color:red; DISPLAY : none !important"',
    "style='mso-hide:all;max-height:0px;overflow:hidden'",
    'style="visibility:hidden"',
    'style="opacity:0"',
    'hidden',
    'class="a preheader"',
    'id=pre',
  ];
  const sheet =
    '<style>/* .p{display:none} */@import "x";.preheader,#pre , p.q > b{ color:red; display:none }@media print{.p{display:none}}</style><style media="print">.p{display:none}</style>';
  for (const way of hiding) {
    assert.equal(
      convert(`${sheet}<div ${way}>look <b>inside</b><br>&zwnj;</div><p class="p">Shown</p>`),
      'Shown\n',
      way,
    );
  }
  for (const way of [
    'style="display:block" class="preheader"',
    'style="mso-hide:all"',
    'style="font-size:0;opacity:0.5"',
  ]) {
    assert.equal(convert(`${sheet}<div ${way}>Seen</div><p>Shown</p>`), 'Seen\n\nShown\n', way);
  }
  assert.equal(
    convert('<p hidden>a<p>b<img hidden alt=c><td hidden>d<td>e</table><div hidden>to the end<p>f'),
    'b\ne\n',
  );
  assert.equal(convert('<div>&nbsp;&zwnj;&#847;&nbsp;</div><p>a</p><div>&#8203;</div>'), 'a\n');
});

test('links that are nowhere else stand at the end: hidden ones, those too deep, those after the page', () => {
  assert.equal(
    convert(
      `<div hidden><a href="https://x.test/1">1</a><a href="https://x.test/2">2</a></div><a href="https://x.test/2">two</a>${'<div>'.repeat(300)}<a href="https://x.test/3?a=1&amp;b=2">3</a><map><area href="mailto:a@x.test" alt="Write"></map>`,
    ),
    'two <https://x.test/2>\n...\n<https://x.test/1>\n<https://x.test/3?a=1&b=2>\n<a@x.test>\n',
  );
  assert.equal(convert('<body><p>a</p></body></html><p><a href="https://x.test/">b</a>'), 'a\n\nb <https://x.test/>\n');
  assert.equal(
    convert(
      '<div hidden><a href="https://x.test/1">1</a></div><a href="https://x.test/1">one</a> <a hidden href="[A]/x"></a><a href="[A]/x">a</a>',
      { A: 'https://v.test' },
      true,
    ),
    'one <T0> a <https://v.test/x>\n',
  );
  assert.equal(
    convert('<map><area href="https://x.test/a" alt="North"><area href="https://x.test/b"></map>'),
    'North <https://x.test/a> <https://x.test/b>\n',
  );
});

test('data without headings keeps its columns, layout does not', () => {
  const table = (attributes: string, cell: string) =>
    `<table ${attributes}><tr><td>Tea</td><td>${cell}</td></tr><tr><td>Cake, large</td><td>12.00</td></tr></table>`;
  assert.equal(convert(table('', '3.50')), 'Tea           3.50\nCake, large   12.00\n');
  assert.equal(convert(table('role="presentation"', '3.50')), 'Tea\n3.50\nCake, large\n12.00\n');
  assert.equal(convert(table('', '<img alt="3.50">')), 'Tea\n3.50\nCake, large\n12.00\n');
  const long = 'A sentence that stands in a column of a page.';
  assert.equal(convert(table('', long)), `Tea\n${long}\nCake, large\n12.00\n`);
  assert.equal(convert('<table><tr><td>Home</td><td>Shop</td></tr></table>'), 'Home\nShop\n');
});

test('definitions, centred text and figures are on lines of their own', () => {
  assert.equal(
    convert('<center>a</center>b<dl><dt>c<dd>d</dl><figure><img alt=e><figcaption>f</figcaption></figure>g\u200bh'),
    'a\nb\nc\nd\ne\nf\ng\u200bh\n',
  );
});

test('any script and direction comes through', () => {
  assert.equal(
    convert(
      '<html dir="rtl" lang="ar"><p>مرحبا <a href="https://x.test/ع">اقرأ</a></p><h2 dir="rtl">שלום עולם</h2><ul><li>می‌خواهم 👨‍👩‍👧</li></ul>',
    ),
    'مرحبا اقرأ <https://x.test/ع>\n\nשלום עולם\n\n - می‌خواهم 👨‍👩‍👧\n',
  );
});

test('every link of any HTML is in the text', () => {
  const piece = fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<div style="display:none">',
      '</div>',
      '<table><tr><td>',
      '<th>',
      '</table>',
      '<ul><li>',
      '</ul>',
      '<pre>',
    ],
    ...[
      '<b>',
      '</b>',
      '<!-- ',
      ' -->',
      '<style>',
      '</style>',
      '<title>',
      '</a>',
      '</body>',
      '<head>',
      '<svg></svg>',
      '"',
      "'",
      '>',
      '<',
      '=',
    ],
    ...[
      'text ',
      '\n',
      '&amp;',
      '[A]',
      '<img alt=x ',
      '<a href=',
      '<textarea>',
      '<noscript>',
      '<select><option>',
      '<ol start=7><li>',
      '<hidden>',
    ],
    ...[
      '<tr>',
      '<td rowspan=9>',
      '<caption>',
      '<h1>',
      '<blockquote>',
      '<script>',
      '<template>',
      '<button>',
      '<plaintext>',
      '<area hidden ',
    ],
  );
  const link = fc.tuple(
    fc.constantFrom('https://x.test/', 'HTTP://x.test/?a=1&amp;n=', 'mailto:m@x.test?subject='),
    fc.nat(30),
    fc.boolean(),
  );
  const soup = fc.array(
    fc.oneof(
      piece,
      link.map(([address, n, hasText]) => `<a href="${address}${n}">${hasText ? 'go' : ''}</a>`),
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(soup, fc.boolean(), (pieces, trackLinks) => {
      const html = pieces.join('');
      const text = convert(html, { A: 'value' }, trackLinks);
      const words = new Set(text.split(/[<>\s]+/));
      const { links } = tracked(html, trackLinks);
      for (const address of linksOf(html)) {
        const index = links.indexOf(address);
        const shown = address.replace(/^mailto:([^?]*).*$/s, '$1').replace(/\s/g, '%20');
        const isThere = words.has(index >= 0 ? `T${index}` : shown) || words.has(shown);
        assert.ok(isThere, `${address}\n${html}\n${text}`);
      }
    }),
    { numRuns: 2000 },
  );
});

/** The web and mail addresses of links, as another HTML parser finds them. */
function linksOf(html: string): string[] {
  const document = parseDocument(html);
  const links = ['a', 'area'].flatMap((tag) => DomUtils.getElementsByTagName(tag, document, true));
  const addresses = links.map(({ attribs }) => (attribs['href'] ?? '').replace(/[\t\r\n]+/g, '').trim());
  return addresses.filter((address) => /^(?:https?:\/\/\S|mailto:.)/i.test(address));
}
