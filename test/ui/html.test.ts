// What the browser UI makes of a page of HTML, of a cron rule and of delays, as functions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STARTING_IDS, startingArchive } from '../../src/templates/starting/starting.ts';
import { subjectParts } from '../../ui/src/api/subject-parts.ts';
import { delayAfter, delayBetween } from '../../ui/src/campaigns/automations/delays.ts';
import { preheaderOf, withPreheader } from '../../ui/src/campaigns/editor/what/preheader.ts';
import { cronOf, rhythmOf } from '../../ui/src/campaigns/editor/when/cron.ts';
import { htmlFaults } from '../../ui/src/kit/html/html-faults.ts';

const kinds = (html: string, tags?: string[]) => htmlFaults(html, tags).map(({ kind, name }) => `${kind} ${name}`);

test('a subject is cut into words and merge tags; what is no tag stays as it is written', () => {
  const shown = (subject: string) =>
    subjectParts(subject).map((part) => ('text' in part ? part.text : `<${part.tag} ${part.fallback}>`));
  assert.deepEqual(shown('Hello [FNAME:filter:trim|defaultvalue(friend)], it is [CURRENT_YEAR]'), [
    ...['Hello ', '<FNAME friend>', ', it is ', '<CURRENT_YEAR >'],
  ]);
  assert.deepEqual(shown('[IF:CITY:is:Berlin]For Berlin[ELSE]For [CITY][ENDIF]'), ['For Berlin / For ', '<CITY >']);
  assert.deepEqual(shown('[RANDOM_CONTENT:Hi [FNAME]|Hello] you'), ['Hi ', '<FNAME >', ' / Hello you']);
  assert.deepEqual(shown('[firstname,fallback=you] [new]'), ['[firstname,fallback=you] [new]']);
  assert.deepEqual(shown(''), []);
});

test('faults of a page stand at their places; the starting templates have none', () => {
  const html = '<p>One<b>two</p></i><img src="x.png"><a href="[URL]">a</a><script>if (a < b) "</p>"</script>';
  assert.deepEqual(kinds(html), [
    'never-closed b',
    'closes-nothing i',
    'no-alt img',
    'relative x.png',
    'taken-out script',
  ]);
  const [first] = htmlFaults(html);
  assert.equal(html.slice(first?.from, first?.to), '<b>');
  assert.deepEqual(kinds('<p>Hi [NOBODY] [NOBODY:x] [NOBODYELSE]</p>', ['NOBODY']), [
    'unknown-tag [NOBODY]',
    'unknown-tag [NOBODY:x]',
  ]);
  assert.deepEqual(kinds('<!-- never ended <p>'), ['not-ended <!--']);
  assert.deepEqual(kinds('<table><tr><td>a<tr><td>b</table><br><!--[if mso]><table><tr><td><![endif]-->'), []);
  for (const id of STARTING_IDS) {
    const found = htmlFaults(startingArchive(id).html).filter(({ kind }) => kind !== 'relative');
    assert.deepEqual(found, [], id);
  }
});

test('a preheader is read and changed in place; comments and tags stay', () => {
  for (const id of STARTING_IDS) {
    const { html } = startingArchive(id);
    const before = preheaderOf(html);
    assert.notEqual(before, '', id);
    const changed = withPreheader(html, 'Tea & <cake> for [FNAME]');
    assert.equal(preheaderOf(changed), 'Tea & <cake> for [FNAME]', id);
    assert.equal(withPreheader(changed, before), html, id);
  }
  const plain = '<html><body class="a"><!--[if mso]>x<![endif]--><h1>Hi</h1></body></html>';
  assert.equal(preheaderOf(plain), '');
  const made = withPreheader(plain, 'First words');
  assert.equal(preheaderOf(made), 'First words');
  assert.ok(made.includes('<!--[if mso]>x<![endif]--><h1>Hi</h1>'));
  assert.equal(preheaderOf(withPreheader('<p>No body</p>', 'A')), 'A');
  assert.equal(withPreheader(plain, ''), plain);
});

test('a cron rule is what people choose, or their own', () => {
  const rules = ['0 9 * * *', '30 7 * * 1,4', '5 18 31 * *', '0 9 * * 0'];
  for (const rule of rules) {
    const rhythm = rhythmOf(rule);
    assert.notEqual(rhythm.kind, 'own', rule);
    assert.equal(cronOf(rhythm), rule);
  }
  for (const rule of ['*/5 * * * *', '0 9 1 1 *', '0 9 1 * 1', '0 9 * * 1-5', 'soon'])
    assert.deepEqual(rhythmOf(rule), { kind: 'own', cron: rule });
  assert.equal(cronOf(rhythmOf(null)), '0 9 * * 1');
});

test('a new mail of a chain is offered a delay that fits', () => {
  type Delay = ReturnType<typeof delayAfter>;
  const delay = (words: string): Delay => {
    const [value, unit] = words.split(' ');
    return { value: Number(value), unit: unit as Delay['unit'] };
  };
  const words = ({ value, unit }: Delay) => `${value} ${unit}`;
  const between = (before: string, after: string) => words(delayBetween(delay(before), delay(after)));
  assert.equal(between('0 day', '2 day'), '1 day');
  assert.equal(between('1 day', '2 day'), '36 hour');
  assert.equal(between('2 day', '1 week'), '5 day');
  assert.equal(between('3 week', '9 week'), '6 week');
  assert.equal(between('0 minute', '1 year'), '6 month');
  assert.equal(between('3 minute', '4 minute'), '3 minute', 'nothing fits: beside the one before');
  assert.equal(between('7 day', '1 week'), '7 day');
  const after = (...before: string[]) => words(delayAfter(before.map((one) => ({ delay: delay(one) }))));
  assert.deepEqual(
    [after(), after('0 day'), after('3 day'), after('3 day', '5 day'), after('1 day', '1 week')],
    ['0 day', '2 day', '6 day', '7 day', '2 week'],
  );
});
