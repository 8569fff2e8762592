import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { processorMs } from '../../../test/support/processor-time.ts';
import { escapeHtml } from '../../kernel/text/escape-html.ts';
import { parseTags, renderPieces } from './merge.ts';

const known = (tag: string) => tag !== 'UNKNOWN';
const render = (text: string, values: Record<string, string> = {}) =>
  renderPieces(parseTags(text, known), (tag) => (Object.hasOwn(values, tag) ? values[tag] : undefined));

test('tags are filled, everything else stays', () => {
  assert.equal(
    render('Hi [FNAME], [UNKNOWN] [lower] [A-B] [] [', { FNAME: 'Ann' }),
    'Hi Ann, [UNKNOWN] [lower] [A-B] [] [',
  );
  assert.equal(render('[A][B]', { A: '1', B: '2' }), '12');
  assert.equal(render('[[A]]', { A: '1' }), '[1]');
  assert.equal(render('[ABSENT]'), '');
});

test('every filter does what its name says', () => {
  const cases: [string, string, string][] = [
    ['urlencode', 'a b&ü~*', 'a+b%26%C3%BC%7E%2A'],
    ['rawurlencode', "a b&ü~!'()*", 'a%20b%26%C3%BC~%21%27%28%29%2A'],
    ['htmlencode', `<a href="x">'&`, '&lt;a href=&quot;x&quot;&gt;&#39;&amp;'],
    ['trim', '  a b ', 'a b'],
    ['uppercase', 'straße ü', 'STRASSE Ü'],
    ['lowercase', 'ÀB', 'àb'],
    ['ucwords', 'ann marie o’x\télan', 'Ann Marie O’x\tÉlan'],
    ['ucfirst', 'élan vital', 'Élan vital'],
    ['reverse', 'ab😀', '😀ba'],
    ['defaultvalue(dear friend)', '', 'dear friend'],
    ['defaultvalue(dear friend)', 'Ann', 'Ann'],
    ['md5', 'a', '0cc175b9c0f1b6a831c399e269772661'],
    ['sha1', 'a', '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8'],
    ['base64encode', 'ü', 'w7w='],
    ['trim|lowercase|ucfirst', '  ANN ', 'Ann'],
    ['trim|defaultvalue(x)|uppercase', '  ', 'X'],
    ['defaultvalue()', '', ''],
    ['reverse', '', ''],
  ];
  for (const [filter, value, expected] of cases)
    assert.equal(render(`[A:filter:${filter}]`, { A: value }), expected, filter);
});

test('unknown filters stay as written', () => {
  for (const text of [
    '[A:filter:]',
    '[A:filter:nope]',
    '[A:filter:trim|]',
    '[A:filter:trim',
    '[A:filter:toString]',
    '[A:filter:defaultvalue(x]',
    '[A:other:trim]',
    '[A:filter:__proto__]',
  ]) {
    assert.equal(render(text, { A: 'v' }), text);
  }
});

test('at most sixteen filters', () => {
  assert.equal(render(`[A:filter:${Array(16).fill('reverse').join('|')}]`, { A: 'ab' }), 'ab');
  const more = `[A:filter:${Array(17).fill('reverse').join('|')}]`;
  assert.equal(render(more, { A: 'ab' }), more);
});

test('values are never parsed again', () => {
  assert.equal(
    render('[A] [B:filter:defaultvalue([EMAIL])]', { A: '[EMAIL] [A]', EMAIL: 'no' }),
    '[EMAIL] [A] [EMAIL]',
  );
});

test('any text without known tags survives', () => {
  const bracketed = fc.string({
    unit: fc.constantFrom('[', ']', 'A', '_', ':', 'filter', '(', ')', '|', 'trim', 'é', '\n'),
  });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), bracketed), (text) => {
      assert.equal(
        renderPieces(
          parseTags(text, () => false),
          () => 'x',
        ),
        text,
      );
      const pieces = parseTags(text, () => true);
      assert.ok(pieces.every((piece) => piece !== ''));
    }),
  );
});

test('any value is complete between the literals, escaped once', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string(), (value, around) => {
      const literal = around.replaceAll('[', '');
      assert.equal(render(`${literal}[A]${literal}`, { A: value }), literal + value + literal);
      const html = renderPieces(parseTags('[A]', known), () => value, escapeHtml);
      assert.ok(!/[<>"']/.test(html));
    }),
  );
});

test('hostile text costs linear time', () => {
  const patterns = ['[', '[A', '[A:filter:', '[A:filter:defaultvalue(', '[A:filter:trim|trim|', `[${'A'.repeat(64)}`];
  for (const pattern of patterns) {
    const text = pattern.repeat(Math.ceil(500_000 / pattern.length));
    const start = processorMs();
    assert.equal(
      renderPieces(parseTags(text, known), () => ''),
      text,
    );
    assert.ok(processorMs() - start < 3000, pattern);
  }
});
