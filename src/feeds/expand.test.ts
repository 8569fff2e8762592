// Feed values in an author's content: each is escaped for its place, and none leaves it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { atOnce } from '../kernel/slices.ts';
import { compileMessage } from '../mail/mime/compile.ts';
import { composeHtmlSteps } from '../mail/mime/compose.ts';
import { expandHtml, expandText, htmlSections, type SectionContent, textSections } from './expand.ts';
import type { FeedItem } from './read/items.ts';
import { bracketless, safeHtml, webAddress } from './read/safe-html.ts';

const ON = { xml: true, json: true };

/** A parsed item with these values. */
function item(values: Partial<FeedItem> = {}): FeedItem {
  const base = 'https://blog.example/';
  const {
    title = 'Title',
    description = '<p>Text</p>',
    link = 'https://blog.example/1',
    image = '',
    guid = '1',
  } = values;
  const safe = safeHtml(description, base);
  const addresses = { link: webAddress(link, base), image: webAddress(image, base) };
  return { title, description: safe, content: safe, ...addresses, pubDate: 'today', guid, at: null, hash: guid };
}

const html = (text: string, filling: SectionContent) => expandHtml(text, htmlSections(text, ON), () => filling);
const plain = (text: string, filling: SectionContent) => expandText(text, textSections(text, ON), () => filling);
const section = (body: string, attributes = '') =>
  `[XML_FEED_BEGIN url="https://x.example/"${attributes}]${body}[XML_FEED_END]`;
const one = (body: string, values: Partial<FeedItem> = {}) => html(section(body), [item(values)]);

test('the body is repeated for each item, byte for byte but for its tags', () => {
  const text = `<table>\r\n${section('<tr><td>[XML_FEED_ITEM_TITLE] [FNAME]</td></tr>\n')}</table>[EMAIL]`;
  assert.equal(
    html(text, [item({ title: 'A' }), item({ title: 'B & C' })]),
    '<table>\r\n<tr><td>A [FNAME]</td></tr>\n<tr><td>B &amp; C [FNAME]</td></tr>\n</table>[EMAIL]',
  );
  assert.equal(html(text, []), '<table>\r\n</table>[EMAIL]');
  assert.equal(html(text, undefined), '<table>\r\n</table>[EMAIL]');
});

test('the settings of a section, also as HTML editors rewrite them', () => {
  const [found, next, ...rest] = htmlSections(
    `<p>[XML_FEED_BEGIN url="https://x.example/?a=1&amp;b=[FNAME:filter:urlencode]" count="500" offset="3" days-back="7" no-item-action="postpone-campaign" send-only-unique-items="YES"]x[XML_FEED_END]
     [JSON_FEED_BEGIN&nbsp;url=&quot;https://y.example/&quot;  unique-per='subscriber' send-only-unique-items='yes' count='0' days-back="-1" no-item-action="skip"]y[JSON_FEED_END]</p>`,
    ON,
  );
  const { kind, url, count, offset, daysBack, whenEmpty, unique } = found ?? assert.fail();
  assert.deepEqual(
    [kind, url, count, offset, daysBack, whenEmpty, unique],
    ['xml', 'https://x.example/?a=1&b=[FNAME:filter:urlencode]', 100, 3, 7, 'postpone', 'campaign'],
  );
  assert.deepEqual(
    [next?.kind, next?.url, next?.count, next?.daysBack, next?.whenEmpty, next?.unique],
    ['json', 'https://y.example/', 1, undefined, 'cancel', 'subscriber'],
  );
  assert.deepEqual(rest, []);
  const [plainest] = textSections(section('x'), ON);
  assert.deepEqual(
    [plainest?.count, plainest?.offset, plainest?.whenEmpty, plainest?.unique],
    [10, 0, 'remove', undefined],
  );
});

test('anything else stays as written', () => {
  for (const text of [
    '[XML_FEED_BEGIN]x[XML_FEED_END]',
    '[XML_FEED_BEGIN url=""]x[XML_FEED_END]',
    '[XML_FEED_BEGIN url="https://x.example/"]x[JSON_FEED_END]',
    '[XML_FEED_BEGIN url="https://x.example/" x]x[XML_FEED_END]',
    '[XML_FEED_END][XML_FEED_ITEM_TITLE]',
    `<i title='${section('x')}'>`,
    `<style>${section('x')}</style>`,
    '[REMOTE_CONTENT]',
    `[XML_FEED_BEGIN url="https://x.example/${'x'.repeat(3_000)}"]x[XML_FEED_END]`,
  ]) {
    assert.equal(html(text, [item()]), text);
  }
  const off = { xml: false, json: true };
  assert.deepEqual(htmlSections(section('x'), off), []);
  assert.equal(htmlSections(`${section('x')}[REMOTE_CONTENT url='https://x.example/']`, off).length, 1);
  assert.equal(htmlSections('[XML_FEED_BEGIN url="'.repeat(50_000), ON).length, 0);
  assert.equal(htmlSections(section('x').repeat(50), ON).length, 20);
});

test('each value is escaped for its place', () => {
  const title = `a"b'c<d>&[EMAIL]|e`;
  const escaped = 'a&quot;b&#39;c&lt;d&gt;&amp;&#91;EMAIL&#93;&#124;e';
  assert.equal(
    one('<b title="[XML_FEED_ITEM_TITLE]">[XML_FEED_ITEM_TITLE]</b>', { title }),
    `<b title="${escaped}">${escaped}</b>`,
  );
  assert.equal(one('<b title=[XML_FEED_ITEM_TITLE] x>', { title: 'a b=c' }), '<b title=a&#32;b&#61;c x>');
  assert.equal(one('<a href=[XML_FEED_ITEM_LINK] x>', { link: 'javascript:x' }), '<a href="" x>');
  assert.equal(one('[XML_FEED_ITEM_TITLE:filter:uppercase|htmlencode]', { title: 'a&b' }), 'A&amp;B');
  assert.equal(one('[XML_FEED_ITEM_CONTENT]', { description: '<p>x<script>y' }), '<p>x</p>');
  assert.equal(one('[XML_FEED_ITEM_CONTENT:filter:trim]', { description: '<p>x</p><p>&lt;y' }), 'x<br>\n<br>\n&lt;y');
  assert.equal(one('<i title="[XML_FEED_ITEM_CONTENT]">', { description: '<p>x <b>y</b></p>' }), '<i title="x y">');
  assert.equal(
    one('<a href="#">[XML_FEED_ITEM_CONTENT]</a>', { description: 'x <a href="/y">y</a>' }),
    '<a href="#">x y</a>',
  );
  assert.equal(one('<!-- [XML_FEED_ITEM_CONTENT] -->', { description: '<p>--&gt;<b>x' }), '<!-- --&gt;x -->');
  assert.equal(
    one('<style>[XML_FEED_ITEM_TITLE]</style><script>[XML_FEED_ITEM_TITLE]</script>', { title }),
    '<style></style><script></script>',
  );
  assert.equal(one('<b [XML_FEED_ITEM_TITLE] onclick="[XML_FEED_ITEM_TITLE]">', { title }), '<b  onclick="">');
  assert.equal(
    one('<td style="background:url([XML_FEED_ITEM_IMAGE]) [XML_FEED_ITEM_TITLE]">', {
      image: "https://x.example/a');b{}",
      title,
    }),
    '<td style="background:url(https://x.example/a%27%29;b%7B%7D) ">'.replace(';', '%3b'),
  );
});

test('an address is one of the web, or the author’s own beginning with something after it', () => {
  const link = 'https://x.example/?q=[EMAIL]';
  assert.equal(one('<a href="[XML_FEED_ITEM_LINK]">', { link }), '<a href="https://x.example/?q=%5BEMAIL%5D">');
  assert.equal(
    one('<a href="[XML_FEED_ITEM_LINK]&utm=[XML_FEED_ITEM_GUID]">', { link: 'https://x.example/?q', guid: '[EMAIL]"' }),
    '<a href="https://x.example/?q&utm=%5BEMAIL%5D&quot;">',
  );
  assert.equal(
    one('<a href="https://s.example/?u=[XML_FEED_ITEM_LINK:filter:urlencode]">'),
    '<a href="https://s.example/?u=https%3A%2F%2Fblog.example%2F1">',
  );
  for (const value of ['javascript:alert(1)', ' JavaScript:x', 'data:text/html,x', '//x.example', 'x']) {
    assert.equal(one('<a href="[XML_FEED_ITEM_TITLE]">', { title: value }), '<a href="">', value);
    assert.equal(
      one('<a href="[XML_FEED_ITEM_GUID][XML_FEED_ITEM_TITLE]">', { title: value, guid: '' }),
      '<a href="">',
      value,
    );
    assert.equal(one('<a href="java[XML_FEED_ITEM_TITLE]">', { title: value }), '<a href="java">', value);
    assert.equal(
      one(`<a href="javascript:x('[XML_FEED_ITEM_TITLE]')">`, { title: value }),
      `<a href="javascript:x('')">`,
      value,
    );
  }
  assert.equal(one('<img src="[XML_FEED_ITEM_IMAGE]">', { image: 'data:image/png;base64,x' }), '<img src="">');
});

test('plain text: values as text, and nothing that looks like a tag', () => {
  const text = `* ${section('[XML_FEED_ITEM_TITLE]: [XML_FEED_ITEM_CONTENT] [XML_FEED_ITEM_LINK]\n')}`;
  assert.equal(
    plain(text, [item({ title: '[EMAIL] <b>', description: '<p>a &amp; b</p>' })]),
    '* [\u2060EMAIL] <b>: a & b https://blog.example/1\n',
  );
  const drawn = `[RANDOM_CONTENT:a|${section('[XML_FEED_ITEM_TITLE]')}]`;
  assert.equal(plain(drawn, [item({ title: 'x]y|[z' })]), '[RANDOM_CONTENT:a|x)y/(z]');
});

test('remote content: safe HTML in HTML, its text in plain text', () => {
  const safe = safeHtml('<p>x <a href="/y">y</a> [EMAIL]</p>', 'https://x.example');
  const tag = "[REMOTE_CONTENT url='https://x.example/']";
  assert.equal(
    html(`<div>${tag}</div>`, safe),
    '<div><p>x <a href="https://x.example/y">y</a> &#91;EMAIL&#93;</p></div>',
  );
  assert.equal(html(`<a href="#">${tag}</a>`, safe), '<a href="#"><p>x y &#91;EMAIL&#93;</p></a>');
  assert.equal(plain(tag, safe), 'x y [\u2060EMAIL]');
});

test('a section ends at a million characters, whole items only', () => {
  const text = section(`${'x'.repeat(300_000)}[XML_FEED_ITEM_TITLE]`);
  const out = html(
    text,
    Array.from({ length: 100 }, () => item({ title: '!' })),
  );
  assert.equal(out.length, 3 * 300_001);
});

const HOSTILE = [
  ...[
    '<script>alert(1)</script>',
    '</td></table></div>',
    '"><img src=x onerror=y>',
    "' onmouseover='x",
    '-->',
    '<!--',
    ']]>',
  ],
  ...[
    '[EMAIL]',
    '[FNAME:filter:md5]',
    '[RANDOM_CONTENT:a|b]',
    '|',
    ']',
    '[',
    '[XML_FEED_END]',
    '[XML_FEED_BEGIN url="x"]',
    '[FILES_URL]',
  ],
  ...[
    '</style><b>',
    '</title>',
    'javascript:x',
    '&#91;EMAIL&#93;',
    '&lsqb;EMAIL&rsqb;',
    '&lt;script&gt;',
    '<a href="[EMAIL]">',
    '\u2028\n',
    '<tr><td>',
    '<plaintext>',
    '%5BEMAIL%5D',
  ],
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 5 })), { maxLength: 5 })
  .map((parts) => parts.join(''));
const PAGE = `<html><head><title>[XML_FEED_ITEM_TITLE]</title><style>td{color:red}</style></head><body><table><tr>${section(
  `<td title="[XML_FEED_ITEM_TITLE]" style="background:url('[XML_FEED_ITEM_IMAGE]')" abbr='[XML_FEED_ITEM_GUID]' id=[XML_FEED_ITEM_GUID]>
  <a href="[XML_FEED_ITEM_LINK]">[XML_FEED_ITEM_CONTENT]</a><a href="https://s.example/[XML_FEED_ITEM_TITLE]">[XML_FEED_ITEM_TITLE]</a>
  <img src="[XML_FEED_ITEM_TITLE]">[XML_FEED_ITEM_DESCRIPTION][RANDOM_CONTENT:one|[XML_FEED_ITEM_TITLE]]<!--[if mso]><b>[XML_FEED_ITEM_TITLE]</b><![endif]--></td>`,
)}</tr></table><p id="end">[EMAIL]</p></body></html>`;

/** Elements with their depth, except those of the feeds' own HTML. */
function outline(page: string): { open: string[]; harm: string[] } {
  const open: string[] = [];
  const harm: string[] = [];
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (['td', 'table', 'body', 'title'].includes(name) || attributes['id'] === 'end') open.push(`${depth} ${name}`);
      if (['script', 'iframe', 'form', 'plaintext', 'svg'].includes(name)) harm.push(name);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute.startsWith('on')) harm.push(attribute);
        if (['href', 'src'].includes(attribute) && !/^(https?:|mailto:|tel:|$)/.test(value)) harm.push(value);
      }
      depth += 1;
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(page);
  return { open, harm };
}

test('no feed value leaves its place or is parsed as a tag, whatever it holds', () => {
  const expected = outline(html(PAGE, [item({ title: 't', description: 'd' })])).open;
  const values = fc.record({ title: hostile, description: hostile, link: hostile, image: hostile, guid: hostile });
  fc.assert(
    fc.property(values, fc.boolean(), (feed, inlineCss) => {
      const expanded = html(PAGE, [item(feed)]);
      const page = { fromName: 'A', fromEmail: 'a@x.example', toName: '', replyTo: 'a@x.example', subject: 'S' };
      const compiled = compileMessage({
        ...page,
        html: expanded,
        text: plain(`text ${section('[XML_FEED_ITEM_TITLE] [XML_FEED_ITEM_CONTENT] [XML_FEED_ITEM_GUID]')}`, [
          item(feed),
        ]),
        plainTextEmail: true,
        trackLinks: true,
        openPixel: false,
        inlineCss,
        isKnownTag: (tag) => ['EMAIL', 'FNAME'].includes(tag),
        filesUrl: 'https://files.example',
      });
      const tags = [...compiled.html, ...(compiled.text ?? [])].filter(
        (piece) => typeof piece !== 'string' && piece.kind === 'tag',
      );
      assert.equal(tags.length, 1, 'the author’s own tag and no other');
      for (const link of compiled.links) assert.doesNotMatch(link, /[[\]|]/);
      const shown = atOnce(
        composeHtmlSteps(compiled, { lookup: () => '', linkUrl: (index) => compiled.links[index] ?? '' }),
      );
      const { open, harm } = outline(shown);
      // Tables in the feed's own text are closed where they began; the author's keep their depth.
      assert.deepEqual(
        open.filter((line) => line.endsWith('body') || line.endsWith('p')),
        expected.filter((line) => line.endsWith('body') || line.endsWith('p')),
      );
      assert.deepEqual(harm, []);
      assert.ok(!shown.includes('https://files.example'));
    }),
    { numRuns: 200 },
  );
});

test('sanitizing safe HTML changes nothing', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const safe = safeHtml(text, 'https://x.example/');
      assert.equal(safeHtml(safe, 'https://x.example/'), safe);
      assert.doesNotMatch(safe, /[[\]|]/);
      assert.equal(bracketless(bracketless(text)), bracketless(text));
    }),
  );
});
