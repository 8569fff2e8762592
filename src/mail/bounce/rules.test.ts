import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { processorMs } from '../../../test/support/processor-time.ts';
import { classifyReply, parseReply } from '../smtp/replies.ts';
import { BOUNCE_RULES, bounceTypeOf, codesIn } from './rules.ts';

const SAMPLES = join(import.meta.dirname, '../../../test/samples/returned/replies.tsv');
const ROWS = readFileSync(SAMPLES, 'utf8').trimEnd().split('\n').slice(1);

describe('replies of servers in a session', () => {
  assert.ok(ROWS.length >= 150);
  for (const row of ROWS) {
    const [outcome, type, rule, raw = ''] = row.split('\t');
    test(`${type}: ${raw.slice(0, 100)}`, () => {
      const reply = parseReply(raw);
      assert.ok(reply);
      assert.equal(classifyReply(reply).outcome, outcome);
      assert.deepEqual(bounceTypeOf(reply), { type, rule });
      // The same from one line of text, as stored.
      assert.equal(bounceTypeOf({ text: classifyReply(reply).text }).type, type);
    });
  }
});

test('every rule decides a sample, and has a name of its own', () => {
  const decided = new Set(ROWS.map((row) => row.split('\t')[2]));
  const names = BOUNCE_RULES.map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => !decided.has(name)),
    [],
  );
  assert.equal(new Set(names).size, names.length);
});

test('a 4xx reply is never hard', () => {
  for (const text of ['User unknown', 'mailbox unavailable', 'Host unknown', 'account disabled', '']) {
    for (const [code, enhanced] of [
      [450, '4.1.1'],
      [451, '5.1.1'],
      [421, undefined],
    ] as const) {
      assert.notEqual(bounceTypeOf({ code, text, ...(enhanced ? { enhanced } : {}) }).type, 'hard');
    }
  }
});

test('unknown refusals are soft', () => {
  assert.deepEqual(bounceTypeOf({ code: 550, text: '' }), { type: 'soft', rule: 'no-rule' });
  assert.deepEqual(bounceTypeOf({ text: '' }), { type: 'soft', rule: 'no-rule' });
  assert.deepEqual(bounceTypeOf({ text: 'Lorem ipsum' }), { type: 'soft', rule: 'no-rule' });
});

test('an address is no reason, whatever its words', () => {
  for (const address of ['spam@spamhaus.org', 'user-unknown@example.org', 'mailbox.full@quota.exceeded.example']) {
    assert.equal(bounceTypeOf({ code: 550, enhanced: '5.0.0', text: `<${address}>: no` }).rule, 'no-rule');
  }
});

test('codes in a text', () => {
  assert.deepEqual(codesIn('550-5.1.1 <bob@example.org>'), { code: 550, enhanced: '5.1.1' });
  assert.deepEqual(codesIn('550 #5.1.0 Address rejected.'), { code: 550, enhanced: '5.1.0' });
  assert.deepEqual(codesIn('Remote host said: 553 sorry (#5.7.1)'), { code: 553, enhanced: '5.7.1' });
  assert.deepEqual(codesIn('host 5.1.1.9 said nothing in 2026'), {});
  assert.deepEqual(codesIn('Internet Mail Service (5.5.2657.72)'), {});
  assert.deepEqual(codesIn('x'.repeat(100_000)), {});
});

test('patterns have no quantifier inside another', () => {
  for (const { name, pattern } of BOUNCE_RULES) {
    for (const [group = ''] of (pattern?.source ?? '').matchAll(/\((?:[^()\\]|\\.)*\)(?:[*+]|\{\d*,?\d*\})/g)) {
      assert.doesNotMatch(group.replace(/^\(\?[:!=]/, '(').replace(/(?:[*+]|\{\d*,?\d*\})$/, ''), /[^\\][*+{]/, name);
    }
  }
});

test('a hundred kilobytes of any text are matched quickly', () => {
  const size = 100_000;
  const common = ['a', ' ', '@', '.', 'x@', '<a@b>', '5.1.1 ', 'user ', 'mailbox is ', 'not ', '\u00e9', '1 '];
  for (const rule of BOUNCE_RULES) {
    const words = (rule.pattern?.source ?? '').match(/[a-z]{3,}/g) ?? [];
    const texts = [...common, ...words.slice(0, 8).map((word) => `${word} `), words.slice(0, 4).join(' ')];
    for (const piece of texts) {
      const text = piece.repeat(Math.ceil(size / Math.max(piece.length, 1))).slice(0, size);
      const start = processorMs();
      rule.pattern?.test(text);
      const took = processorMs() - start;
      assert.ok(took < 2000, `${rule.name} took ${took} ms on "${piece}"`);
    }
  }
  for (const text of ['a@', 'ﷺ', '@', '1.', '550 '].map((piece) => piece.repeat(size))) {
    const start = processorMs();
    bounceTypeOf({ text });
    assert.ok(processorMs() - start < 2000, text.slice(0, 4));
  }
});
