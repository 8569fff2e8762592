import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { dateOf, foldText, numberOf } from '../../kernel/text/comparing.ts';
import { numberSet } from '../import/fingerprints.ts';
import { fingerprint, foldValues, SEPARATOR, tokenOf } from './folded.ts';
import { valuesByTag } from './values.ts';

const fields = [
  { id: 1, tag: 'EMAIL' },
  { id: 2, tag: 'FNAME' },
  { id: 3, tag: 'WANTS' },
  { id: 4, tag: 'AGE' },
  { id: 5, tag: '__proto__' },
];

describe('folded values', () => {
  test('texts without case, numbers, dates, several values', () => {
    const values = { 2: 'ÉTÉ', 3: ['A', 'b'], 4: '42', 5: '2026-11-21 08:00:00' };
    const { folded, tokens } = foldValues(fields, 'Anna@Example.com', values);
    assert.deepEqual(JSON.parse(folded), {
      1: 'anna@example.com',
      2: 'été',
      3: `${SEPARATOR}a${SEPARATOR}b${SEPARATOR}`,
      4: '42',
      '4n': 42,
      5: '2026-11-21 08:00:00',
      '5d': Date.UTC(2026, 10, 21, 8),
    });
    assert.deepEqual(
      tokens.split(' ').map((token) => token.split('h')[0]),
      ['f2', 'f3', 'f4', 'f5'],
    );
    assert.equal(tokens.split(' ')[0], tokenOf(2, 'été'));
    assert.deepEqual(foldValues(fields, 'a@b.example', { 2: '', 3: [] }), {
      folded: '{"1":"a@b.example"}',
      tokens: '',
    });
  });

  test('what is a number, what is a date', () => {
    for (const [text, number] of [
      ['1', 1],
      ['-2.50', -2.5],
      ['007', 7],
      ['+3', 3],
      ['1,5', 1.5],
      ['-317,11', -317.11],
      ['0,125', 0.125],
      ['1.730,77', 1730.77],
      ['1,234.5', 1234.5],
    ] as const) {
      assert.equal(numberOf(text), number);
    }
    for (const text of [
      '',
      '1e3',
      '0x1',
      ' 1',
      '1,234',
      '1,234,567',
      '1,5,6',
      '12.34,5',
      ',5',
      '1,',
      'NaN',
      '.5',
      '9'.repeat(16),
    ])
      assert.equal(numberOf(text), undefined);
    assert.equal(dateOf('2024-02-29'), Date.UTC(2024, 1, 29));
    assert.equal(dateOf('0099-12-31'), new Date('0099-12-31').getTime());
    for (const text of ['2023-02-29', '2026-13-01', '2026-1-1', '2026-01-01 24:00:00', '2026-01-01T00:00:00']) {
      assert.equal(dateOf(text), undefined);
    }
  });

  test('any text folds to something both engines keep, and folding again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const once = foldText(text);
        assert.ok(once.isWellFormed() && !once.includes('\0'));
        assert.equal(foldText(once), once);
        assert.match(tokenOf(7, once), /^f7h[a-z2-7]{10}$/);
        assert.ok(fingerprint(text) < 2 ** 53);
        JSON.parse(foldValues(fields, text, { 2: text }).folded);
      }),
    );
  });

  test('compositions of one letter are one text', () => {
    assert.equal(foldText('E\u0301'), foldText('é'));
  });

  test('the set of fingerprints is a set', () => {
    const seen = numberSet();
    const known = new Set<number>();
    for (let n = 0; n < 100_000; n++) {
      const number = fingerprint(String(n % 70_000));
      assert.equal(seen.has(number), known.has(number));
      assert.equal(seen.add(number), !known.has(number));
      known.add(number);
    }
    assert.equal(known.size, 70_000);
  });

  test('values by tag, also of tags with odd names', () => {
    const subscriber = { email: 'A@b.example', field_values: JSON.stringify({ 3: ['x', 'y'], 5: 'odd' }) };
    const byTag = valuesByTag(fields, subscriber);
    assert.deepEqual(Object.entries(byTag), [
      ['EMAIL', 'A@b.example'],
      ['FNAME', ''],
      ['WANTS', 'x, y'],
      ['AGE', ''],
      ['__proto__', 'odd'],
    ]);
  });
});
