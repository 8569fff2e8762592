import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { costsLessThan, processorMs } from '../../../test/support/processor-time.ts';
import { renderHtml, renderText } from '../merge/pieces.ts';
import { textFromAuthor } from '../plain-text/plain-text.ts';
import { prepareHtml } from './html.ts';
import { insertionIn, type LinkParameter, parameterValue, withInsertion } from './link-parameters.ts';
import { parseHtml } from './tags.ts';

const isKnownTag = (tag: string) => ['FNAME', 'CITY', 'UNSUBSCRIBE_URL', 'WEB_VERSION_URL'].includes(tag);
const filesUrl = 'https://mail.test/files';
const parameters: LinkParameter[] = [
  { name: 'utm_source', value: 'News' },
  { name: 'utm_medium', value: 'email' },
];
const BOTH = 'utm_source=News&utm_medium=email';

const marked = (address: string, own = parameters) =>
  withInsertion(address, insertionIn(address, { parameters: own, isKnownTag, filesUrl }));

const none = (): never => assert.fail('no link is tracked');
/** A page as mails have it. */
function page(html: string, { trackLinks = false, values = {} as Record<string, string>, own = parameters } = {}) {
  const links: string[] = [];
  const addLink = (address: string) => (trackLinks ? links.push(address) - 1 : none());
  const options = { trackLinks, openPixel: false, isKnownTag, addLink, linkParameters: own, filesUrl };
  const filled = { lookup: (tag: string) => values[tag], linkUrl: (index: number) => `T${index}` };
  return { links, html: renderHtml(prepareHtml(html, options), filled) };
}
function text(written: string, values: Record<string, string> = {}, own = parameters) {
  const options = { trackLinks: false, isKnownTag, addLink: none, linkParameters: own, filesUrl };
  return renderText(textFromAuthor(written, options), { lookup: (tag) => values[tag], linkUrl: none });
}

test('parameters are put after the query and before the fragment', () => {
  const cases: [written: string, becomes: string][] = [
    ['https://a.test', `https://a.test?${BOTH}`],
    ['https://a.test/b/', `https://a.test/b/?${BOTH}`],
    ['https://a.test/b?', `https://a.test/b?${BOTH}`],
    ['https://a.test/b?c=1', `https://a.test/b?c=1&${BOTH}`],
    ['https://a.test/b?c=1&', `https://a.test/b?c=1&${BOTH}`],
    ['https://a.test/b#c', `https://a.test/b?${BOTH}#c`],
    ['https://a.test/b?c=%20+ü#d?e', `https://a.test/b?c=%20+ü&${BOTH}#d?e`],
    ['https://a.test/#/b?utm_source=x', `https://a.test/?${BOTH}#/b?utm_source=x`],
    [
      'https://a.test/?q=[FNAME:filter:defaultvalue(#1?)]#x',
      `https://a.test/?q=[FNAME:filter:defaultvalue(#1?)]&${BOTH}#x`,
    ],
    ['https://[CITY].test/', `https://[CITY].test/?${BOTH}`],
    ['https://a.test/[RANDOM_CONTENT:b|c]', `https://a.test/[RANDOM_CONTENT:b|c]?${BOTH}`],
  ];
  for (const [written, becomes] of cases) assert.equal(marked(written), becomes);
});

test('a parameter that a link has stays its own, whatever stands after it', () => {
  assert.equal(marked('https://a.test/?utm_source=mine'), 'https://a.test/?utm_source=mine&utm_medium=email');
  assert.equal(marked('https://a.test/?utm_source'), 'https://a.test/?utm_source&utm_medium=email');
  assert.equal(marked('https://a.test/?utm%5Fsource=&x'), 'https://a.test/?utm%5Fsource=&x&utm_medium=email');
  assert.equal(marked('https://a.test/?my_utm_source=x'), `https://a.test/?my_utm_source=x&${BOTH}`);
  assert.equal(marked('https://a.test/?%E0%=x'), `https://a.test/?%E0%=x&${BOTH}`);
  const whole = `https://a.test/?utm_medium=a&utm_source=b#c`;
  assert.equal(marked(whole), whole);
});

test('addresses that a recipient or a choice makes, and files of this server, get none', () => {
  for (const address of [
    'https://[CITY]',
    'http://[CITY]#top',
    'https://a.test/[RANDOM_CONTENT:b?c=1|d]',
    'https://a.test/[IF:CITY:is:Rome]#b[ELSE]c[ENDIF]',
    `${filesUrl}/0123.pdf`,
  ]) {
    assert.equal(marked(address), address);
  }
});

test('values are encoded, tags in them filled in at once or kept', () => {
  const fillings: Record<string, string> = { CITY: 'A & [FNAME] #1' };
  const value = parameterValue("Früh ling=[FNAME]&'([X])[CITY:filter:uppercase]", isKnownTag, (tag) => fillings[tag]);
  assert.equal(value, 'Fr%C3%BCh%20ling%3D[FNAME]%26%27%28%5BX%5D%29A%20%26%20%5BFNAME%5D%20%231');
});

test('only web links of the author are marked, each byte around stays', () => {
  const others = `<a href="mailto:a@a.test">m</a><a href="tel:+1">t</a><a href="#top">#</a><a href="/r">r</a><a href="[CITY]">c</a>
<a href="[UNSUBSCRIBE_URL]">u</a><a href="https://[WEB_VERSION_URL]">w</a><a href>n</a><link href="https://a.test/s.css">
<img src="https://a.test/i.png" srcset="https://a.test/j.png 2x"><style>@import url(https://a.test/k.css);</style>`;
  const rendered = page(others).html;
  assert.equal(rendered, page(others, { own: [] }).html);
  const html = `<A HREF = ' https://a.test/?a=1&amp;b=&#x32;&#35;c '>1</A><a href=https://a.test/d>2</a><area href="https://a.test/?e&num;f">`;
  const added = BOTH.replace('&', '&amp;');
  assert.equal(
    page(html).html,
    html
      .replace('&#35;c', `&${'amp;'}${added}&#35;c`)
      .replace('a.test/d', `a.test/d?${added}`)
      .replace('e&num;f', `e&amp;${added}&num;f`),
  );
});

test('tags of recipients in values are filled in as parts of the address', () => {
  const own = [{ name: 'utm_term', value: '[FNAME:filter:defaultvalue(dear friend)]' }];
  const html = '<a href=https://a.test/#b>x</a>';
  assert.equal(
    page(html, { own, values: { FNAME: 'A&"b" >' } }).html,
    '<a href=https://a.test/?utm_term=A%26%22b%22%20%3E#b>x</a>',
  );
  assert.equal(page(html, { own }).html, '<a href=https://a.test/?utm_term=dear%20friend#b>x</a>');
  assert.equal(text('See https://a.test/#b.', {}, own), 'See https://a.test/?utm_term=dear%20friend#b.');
  assert.deepEqual(page(html, { own, trackLinks: true }).links, [`https://a.test/?utm_term=${own[0]?.value}#b`]);
});

test('links in an author’s own text are marked before what closes the sentence', () => {
  const written =
    'Go (https://a.test/b), or https://a.test/[FNAME]?c#d. [UNSUBSCRIBE_URL] http://[WEB_VERSION_URL] mailto:a@a.test';
  assert.equal(
    text(written, { FNAME: 'x y', UNSUBSCRIBE_URL: 'https://mail.test/u', WEB_VERSION_URL: 'https://mail.test/w' }),
    `Go (https://a.test/b?${BOTH}), or https://a.test/x%20y?c&${BOTH}#d. https://mail.test/u https://mail.test/w mailto:a@a.test`,
  );
});

const part = fc.oneof(
  fc.constantFrom(
    '?',
    '#',
    '&',
    '=',
    '/',
    'utm_source',
    'utm_medium',
    '%20',
    '[FNAME]',
    '[CITY',
    ';',
    '#1',
    '#x2',
    'ü',
  ),
  fc.string({ maxLength: 3 }).map((some) => some.replace(/[\s"'<>`]|[[\]|]/g, '')),
);
const address = fc
  .tuple(fc.constantFrom('', '/', '?', '#', '/?a=1&'), fc.array(part, { maxLength: 12 }))
  .map(([begin, parts]) => (begin === '' ? 'https://a.test' : `https://a.test${begin}${parts.join('')}`));

test('an address keeps all that it has, in order, and has each parameter once', () => {
  fc.assert(
    fc.property(address, (written) => {
      const whole = marked(written);
      const insertion = insertionIn(written, { parameters, isKnownTag, filesUrl });
      const { at, text: added } = insertion ?? { at: 0, text: '' };
      assert.equal(whole.slice(0, at) + whole.slice(at + added.length), written);
      assert.equal(marked(whole), whole); // what is marked stays as it is
      const filled = new URL(whole.replaceAll('[FNAME]', 'x'));
      const before = new URL(written.replaceAll('[FNAME]', 'x'));
      assert.equal(filled.hash, before.hash);
      assert.equal(filled.origin + filled.pathname, before.origin + before.pathname);
      for (const { name, value } of parameters) {
        const own = before.searchParams.getAll(name);
        assert.deepEqual(filled.searchParams.getAll(name), own.length > 0 ? own : [value]);
      }
    }),
    { numRuns: 2000 },
  );
});

/** The same address as authors write it in HTML. */
const written = (plain: string, ways: readonly number[]) =>
  [...plain]
    .map((character, index) => {
      const code = character.codePointAt(0) ?? 0;
      const isPlain = !'&"'.includes(character);
      const forms = [
        isPlain ? character : `&#${code};`,
        `&#${code};`,
        `&#x${code.toString(16)};`,
        `&#X000${code.toString(16).toUpperCase()};`,
        ({ '#': '&num;', '&': '&amp;', '?': '&quest;', '=': '&equals;' } as Record<string, string>)[character] ??
          `&#0${code};`,
      ];
      return forms[(ways[index % ways.length] ?? 0) % forms.length];
    })
    .join('');

test('in HTML an address becomes what it becomes as a plain one, however it is written', () => {
  fc.assert(
    fc.property(address, fc.array(fc.nat(4), { minLength: 1, maxLength: 9 }), (plain, ways) => {
      const inTags = plain.replaceAll('[FNAME]', 'x').replaceAll('[CITY', 'y'); // a tag is one as it is written alone
      let found: string | undefined;
      parseHtml(page(`<a href="${written(inTags, ways)}">x</a>`).html, {
        onOpen: ({ attributes }) => {
          found = attributes[0]?.value;
        },
      });
      assert.equal(found, marked(inTags));
      assert.deepEqual(page(`<a href="${written(inTags, ways)}">x</a>`, { trackLinks: true }).links, [marked(inTags)]);
    }),
    { numRuns: 2000 },
  );
});

test('the value that a form would read is the author’s', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (value) => {
      const encoded = parameterValue(
        value,
        () => false,
        () => undefined,
      );
      assert.match(encoded, /^[\w.~%-]*$/);
      assert.equal(new URL(`https://a.test/?v=${encoded}`).searchParams.get('v'), value.toWellFormed());
    }),
  );
});

test('the time is linear in what authors write', () => {
  const ofLinks = (count: number) => {
    const tags = `<a href="https://a.test/${'[FNAME]'.repeat(count)}#">x</a>`;
    const signs = `<a href="https://a.test/?${'&#38;#'.repeat(count)}">x</a>`;
    const spaces = `<a href="https://a.test/${' '.repeat(count)}x">x</a>`;
    return tags + signs + spaces + '<a href="https://a.test/">x</a>'.repeat(count);
  };
  page(ofLinks(1000));
  const begun = processorMs();
  page(ofLinks(4000));
  const few = processorMs() - begun;
  assert.ok(costsLessThan(32 * Math.max(few, 1), () => page(ofLinks(32_000))));
});
