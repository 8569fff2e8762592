// [RANDOM_CONTENT:a|b]: where its marks are found, and that every part of a message takes the same
// alternative.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { processorMs } from '../../../test/support/processor-time.ts';
import { atOnce } from '../../kernel/slices.ts';
import { compileMessage, type MessageSource } from '../mime/compile.ts';
import { composeHtmlSteps, composeMessage, messageText } from '../mime/compose.ts';
import { chosenAlternative, flatten, gatherChoices, scanChoices } from './choices.ts';
import { parseTags, renderPieces, scanTags } from './merge.ts';

const values: Record<string, string> = { FNAME: 'Zoë & <b>|]', URL: 'https://z.test/' };
const lookupOf = (draw: number) => (tag: string) => (tag === 'RANDOM_CONTENT' ? String(draw) : values[tag]);
const isKnown = (tag: string) => Object.hasOwn(values, tag);
const render = (text: string, draw: number) => renderPieces(parseTags(text, isKnown), lookupOf(draw));
const all = (text: string, count = 3) => Array.from({ length: count }, (_, draw) => render(text, draw));

test('one alternative is taken; its content is parsed as usual', () => {
  assert.deepEqual(all('Hi [RANDOM_CONTENT:a|b b|]!'), ['Hi a!', 'Hi b b!', 'Hi !']);
  assert.deepEqual(all('[RANDOM_CONTENT:only]'), ['only', 'only', 'only']);
  assert.deepEqual(all('[RANDOM_CONTENT:]x'), ['x', 'x', 'x']);
  assert.deepEqual(all('[RANDOM_CONTENT:[FNAME]|[FNAME:filter:defaultvalue(a]b)|uppercase]|[x|y]]', 3), [
    'Zoë & <b>|]',
    'ZOË & <B>|]',
    '[x|y]',
  ]);
  assert.deepEqual(all('[RANDOM_CONTENT:a|[RANDOM_CONTENT:b|c|d]]', 4), ['a', 'c', 'a', 'b']);
  // Choices with equally many alternatives take the same one.
  assert.deepEqual(all('[RANDOM_CONTENT:A|B] [RANDOM_CONTENT:a|b] [RANDOM_CONTENT:1|2|3]'), [
    'A a 1',
    'B b 2',
    'A a 3',
  ]);
});

test('an unclosed choice is text', () => {
  for (const text of [
    '[RANDOM_CONTENT:a|b',
    '[RANDOM_CONTENT:a [b|c]',
    '[RANDOM_CONTENT]',
    '[random_content:a|b]',
    'a|b]',
  ])
    assert.deepEqual(all(text, 2), [text, text]);
  assert.deepEqual(all('[RANDOM_CONTENT:[RANDOM_CONTENT:a|b]', 2), ['[RANDOM_CONTENT:a', '[RANDOM_CONTENT:b']);
});

test('twenty may be nested; a page of nothing else is parsed in time', () => {
  const nested = (depth: number) => `${'[RANDOM_CONTENT:'.repeat(depth)}x|y${']'.repeat(depth)}`;
  assert.equal(render(nested(20), 1), 'y');
  assert.equal(render(nested(21), 1), '[RANDOM_CONTENT:x|y]');
  const page = compileMessage({ ...source, html: nested(50_000) });
  assert.match(
    atOnce(composeHtmlSteps(page, { lookup: lookupOf(0), linkUrl: () => '' })),
    /^(?:\[RANDOM_CONTENT:){49980}x/,
  );
});

const html = `<html><body><h1>[RANDOM_CONTENT:Hello [FNAME]|Good day]</h1>
[RANDOM_CONTENT:<p>Read <a href="https://a.test/?x=1|2">one</a></p>|<ul><li>two <a href="https://b.test/">b</a></li><li title="[FNAME]">q</li></ul>]
<a href="https://c.test/[RANDOM_CONTENT:first|second]">c</a><img alt="[RANDOM_CONTENT:pic one|pic &#124; two]" src="[URL]"><img src="[RANDOM_CONTENT:[URL]|/b/[FNAME]]"></body></html>`;
const source: MessageSource = {
  fromName: '[RANDOM_CONTENT:Ann|Bea]',
  fromEmail: 'a@x.test',
  toName: '',
  replyTo: '[RANDOM_CONTENT:a|b]@x.test',
  subject: '[RANDOM_CONTENT:Öne|Twö] for you',
  html,
  text: null,
  plainTextEmail: true,
  trackLinks: true,
  inlineCss: false,
  openPixel: false,
  isKnownTag: isKnown,
  filesUrl: '',
};

async function read(draw: number, changes: Partial<MessageSource> = {}) {
  const compiled = compileMessage({ ...source, ...changes });
  const given = { lookup: lookupOf(draw), linkUrl: (index: number) => `T${index}` };
  const made = composeMessage(compiled, { ...given, messageId: 'a@b', date: 0, toAddress: 'z@y.test' });
  assert.ok(made.kind === 'composed');
  const mail = await PostalMime.parse(messageText(made));
  const text = (mail.text ?? '').replaceAll('\r\n', '\n').trimEnd();
  return {
    links: compiled.links,
    mail,
    page: atOnce(composeHtmlSteps(compiled, given)),
    html: mail.html?.replaceAll('\r\n', '\n').trimEnd(),
    text,
  };
}

test('header, HTML, plain text and page agree; links in alternatives are tracked', async () => {
  const [first, second] = [await read(0), await read(1)];
  assert.deepEqual(first.links, [
    'https://a.test/?x=1|2',
    'https://b.test/',
    'https://c.test/[RANDOM_CONTENT:first|second]',
  ]);
  assert.deepEqual([first.mail.subject, second.mail.subject], ['Öne for you', 'Twö for you']);
  assert.deepEqual([first.mail.from?.name, second.mail.replyTo?.[0]?.address], ['Ann', 'b@x.test']);
  assert.equal(
    first.html,
    `<html><body><h1>Hello Zoë &amp; &lt;b&gt;|]</h1>\n<p>Read <a href="T0">one</a></p>\n<a href="T2">c</a><img alt="pic one" src="https://z.test/"><img src="https://z.test/"></body></html>`,
  );
  assert.equal(first.page, first.html);
  assert.equal(second.page, second.html);
  assert.match(
    second.html ?? '',
    /<ul><li>two <a href="T1">b<\/a><\/li><li title="Zoë &amp; &lt;b&gt;\|\]">q<\/li><\/ul>/,
  );
  assert.match(second.html ?? '', /<img src="\/b\/Zo%C3%AB%20%26%20%3Cb%3E%7C%5D">/);
  assert.match(second.html ?? '', /alt="pic &#124; two"/);
  assert.equal(first.text, 'Hello Zoë & <b>|]\n\nRead one <T0>\n\nc <T2>pic one');
  assert.equal(second.text, 'Good day\n\n - two b <T1>\n - q\n\nc <T2>pic | two');
});

test('in an author’s plain text an address ends with its alternative, and may hold alternatives', async () => {
  const text =
    'See [RANDOM_CONTENT:https://a.test/1|https://b.test/2.] https://c.test/[RANDOM_CONTENT:x|y]/z. https://d.test/[RANDOM_CONTENT:p q|r]';
  const [first, second] = [await read(0, { html: '', text }), await read(1, { html: '', text })];
  assert.deepEqual(first.links, ['https://a.test/1', 'https://b.test/2', 'https://c.test/[RANDOM_CONTENT:x|y]/z']);
  assert.equal(first.text, 'See T0 T2. https://d.test/p q');
  assert.equal(second.text, 'See T1. T2. https://d.test/r');
  const plain = await read(1, { html: '', text, trackLinks: false });
  assert.equal(plain.text, 'See https://b.test/2. https://c.test/y/z. https://d.test/r');
});

const soup = fc.string({
  unit: fc.constantFrom(
    '[RANDOM_CONTENT:',
    '[',
    ']',
    '|',
    'a',
    ' ',
    '[FNAME]',
    '[FNAME:filter:trim|reverse]',
    'https://x.test/',
    '\n',
    '<b>',
  ),
  maxLength: 30,
});

test('gathering and flattening lose nothing, and each text becomes one of its readings', () => {
  fc.assert(
    fc.property(soup, fc.nat(7), (text, draw) => {
      const pieces = parseTags(text, isKnown);
      assert.deepEqual(gatherChoices(flatten(pieces)), pieces);
      const marks = { begin: '[RANDOM_CONTENT:', next: '|', end: ']' };
      const written = flatten(pieces).map((piece) => {
        if (typeof piece === 'string') return piece;
        if (piece.kind === 'mark') return marks[piece.mark];
        return piece.filters.length === 0 ? '[FNAME]' : '[FNAME:filter:trim|reverse]';
      });
      assert.equal(written.join(''), text);
      for (const piece of pieces) {
        if (typeof piece !== 'string' && piece.kind === 'choice')
          assert.ok(Array.isArray(chosenAlternative(piece, lookupOf(draw))));
      }
      compileMessage({ ...source, subject: text, html: text, text });
    }),
    { numRuns: 1000 },
  );
});

test('hostile text costs linear time', () => {
  for (const pattern of [
    '[RANDOM_CONTENT:',
    '[RANDOM_CONTENT:a|',
    '[RANDOM_CONTENT:]',
    '|]',
    '[RANDOM_CONTENT:a|b[',
    ']',
  ]) {
    const text = `[RANDOM_CONTENT:${pattern.repeat(Math.ceil(200_000 / pattern.length))}]`;
    const start = processorMs();
    scanChoices(text, scanTags(text, isKnown));
    parseTags(text, isKnown);
    assert.ok(processorMs() - start < 5000, pattern);
  }
});
