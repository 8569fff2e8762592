import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isInPart, type Part, PLACES, partsOf, placeOf } from './parts.ts';
import { bestOf, isClear, MOST_VARIANTS, missingIn } from './rules.ts';

const part = (id: number, places = { from: 0, to: PLACES }): Part => ({
  id,
  test_of: null,
  part_from: places.from,
  part_to: places.to,
});

test('property: parts and rest cover the list, and no two have a place in common', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: MOST_VARIANTS }), fc.integer({ min: 1, max: 100 }), (variants, percent) => {
      const { parts, rest } = partsOf(variants, percent);
      assert.equal(parts.length, variants);
      const all = rest ? [...parts, rest] : parts;
      assert.equal(all[0]?.from, 0);
      assert.equal(all.at(-1)?.to, PLACES);
      for (const [n, { from, to }] of all.entries()) {
        assert.ok(to > from);
        if (n > 0) assert.equal(from, all[n - 1]?.to);
      }
      assert.equal(rest === undefined, percent === 100);
    }),
  );
});

test('property: everybody is in exactly one part, whatever the ids', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.maxSafeNat(), fc.integer({ min: 2, max: 5 }), (id, subscriber, variants) => {
      const { parts, rest } = partsOf(variants, 30);
      const all = rest ? [...parts, rest] : parts;
      assert.equal(all.filter((places) => isInPart(part(id, places), subscriber)).length, 1);
    }),
  );
});

test('parts are about as large as they should be, and differ from test to test', () => {
  const people = Array.from({ length: 20_000 }, (_, n) => 7_000 + n);
  for (const id of [1, 2, 99, 123_456_789_012]) {
    for (const from of [0, 2_000, 9_000]) {
      const inTenth = people.filter((one) => isInPart(part(id, { from, to: from + 1_000 }), one)).length;
      assert.ok(Math.abs(inTenth - 2_000) < 250, `${id} ${from}: ${inTenth}`);
    }
  }
  const tenth = (id: number) => new Set(people.filter((one) => placeOf(part(id), one) < 1_000));
  const both = tenth(1).intersection(tenth(2)).size;
  assert.ok(Math.abs(both - 200) < 80, `a tenth of a tenth is in both: ${both}`);
});

test('a variant is the best by its rate; clear only when chance does not explain it', () => {
  const result = (accepted: number, did: number) => ({ accepted, did });
  assert.equal(bestOf([result(100, 20), result(50, 11), result(100, 22)]), 1);
  assert.equal(bestOf([result(0, 0), result(0, 0)]), 0);
  assert.equal(isClear([result(1_000, 200), result(1_000, 260)]), true);
  assert.equal(isClear([result(1_000, 200), result(1_000, 220)]), false);
  assert.equal(isClear([result(100, 20), result(100, 26)]), false);
  assert.equal(isClear([result(1_000, 200), result(1_000, 240)]), true); // z = 2.16
  assert.equal(isClear([result(1_000, 200), result(1_000, 240), result(1_000, 100)]), false); // two comparisons
  assert.equal(isClear([result(1_000, 4), result(1_000, 40)]), false); // too few of one kind
  assert.equal(isClear([result(10, 10), result(10, 1)]), false);
  assert.equal(isClear([result(0, 0), result(0, 0)]), false);
  assert.equal(isClear([result(10, 1)]), false);
});

test('what a variant lacks is named', () => {
  const whole = { subject: 's', from_name: 'n', from_email: 'e', reply_to: 'r', content: 'c' };
  assert.equal(missingIn(whole), undefined);
  assert.equal(missingIn({ ...whole, subject: '', content: '' }), 'a subject and content');
});
