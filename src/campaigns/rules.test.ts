import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/any-character.ts';
import { inEnglish } from '../kernel/sentences/sentence.ts';
import { canGiveAddress, knownInAddresses } from './addresses.ts';
import { FIXED_TAGS } from './merge/tags.ts';
import { DEFAULT_OPTIONS, parsedOptions } from './options.ts';
import { copyName, MAX_NAME } from './rules.ts';
import { cronFault } from './schedule/cron.ts';

test('the name of a copy counts on', () => {
  const cases = [
    ['Spring', 'Spring #1'],
    ['Spring #1', 'Spring #2'],
    ['Spring #9', 'Spring #10'],
    ['Spring #099', 'Spring #100'],
    ['Spring#1', 'Spring#1 #1'],
    ['#1', '#1 #1'],
    ['Spring #1 b', 'Spring #1 b #1'],
    ['a\nb #3', 'a\nb #4'],
    ['Spring #9999999999', 'Spring #9999999999 #1'], // no number anybody counted
    ['x'.repeat(255), `${'x'.repeat(252)} #1`],
    [`${'x'.repeat(252)} #9`, `${'x'.repeat(251)} #10`],
    [`${'x'.repeat(251)}😀xx`, `${'x'.repeat(251)} #1`], // half a character is none
  ];
  for (const [name = '', copy] of cases) assert.equal(copyName(name), copy);
});

test('property: a copy has a whole name of its own within the limit, whatever was copied', () => {
  const names = fc.string({ unit: anyCharacter, minLength: 1, maxLength: MAX_NAME });
  fc.assert(
    fc.property(
      fc.oneof(
        names,
        fc.tuple(names, fc.nat()).map(([name, n]) => `${name} #${n}`.slice(-MAX_NAME)),
      ),
      (name) => {
        const copy = copyName(name.toWellFormed());
        assert.ok(copy.length <= MAX_NAME && copy.isWellFormed() && copy !== name);
        assert.match(copy, / #\d+$/);
      },
    ),
  );
});

test('stored options are completed with defaults', () => {
  assert.deepEqual(parsedOptions({ options: '{}' }), DEFAULT_OPTIONS);
  assert.deepEqual(parsedOptions({ options: '{"url_tracking":"yes"}' }), { ...DEFAULT_OPTIONS, url_tracking: 'yes' });
});

test('cron text', () => {
  const at = Date.UTC(2026, 10, 21);
  const fault = (text: string) => cronFault(text, at);
  for (const text of [
    '0 9 * * 1',
    ' 0  9 * * MON-FRI ',
    '0 8-18 * * *',
    '0,0 * * * *',
    '30-30 9 * * *',
    '15 */2 * * *',
    '*/60 * * * *',
    '0 0 29 2 *',
  ]) {
    assert.equal(fault(text), undefined, text);
  }
  for (const text of [
    '* * * * *',
    '*/5 * * * *',
    '*/59 1 1 1 *',
    '? * * * *',
    '0-59 * * * *',
    '0,*/30 * * * *',
    '1-3/2 * * * *',
    '*/1 * * * *',
    '0,59 9 * * *',
    '0,30 8-18 * * *',
    '59,0 0 29 2 *',
    `${Array.from({ length: 60 }, (_, minute) => minute).join()} 9 1 1 *`,
  ]) {
    assert.match(inEnglish(fault(text) ?? ''), /more often than once an hour/, text);
  }
  for (const text of ['0 9 * *', '0 0 9 * * 1', '@hourly', ''])
    assert.match(inEnglish(fault(text) ?? ''), /five fields/, text);
  for (const text of ['60 0 * * *', '0 9 * * 8', 'a b c d e', '0 24 * * *', '0 0 0 * *', '5/5 * * * *', '-1 0 * * *']) {
    assert.match(inEnglish(fault(text) ?? ''), /^Cronjob (is not valid: .+\.|must not run)/, text);
  }
  assert.match(inEnglish(fault('0 0 31 2 *') ?? ''), /never runs/);
});

test('property: no cron text does anything but pass or get a sentence', () => {
  const field = fc.oneof(fc.string({ maxLength: 8 }), fc.stringMatching(/^[0-9*,/?LW#A-Z-]{1,8}$/));
  fc.assert(
    fc.property(fc.array(field, { minLength: 5, maxLength: 5 }), (fields) => {
      const fault = cronFault(fields.join(' '), 0);
      assert.match(inEnglish(fault ?? 'Cronjob passes'), /^Cronjob .*\S$/);
    }),
    { numRuns: 300 },
  );
});

test('an address, or tags that can give one', () => {
  const isKnown = (tag: string) => ['EMAIL', 'FNAME'].includes(tag) || FIXED_TAGS.has(tag);
  const good = [
    'a@b.test',
    'a@bücher.test',
    '[EMAIL]',
    '[EMAIL:filter:lowercase]',
    '[FNAME]@b.test',
    'x.[FNAME]@b.test',
    'a@[SUBSCRIBER_EMAIL_DOMAIN]',
    '[FNAME:filter:lowercase]@[SUBSCRIBER_EMAIL_DOMAIN]',
    '[RANDOM_CONTENT:a|[FNAME]]@b.test',
    '[CAMPAIGN_FROM_EMAIL]',
    '[LIST_FROM_EMAIL]',
    'news-[CURRENT_YEAR].[LIST_UID]@[CURRENT_DOMAIN]',
    '[RANDOM_CONTENT:a@b.test|[EMAIL]|x@[SUBSCRIBER_EMAIL_DOMAIN]]',
  ];
  for (const text of good) assert.ok(canGiveAddress(text, isKnown), text);
  const bad = [
    'a',
    'a@b',
    'a b@c.test',
    'Ann <a@b.test>',
    'a@b.test, c@d.test',
    'ä@b.test', // would ask every server on the way for SMTPUTF8
    '[NOBODY]',
    '[NOBODY]@b.test',
    '[FNAME] @b.test',
    'Ann [EMAIL]',
    '[EMAIL]@b.test@c.test',
    '[EMAIL',
    '[RANDOM_CONTENT:a@b.test|b]',
    '[RANDOM_CONTENT:a|b]',
    '[CURRENT_YEAR]',
    'a@[CURRENT_YEAR]',
    '[SUBSCRIBER_UID]',
    '[CAMPAIGN_URL]',
    '[UNSUBSCRIBE_URL]@b.test',
    'a@[CURRENT_DOMAIN_URL]',
    '[SIGN_LT]a@b.test',
    '[COMPANY_WEBSITE]',
  ];
  for (const text of bad) assert.ok(!canGiveAddress(text, isKnown), text);
});

test('a sender address that names itself, or names the one that names it, gives none', () => {
  const faulty = (from_email: string, reply_to: string) => {
    const isKnown = knownInAddresses((tag) => FIXED_TAGS.has(tag), { from_email, reply_to });
    return [from_email, reply_to].map((text) => !canGiveAddress(text, isKnown));
  };
  assert.deepEqual(faulty('a@b.test', '[CAMPAIGN_FROM_EMAIL]'), [false, false]);
  assert.deepEqual(faulty('[DS_REPLYTO_EMAIL]', 'a@b.test'), [false, false]);
  assert.deepEqual(faulty('[CAMPAIGN_FROM_EMAIL]', 'a@b.test'), [true, false]);
  assert.deepEqual(faulty('[DS_FROM_EMAIL]', '[CAMPAIGN_FROM_EMAIL]'), [true, true]);
  assert.deepEqual(faulty('[CAMPAIGN_REPLY_TO]', '[CAMPAIGN_FROM_EMAIL]'), [true, true]);
});
