// What the tests of field values share.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeRules, type FieldDefinition } from '../../src/lists/fields/rules.ts';
import type { FieldType } from '../../src/lists/fields/types.ts';
import { checkValue, type ValueContext } from '../../src/lists/fields/values.ts';

/** Half past eight in the morning of the next day in Tokyo. */
export const at = Date.UTC(2026, 10, 21, 23, 30, 0);
export const context: ValueContext = { at, timeZone: 'Asia/Tokyo', ipAddress: '198.51.100.9' };

/** A field named X of a type, its rules complete. */
export function field(type: FieldType, more: Partial<FieldDefinition> = {}): FieldDefinition {
  const base = { type, label: 'X', required: false, defaultValue: '', rules: {}, options: [], ...more };
  return { ...base, rules: completeRules(type, base.rules, base.label) };
}

export const sizes = [
  { name: 'Small', value: 'S' },
  { name: 'Large', value: 'L' },
  { name: 'Both', value: 'S,L' },
];

/** What was given → what is stored. */
export type Taken = [given: unknown, stored: string | string[]];
/** What was given → the fault. */
export type Refused = [given: unknown, fault: string];

/** A test of one kind of field: what it takes and what it refuses. */
export function rows(
  name: string,
  definition: FieldDefinition,
  taken: Taken[],
  refused: Refused[],
  around = context,
): void {
  test(name, () => {
    for (const [given, stored] of taken) {
      const checked = checkValue(definition, given, around);
      assert.ok('value' in checked, `${JSON.stringify(given)}: ${JSON.stringify(checked)}`);
      assert.deepEqual(checked.value, stored);
    }
    for (const [given, fault] of refused) {
      assert.deepEqual(checkValue(definition, given, around), { fault }, JSON.stringify(given));
    }
  });
}
