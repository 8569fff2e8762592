import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { processorMs } from '../../../test/support/processor-time.ts';
import { renderHtml } from '../merge/pieces.ts';
import { endOfBody, prepareHtml } from './html.ts';

const appendToBody = (html: string, fragment: string) =>
  html.slice(0, endOfBody(html)) + fragment + html.slice(endOfBody(html));

type Flags = { trackLinks?: boolean; openPixel?: boolean };

function prepare(html: string, flags: Flags = {}) {
  const links: string[] = [];
  const pieces = prepareHtml(html, {
    trackLinks: flags.trackLinks ?? true,
    openPixel: flags.openPixel ?? false,
    isKnownTag: (tag) => tag !== 'UNKNOWN',
    addLink: (destination) => links.push(destination) - 1,
  });
  const render = (values: Record<string, string> = {}, openUrl?: string) =>
    renderHtml(pieces, { lookup: (tag) => values[tag], linkUrl: (index) => `T${index}`, openUrl });
  return { links, pieces, render };
}

test('link destinations are cut out, all other bytes stay', () => {
  const html = `<!DOCTYPE html><BODY><p CLASS='x' >&amp;&nbsp;<A title="a>b" HREF = "https://x.test/?a=1&amp;b=%20&#x63;" >t</A>
<area href='http://x.test/b'/><a href=https://x.test/c>c</a><a  name=q>no</a></p><a href="">e</a><img src="https://x.test/i.png"></BODY>`;
  const { links, render } = prepare(html);
  assert.deepEqual(links, ['https://x.test/?a=1&b=%20c', 'http://x.test/b', 'https://x.test/c']);
  assert.equal(
    render(),
    html
      .replace('https://x.test/?a=1&amp;b=%20&#x63;', 'T0')
      .replace('http://x.test/b', 'T1')
      .replace('href=https://x.test/c', 'href="T2"'),
  );
});

test('untracked links stay as written', () => {
  const html = `<a href="mailto:a@x.test">m</a><a href="tel:+1">t</a><a href="#top">#</a><a href="/rel">r</a><a href="ftp://x">f</a>
<a href="javascript:alert(1)">j</a><a href>n</a><link href="https://x.test/s.css"><!-- <a href="https://x.test/c">c</a> -->
<style>a[href="https://x.test"]{}</style><a data-href="https://x.test">d</a>`;
  const { links, render } = prepare(html);
  assert.deepEqual(links, []);
  assert.equal(render(), html);
});

test('links to our own pages are not tracked, tags in other links are kept', () => {
  const { links, render } = prepare(
    `<a href="[UNSUBSCRIBE_URL]">u</a><a href=" http://[WEB_VERSION_URL]">w</a><a href="https://x.test/[UID:filter:urlencode]?n=[FNAME]">x</a><a href="[WEBSITE]">s</a>`,
  );
  assert.deepEqual(links, ['https://x.test/[UID:filter:urlencode]?n=[FNAME]']);
  assert.equal(
    render({ UNSUBSCRIBE_URL: 'https://m.test/u?a=1&b=2', WEB_VERSION_URL: 'W', WEBSITE: '"><script>' }),
    `<a href="https://m.test/u?a=1&amp;b=2">u</a><a href=" http://W">w</a><a href="T0">x</a><a href="&quot;&gt;&lt;script&gt;">s</a>`,
  );
});

test('of two href attributes the first counts, as in browsers', () => {
  const { links, render } = prepare('<a href="https://a.test" href="https://b.test">x</a>');
  assert.deepEqual(links, ['https://a.test']);
  assert.equal(render(), '<a href="T0" href="https://b.test">x</a>');
});

test('white space of an address is treated as browsers do', () => {
  assert.deepEqual(prepare('<a href="\n https://x.test/a\n b ">x</a>').links, ['https://x.test/a b']);
});

test('values are escaped; line breaks show in text only', () => {
  const { render } = prepare('<title>[A]</title><p title="[A]">[A]</p><style>[A]</style>', { trackLinks: false });
  assert.equal(
    render({ A: 'x\n<y>' }),
    '<title>x\n&lt;y&gt;</title><p title="x\n&lt;y&gt;">x<br>\n&lt;y&gt;</p><style>x\\a \\3c y\\3e </style>',
  );
});

test('filter arguments are written in HTML; a final htmlencode does not escape twice', () => {
  const { render } = prepare(
    '[A:filter:defaultvalue(O&#39;Neil &amp; &quot;Co&quot;)] [B:filter:htmlencode] [UNKNOWN]',
  );
  assert.equal(render({ B: '<' }), 'O&#39;Neil &amp; &quot;Co&quot; &lt; [UNKNOWN]');
});

test('link tags become links', () => {
  const { render } = prepare('<p>[UNSUBSCRIBE_LINK]</p><a href="[UNSUBSCRIBE_LINK]">x</a>');
  assert.equal(render({ UNSUBSCRIBE_URL: 'U' }), '<p><a href="U">Unsubscribe</a></p><a href="U">x</a>');
});

test('the pixel stands at the end of the body, and only with an address', () => {
  const { render } = prepare('<body><p>x</p></body></html>', { openPixel: true });
  assert.equal(render(), '<body><p>x</p></body></html>');
  assert.equal(
    render({}, 'https://m.test/o?a&b'),
    '<body><p>x</p><img src="https://m.test/o?a&amp;b" width="1" height="1" alt="" style="display:block;border:0"></body></html>',
  );
  assert.match(prepare('no body', { openPixel: true }).render({}, 'O'), /^no body<img /);
  assert.equal(appendToBody('<body>a<!-- </body> --></BODY ></html>', 'F'), '<body>a<!-- </body> -->F</BODY ></html>');
  assert.equal(appendToBody('a', 'F'), 'aF');
});

test('any HTML survives, with and without tracking', () => {
  const soup = fc.string({
    unit: fc.constantFrom(
      '<a href="',
      "<a href='",
      '<a href=',
      'https://x.test/',
      '"',
      "'",
      '>',
      '<',
      '/',
      ' ',
      '[A]',
      '[',
      '<!--',
      '-->',
      '<style>',
      '</style>',
      '&amp;',
      '</body>',
      '<svg>',
      '<title>',
      'é',
      '\n',
      '=',
      '<p ',
      'href',
      '<![CDATA[',
      ']]>',
      '<?x',
      '<area href="http://y.test" ',
    ),
    maxLength: 40,
  });
  fc.assert(
    fc.property(soup, (html) => {
      const plain = prepare(html, { trackLinks: false });
      const unquoted = (text: string) => text.replace(/["']/g, '');
      assert.equal(unquoted(plain.render({ A: 'v' })), unquoted(html.replaceAll('[A]', 'v'))); // unquoted values get quotes
      const { links, pieces } = prepare(html);
      // Joining the pieces gives the author's text again, except for quotes and entities in
      // destinations.
      const back = pieces.map((piece) =>
        typeof piece === 'string' ? piece : piece.kind === 'link' ? links[piece.index] : '[A]',
      );
      const bare = (text: string) => unquoted(text).replace(/\s/g, '').replaceAll('&amp;', '&');
      assert.equal(bare(back.join('')), bare(html));
    }),
    { numRuns: 3000 },
  );
});

test('the open pixel stands before what the page does not close', () => {
  for (const open of [
    '<a href="x',
    '<a href=x',
    '<img',
    '</p',
    '<!-- <b>',
    '<style>p{}',
    '<textarea>',
    '<!doctype',
    '</',
  ])
    assert.equal(prepare(`<p>a</p>${open}`, { openPixel: true }).render({}, 'O').indexOf('<img src="O"'), 8, open);
  for (const closed of ['<p>a</p>', 'a < b', '<', '&am', '<!-- a -->', "<b title='<'>"]) {
    const mail = prepare(closed, { openPixel: true }).render({}, 'O');
    assert.equal(mail.indexOf('<img src="O"'), closed.length, closed);
  }
});

test('hostile HTML costs linear time', () => {
  for (const pattern of [
    '<a href="https://x.test/',
    '<',
    '<!--',
    '</body',
    '<a ',
    '&',
    '<a href=https://x',
    '<a href="https://x"',
    "<a href='[A]",
  ]) {
    const start = processorMs();
    prepare(pattern.repeat(Math.ceil(100_000 / pattern.length)));
    assert.ok(processorMs() - start < 4000, pattern);
  }
});
