// No value leaves its place: the markup around it parses the same as around a harmless value.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DomUtils, parseDocument } from 'htmlparser2';
import PostalMime from 'postal-mime';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { processorMs } from '../../../test/support/processor-time.ts';
import { prepareHtml } from '../html/html.ts';
import { compileMessage, type MessageSource } from '../mime/compile.ts';
import { composeMessage, messageText } from '../mime/compose.ts';
import { textFromAuthor } from '../plain-text/plain-text.ts';
import { parseTags } from './merge.ts';
import { renderHtml } from './pieces.ts';
import { placedValue, renderAddress } from './placed-values.ts';

/** Texts that try to end their context, and any others. */
const hostile = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      ...`"'><= \`/\\&;#%(){}[]|:@*`,
      ...'\n\r\t\0\f\u2028\ud800😀ax',
      ...'--> --!> <!-- <![endif]--> ]]> </style </script> </title> </textarea>'.split(' '),
      ...'javascript: data:text/html, &quot; &#34; /* */ [A] [B] [RANDOM_CONTENT:a|b]'.split(' '),
      ...'=?UTF-8?Q?=0A?= \u202e https://evil.test/ ../ ? expression('.split(' '),
      ...['<img src=x>', ' onclick=', '\r\nBcc: x@y.test', '\r\n\r\n'],
    ),
    maxLength: 12,
  }),
  fc.string({ unit: anyCharacter }),
);

const PAGE = `<!doctype html><title>[A]</title><style>.a{color:[A];content:"[A]"}/* [A] */</style>
<script>var a = "[A]"; f('[A]', [A])</script><textarea>[A]</textarea><xmp>[A]</xmp><!-- [A] --><!--[A]-->
<!--[if mso]><td title=[A] style="color:[A]">[A]</td><![endif]--><p x-[A] title="[A]" lang='[A]' dir=[A] class=x[A]y>[A]</p>
<p style="color:[A];width:calc([A])" onclick="f('[A]')" data-[A]="1">[A][A]</p><h1>[A]</h1><svg><title>[A]</title>[A]</svg>
<a href="[A]">[A]</a><a href=[A]>[A]</a><a href=" [A]">s</a><a href="http://[A]">h</a><a href="https://x.test/[A]?q=[A]#[A]">t</a>
<a href="mailto:[A]">m</a><a href="[RANDOM_CONTENT:[A]|x]">r</a><a href="[RANDOM_CONTENT:x|[A]]">r</a><img src="[A]" srcset="[A] 1x, [A] 2x" alt="[A]"><iframe srcdoc="<p>[A]</p>" src=[A]></iframe>
<table background="[A]"><tr><td width=[A]>[A]</td></tr></table>[A]<noscript><b>[A]</b></noscript>`;

const prepared = prepareHtml(PAGE, {
  trackLinks: false,
  openPixel: false,
  isKnownTag: (tag) => tag === 'A',
  addLink: () => 0,
});
const shown = (value: string) =>
  renderHtml(prepared, {
    lookup: (tag) => (tag === 'A' ? value : tag === 'RANDOM_CONTENT' ? '1' : 'EXPANDED'),
    linkUrl: () => '',
  });

const OWN = new Set('title lang dir class style onclick href src srcset alt srcdoc background width'.split(' '));

/**
 * Elements, attributes and comments in order, without values. Line breaks in text appear as
 * elements.
 */
function structure(html: string): string {
  const walk = (nodes: ReturnType<typeof parseDocument>['children']): string =>
    nodes
      .map((node) => {
        if (node.type === 'comment')
          return `<!--${/^\[if mso/.test(node.data) ? walk(parseDocument(node.data).children) : ''}-->`;
        if (!('children' in node) || !('attribs' in node) || node.name === 'br') return '';
        // A tag inside a name leaves a name.
        const names = Object.keys(node.attribs).filter((name) => !/^[a-z0-9-]+$/.test(name) || OWN.has(name));
        return `${node.name}${names.join(' ')}{${walk(node.children as never)}}`;
      })
      .join('');
  return walk(parseDocument(html).children);
}

const LIVE = /^(?:https?|mailto|tel|sms|ftp|cid):/i;

test('each of the addresses of a srcset is one, and no value makes more of them', () => {
  const page =
    '<img srcset="[A] 1x, [B] 2x,http://[C] 3x, https://x.test/[A] [W]w, [RANDOM_CONTENT:[A]|[B]] 9x"><source srcset=[B]>';
  const values: Record<string, string> = {
    A: 'https://a.test/?x=1&y=2',
    B: ' https://b.test/, javascript:x 4x ',
    C: 'c.test',
    W: '800',
    RANDOM_CONTENT: '1',
  };
  const isKnownTag = (tag: string) => tag.length === 1;
  const pieces = prepareHtml(page, { trackLinks: false, openPixel: false, isKnownTag, addLink: () => 0 });
  const html = renderHtml(pieces, { lookup: (tag) => values[tag], linkUrl: () => '' });
  const b = 'https://b.test/%2C%20javascript:x%204x';
  const part = encodeURIComponent(values['A'] ?? '');
  assert.equal(
    html,
    `<img srcset="https://a.test/?x=1&amp;y=2 1x, ${b} 2x,http://c.test 3x, https://x.test/${part} 800w, ${b} 9x"><source srcset="${b}">`,
  );
});

test('HTML is the same whatever a value holds, and no tag in a value is filled in', () => {
  const expected = structure(shown('x'));
  fc.assert(
    fc.property(hostile, (value) => {
      const html = shown(value);
      assert.equal(structure(html), expected);
      assert.ok(!html.includes('EXPANDED'));
      for (const element of DomUtils.findAll(() => true, parseDocument(html).children)) {
        for (const name of ['href', 'src', 'background']) {
          const address = element.attribs[name] ?? '';
          // As browsers parse it (URL standard, section 4.4).
          const bare = address.replace(/[\t\r\n]/g, '').replace(/^[^\u0021-\uffff]+/, '');
          const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(bare)?.[0];
          assert.ok(scheme === undefined || LIVE.test(scheme), address);
        }
        if (element.attribs['href']?.startsWith('https://x.test/')) {
          const url = new URL(element.attribs['href']);
          assert.deepEqual([url.origin, [...url.searchParams.keys()]], ['https://x.test', ['q']]);
          assert.ok(url.searchParams.get('q') === value.toWellFormed());
        }
      }
    }),
    { numRuns: 2000 },
  );
});

test('in style sheets and scripts a value is one word or one string', () => {
  fc.assert(
    fc.property(hostile, (value) => {
      const css = placedValue(value, 'style');
      assert.match(css.replace(/\\[0-9a-f]{1,6} /g, ''), /^[\p{L}\p{N} #%.,_+?=:/-]*$/u);
      const script = placedValue(value, 'script');
      assert.match(script.replace(/\\u[0-9a-f]{4}/g, ''), /^(?:[A-Za-z0-9 ]*|-?[\d.]+)$/);
      assert.equal(JSON.parse(`"${script}"`), value);
    }),
    { numRuns: 2000 },
  );
});

test('active schemes are disabled', () => {
  for (const value of [
    'javascript:alert(1)',
    ' JavaScript:x',
    'java\nscript:x',
    '\u0001javascript:x',
    'data:text/html,x',
  ]) {
    const address = placedValue(value, 'url');
    assert.ok(!address.includes(':'), address);
    assert.equal(decodeURIComponent(address), value);
  }
  for (const value of ['https://x.test/a?b=c d', 'mailto:a@b.test', '/a', '#a', 'a.html', 'tel:+1', '', 'x y:z']) {
    assert.equal(placedValue(value, 'url'), value);
  }
});

test('a web address stays on its host, and what filters have encoded is not encoded again', () => {
  const expand = (text: string, value: string) =>
    renderAddress(
      parseTags(text, () => true),
      (tag) => (tag === 'RANDOM_CONTENT' ? '1' : value),
    );
  assert.equal(
    expand('https://x.test/[A]?q=[A:filter:urlencode]&r=[A]', 'a b&c'),
    'https://x.test/a%20b%26c?q=a+b%26c&r=a%20b%26c',
  );
  assert.equal(expand('http://[A]/y', 'https://y.test'), 'https://y.test/y');
  assert.equal(expand('http://[A]/y', 'y.test'), 'http://y.test/y');
  assert.equal(expand('https://x.test/[RANDOM_CONTENT:a|b[A]]', '/'), 'https://x.test/b%2F');
  fc.assert(
    fc.property(hostile, (value) => {
      const url = new URL(expand('https://x.test/a/[A]/b?q=[A]', value));
      assert.equal(url.host, 'x.test');
      assert.equal(url.searchParams.get('q'), value.toWellFormed());
    }),
  );
});

test('in an author’s plain text a value after an address is a part of it', () => {
  const pieces = textFromAuthor('[A] https://x.test/[A]/?q=[A:filter:urlencode]. http://[B] [A]', {
    trackLinks: false,
    isKnownTag: () => true,
    addLink: () => 0,
  });
  assert.deepEqual(
    pieces.map((piece) =>
      typeof piece === 'string' || piece.kind !== 'tag' ? piece : (piece.scheme ?? piece.place ?? ''),
    ),
    ['', ' https://x.test/', 'url-part', '/?q=', 'quoted', '. ', 'http://', ' ', ''],
  );
});

const message: MessageSource = {
  fromName: '[A] x',
  fromEmail: 'a@x.test',
  toName: 'x [A]',
  replyTo: '[A]@x.test',
  subject: 'é [A] x [A]',
  html: '<p>[A]</p>',
  text: 'x [A]',
  plainTextEmail: true,
  trackLinks: true,
  inlineCss: false,
  openPixel: false,
  isKnownTag: (tag: string) => tag === 'A',
  filesUrl: '',
};

test('the header is the same whatever a value holds', async () => {
  const compiled = compileMessage(message);
  const read = async (value: string) => {
    const made = composeMessage(compiled, {
      lookup: () => value,
      linkUrl: () => '',
      messageId: 'a@b',
      date: 0,
      toAddress: 'z@y.test',
    });
    assert.ok(made.kind === 'composed');
    return PostalMime.parse(messageText(made));
  };
  const names = (mail: Awaited<ReturnType<typeof read>>) =>
    mail.headers.map(({ key }) => key).filter((key) => key !== 'reply-to');
  const expected = names(await read('x'));
  await fc.assert(
    fc.asyncProperty(hostile, async (value) => {
      const mail = await read(value);
      assert.deepEqual(names(mail), expected);
      assert.equal(mail.to?.length, 1);
      assert.equal(mail.to?.[0]?.address, 'z@y.test');
      assert.equal(mail.from?.address, 'a@x.test');
      assert.deepEqual(mail.attachments, []);
    }),
    { numRuns: 500 },
  );
});

test('hostile pages cost linear time', () => {
  for (const [before, pattern] of [
    ['<a href="mailto:', '[A]'],
    ['<a href=', '[A]'],
    [`<a href="${' '.repeat(200_000)}`, '[A]'],
    ['<a href="[RANDOM_CONTENT:', '[A]|'],
    ['<!--[if mso]>', '<!--[if [A]'],
    ['', '<a href=[A] title=[A]>[A]'],
  ] as const) {
    const html = `${before}${pattern.repeat(Math.ceil(100_000 / pattern.length))}">`;
    const start = processorMs();
    prepareHtml(html, { trackLinks: true, openPixel: true, isKnownTag: () => true, addLink: () => 0 });
    assert.ok(processorMs() - start < 4000, before + pattern);
  }
});
