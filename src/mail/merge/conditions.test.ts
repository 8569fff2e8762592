// [IF:CITY:is:Berlin]…[ELSE]…[ENDIF]: what holds, where its marks are found, and that every part of
// a message says the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { processorMs } from '../../../test/support/processor-time.ts';
import { prepareHtml } from '../html/html.ts';
import { textFromHtml } from '../plain-text/plain-text.ts';
import { flatten, gatherChoices } from './choices.ts';
import { holds, testOf, withoutConditions, writtenTest, writtenValue } from './conditions.ts';
import { parseTags, renderPieces } from './merge.ts';
import { renderHtml, renderText } from './pieces.ts';

const TAGS = ['CITY', 'AGE', 'BORN', 'NAME'];
const isKnown = (tag: string) => TAGS.includes(tag);
type Person = Record<string, string>;
const berlin: Person = { CITY: 'Berlin', AGE: '9', BORN: '2016-05-01' };
const render = (text: string, person: Person, draw = 0) =>
  renderPieces(parseTags(text, isKnown), (tag) => (tag === 'RANDOM_CONTENT' ? String(draw) : person[tag]));

test('a value has no bracket, so that marks that never end are looked at once', () => {
  assert.equal(render('[IF:CITY:is:a[b]y[ENDIF]', berlin), '[IF:CITY:is:a[b]y[ENDIF]');
});

test('comparisons are without case, by number and date where both are one', () => {
  const holdsFor = (condition: string, person: Person = berlin) => render(`[IF:${condition}]y[ENDIF]`, person) === 'y';
  const cases: [condition: string, holds: boolean][] = [
    ['CITY:is:berlin', true],
    ['CITY:is: Berlin ', true],
    ['CITY:is:Ber', false],
    ['CITY:is-not:Paris', true],
    ['CITY:is-not:BERLIN', false],
    ['CITY:contains:erl', true],
    ['CITY:not-contains:erl', false],
    ['CITY:starts:ber', true],
    ['CITY:not-starts:ber', false],
    ['CITY:ends:LIN', true],
    ['CITY:not-ends:x', true],
    ['AGE:greater:10', false],
    ['AGE:less:10', true],
    ['BORN:less:2016-05-02', true],
    ['BORN:greater:2016-05-01', false],
    ['CITY:empty', false],
    ['CITY:not-empty', true],
    ['NAME:empty', true],
    ['NAME:less:5', false],
    ['NAME:is-not:x', true],
  ];
  for (const [condition, expected] of cases) assert.equal(holdsFor(condition), expected, condition);
  assert.ok(holdsFor('CITY:is:M%C3%BCnchen %5BS%C3%BCd%5D', { CITY: 'MÜNCHEN [Süd]' }));
  assert.ok(holdsFor('CITY:is:100%', { CITY: '100%' }), 'a sign that begins no byte stands for itself');
  assert.ok(holdsFor('CITY:is:a:b', { CITY: 'a:b' }));
});

test('one part is taken; what is in it is parsed as usual', () => {
  const text = 'Hi[IF:CITY:is:Berlin] [CITY]er[ELSE], you of [CITY][ENDIF]!';
  assert.equal(render(text, berlin), 'Hi Berliner!');
  assert.equal(render(text, { CITY: '[AGE]' }), 'Hi, you of [AGE]!', 'a value is data');
  const nested = '[IF:CITY:is:Berlin]a[IF:AGE:less:10]b[ELSE]c[ENDIF]d[ENDIF]';
  assert.deepEqual(
    [render(nested, berlin), render(nested, { CITY: 'Berlin', AGE: '11' }), render(nested, {})],
    [...['abd', 'acd', '']],
  );
  const mixed = '[IF:CITY:is:Berlin][RANDOM_CONTENT:x|y][ELSE]z[ENDIF][RANDOM_CONTENT:1|[IF:AGE:less:10]2[ENDIF]3]';
  assert.deepEqual([render(mixed, berlin), render(mixed, berlin, 1), render(mixed, {}, 1)], ['x1', 'y23', 'z3']);
});

test('what is no condition, or is not closed where it began, is text', () => {
  for (const text of [
    '[IF:CITY:is:Berlin]x',
    'x[ENDIF]',
    'x[ELSE]y',
    '[IF:TOWN:is:Berlin]x[ENDIF]',
    '[IF:CITY:is]x[ENDIF]',
    '[IF:CITY:is:]x[ENDIF]',
    '[IF:CITY:is: ]x[ENDIF]',
    '[IF:CITY:empty:x]x[ENDIF]',
    '[IF:CITY:like:x]x[ENDIF]',
    '[IF:city:is:x]x[ENDIF]',
    '[IF:CITY:is:a\nb]x[ENDIF]',
  ])
    assert.equal(render(text, berlin), text);
  assert.equal(
    render('[IF:TOWN:is:x][IF:CITY:empty]a[ELSE]b[ENDIF][ELSE]c[ENDIF]', berlin),
    '[IF:TOWN:is:x]b[ELSE]c[ENDIF]',
  );
  const across = '[RANDOM_CONTENT:a[IF:CITY:is:Berlin]b|c[ENDIF]d]';
  assert.deepEqual([render(across, berlin), render(across, berlin, 1)], ['a[IF:CITY:is:Berlin]b', 'c[ENDIF]d']);
  const deep = (depth: number) => `${'[IF:CITY:is:Berlin]'.repeat(depth)}x${'[ENDIF]'.repeat(depth)}`;
  assert.equal(render(deep(20), berlin), 'x');
  assert.equal(render(deep(21), berlin), '[IF:CITY:is:Berlin]x[ENDIF]');
});

test('HTML and its plain text say the same, without holes; links in it are tracked', () => {
  const links: string[] = [];
  const html =
    '<p>One</p>[IF:CITY:is:A &amp; B]<p>Two <a href="https://a.test/?x=1">a</a> [NAME]</p>[ENDIF]<p>Three</p>[IF:AGE:empty]<p>Four</p>[ELSE]<p>Five</p>[ENDIF]';
  const addLink = (address: string) => links.push(address) - 1;
  const pieces = prepareHtml(html, { trackLinks: true, openPixel: false, isKnownTag: isKnown, addLink });
  const text = textFromHtml(pieces, links).pieces;
  const both = (person: Person) => {
    const values = { lookup: (tag: string) => person[tag], linkUrl: (index: number) => `T${index}` };
    return [renderHtml(pieces, values), renderText(text, values)];
  };
  assert.deepEqual(both({ CITY: 'a & b', NAME: '<Ann>' }), [
    '<p>One</p><p>Two <a href="T0">a</a> &lt;Ann&gt;</p><p>Three</p><p>Four</p>',
    'One\n\nTwo a <T0> <Ann>\n\nThree\n\nFour\n',
  ]);
  assert.deepEqual(both({ AGE: '7' }), ['<p>One</p><p>Three</p><p>Five</p>', 'One\n\nThree\n\nFive\n']);
  assert.deepEqual(links, ['https://a.test/?x=1']);
});

test('a value is written so that it can stand in a mark, and is read as it was', () => {
  const value = fc.string({
    unit: fc.constantFrom('a', ' ', '[', ']', '%', '%4', '&', '&amp;', '<', '"', '|', 'ü', ':', '\n', '\ue000'),
  });
  fc.assert(
    fc.property(value, (wanted) => {
      fc.pre(wanted.trim() !== '');
      const mark = writtenTest({ tag: 'CITY', comparison: 'is', value: writtenValue(wanted) });
      assert.doesNotMatch(mark.slice(1, -1), /[[\]<>&"|\n\ue000]/);
      assert.equal(render(`${mark}y[ENDIF]`, { CITY: wanted }), 'y', mark);
    }),
  );
});

const soup = fc.string({
  unit: fc.constantFrom(
    ...['[RANDOM_CONTENT:', '[', ']', '|', 'a', '[CITY]', '[IF:CITY:is:Berlin]', '[IF:X:empty]', '[ELSE]', '[ENDIF]'],
  ),
  maxLength: 30,
});

test('gathering and flattening lose nothing', () => {
  fc.assert(
    fc.property(soup, (text) => {
      const pieces = parseTags(text, isKnown);
      assert.deepEqual(gatherChoices(flatten(pieces)), pieces);
      const marks = { begin: '[RANDOM_CONTENT:', next: '|', end: ']' };
      const conditions = { begin: '[IF:CITY:is:Berlin]', next: '[ELSE]', end: '[ENDIF]' };
      const written = flatten(pieces).map((piece) => {
        if (typeof piece === 'string') return piece;
        if (piece.kind === 'mark') return (piece.by ? conditions : marks)[piece.mark];
        return '[CITY]';
      });
      assert.equal(written.join(''), text);
    }),
    { numRuns: 1000 },
  );
});

test('hostile text costs linear time', () => {
  for (const pattern of [
    '[IF:CITY:empty]',
    '[ELSE]',
    '[ENDIF]',
    '[IF:CITY:empty]|[ENDIF]',
    '[IF:CITY:is:',
    '[IF:CITY:is:%',
  ]) {
    const text = `[RANDOM_CONTENT:${pattern.repeat(Math.ceil(200_000 / pattern.length))}[ENDIF]]`;
    const start = processorMs();
    parseTags(text, isKnown);
    withoutConditions(text);
    assert.ok(processorMs() - start < 5000, pattern);
  }
});

test('a page without its conditions shows the first parts', () => {
  const page = 'a[IF:X:is:y]b[IF:Z:empty]c[ELSE]d[ENDIF]e[ELSE]f[IF:Z:empty]g[ENDIF]h[ENDIF]i';
  assert.equal(withoutConditions(page), 'abcei');
  assert.equal(withoutConditions('a[ELSE]b[ENDIF]c'), 'abc');
});

test('what does not name a comparison that there is, is none', () => {
  assert.equal(testOf('A', 'is', undefined), undefined);
  assert.equal(testOf('A', undefined, 'x'), undefined);
  assert.deepEqual(testOf('A', 'empty', undefined), { tag: 'A', comparison: 'empty', value: '' });
  assert.ok(holds({ tag: 'A', comparison: 'empty', value: '' }, () => undefined));
});
