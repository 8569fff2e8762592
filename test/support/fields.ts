// Shared by the tests of field values.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEnglish, type Told } from '../../src/kernel/sentences/sentence.ts';
import type { ValueContext } from '../../src/lists/fields/default-values.ts';
import type { CheckedValue } from '../../src/lists/fields/type.ts';
import { FIELD_TYPES, type FieldTypeName, getFieldType } from '../../src/lists/fields/types.ts';
import { checkValue, completeDefinition, type FieldDefinition } from '../../src/lists/fields/values.ts';

/** Half past eight in the morning of the next day in Tokyo. */
export const at = Date.UTC(2026, 10, 21, 23, 30, 0);
export const context: ValueContext = { at, timeZone: 'Asia/Tokyo', ipAddress: '198.51.100.9' };

/** A field named X of a type, its rules complete. */
export function field(name: FieldTypeName, more: Partial<FieldDefinition> = {}): FieldDefinition {
  const type = getFieldType(name);
  return completeDefinition({ type, label: 'X', required: false, defaultValue: '', rules: {}, options: [], ...more });
}

/** A type, more members of a field of it, what is entered, and the text that is stored. */
export type EnteredRow = [type: string, more: object, entered: string | string[], stored: string];

/** The rows, and one from its record for each type that has none. */
export function withEveryType(given: EnteredRow[]): EnteredRow[] {
  const others = FIELD_TYPES.filter(({ identifier }) => !given.some(([type]) => type === identifier));
  return [
    ...given,
    ...others.map(({ identifier, example, hasOptions }): EnteredRow => {
      const options = hasOptions && { options: [{ name: example, value: example }] };
      return [identifier, { ...options }, example, example];
    }),
  ];
}

export const sizes = [
  { name: 'Small', value: 'S' },
  { name: 'Large', value: 'L' },
  { name: 'Both', value: 'S,L' },
];

/** Given value → stored value. */
export type AcceptedValue = [given: unknown, stored: string | string[]];
/** Given value → fault. */
export type RefusedValue = [given: unknown, fault: string];

/** A checked value, its fault in English. */
export const inWords = (checked: CheckedValue) => ('fault' in checked ? { fault: inEnglish(checked.fault) } : checked);

/** What is told, in English. */
export const textIn = (told: Told | undefined) => (told === undefined ? undefined : inEnglish(told));

/** Tests one field type: accepted and refused values. */
export function rows(
  name: string,
  definition: FieldDefinition,
  taken: AcceptedValue[],
  refused: RefusedValue[],
  around = context,
): void {
  test(name, () => {
    for (const [given, stored] of taken) {
      const checked = checkValue(definition, given, around);
      assert.ok('value' in checked, `${JSON.stringify(given)}: ${JSON.stringify(checked)}`);
      assert.deepEqual(checked.value, stored);
    }
    for (const [given, fault] of refused) {
      assert.deepEqual(inWords(checkValue(definition, given, around)), { fault }, JSON.stringify(given));
    }
  });
}
