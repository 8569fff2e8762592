// Turns what was sent for a subscriber's fields into the values to store: required fields, default
// values, and the rules of each type (lists/fields/values.ts). EMAIL is not among them: the address
// has its own rule.
import type { Faults } from '../../kernel/errors.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import type { ValueContext } from '../../lists/fields/default-values.ts';
import { checkValue, definitionOf, type FieldDefinition, isNothing } from '../../lists/fields/values.ts';
import type { ListField } from '../../storage/tables.ts';
import { EMAIL_TAG, type FieldValue, type FieldValues } from './values.ts';

/** A field with its rules parsed, ready for many subscribers. */
export type CheckedField = { id: number; tag: string; definition: FieldDefinition };

/**
 * The fields of a list whose values are stored with a subscriber: all but EMAIL. Countries come
 * before states.
 */
export function checkedFields(fields: readonly ListField[]): CheckedField[] {
  return fields
    .filter((field) => field.tag !== EMAIL_TAG)
    .map((field) => ({ id: field.id, tag: field.tag, definition: definitionOf(field) }))
    .sort((a, b) => Number(isCountry(b)) - Number(isCountry(a)));
}

/** Whether the field says in which country a subscriber's state is. */
export function isCountry({ definition: { type } }: CheckedField): boolean {
  return type.place === 'country';
}

/** A value, no value, or a fault. `givenAt` (ms) dates a consent. */
export type ValueOrFault = { value?: FieldValue; givenAt?: number | undefined; fault?: Told };

/**
 * Checks the value of a new subscriber's field: no value means the default value; a required field
 * must have one of both.
 */
export function checkNewValue(field: CheckedField, raw: unknown, context: ValueContext): ValueOrFault {
  const checked = checkValue(field.definition, raw, context);
  if ('fault' in checked) return checked;
  return isNothing(checked.value) ? {} : checked;
}

/** Checks a changed value: no value removes it, which a required field does not allow. */
export function checkChangedValue(field: CheckedField, raw: unknown, context: ValueContext): ValueOrFault {
  if (!isNothing(raw)) return checkNewValue(field, raw, context);
  const { label, required } = field.definition;
  return required ? { fault: say('member-blank', { label }) } : {};
}

/** Key, in the stored values, of the time (ms, as text) at which a consent was given. */
const consentKey = (fieldId: number) => `${fieldId}at`;

/** The time (ms) at which a consent was given. */
export function givenAtOf(values: FieldValues, fieldId: number): number | undefined {
  const text = values[consentKey(fieldId)];
  return text === undefined ? undefined : Number(text);
}

function copyValue(from: FieldValues, to: FieldValues, fieldId: number): void {
  for (const key of [fieldId, consentKey(fieldId)]) {
    const value = from[key];
    if (value !== undefined) to[key] = value;
  }
}

/** The values of these fields only. */
export function keptValues(values: FieldValues, fields: readonly { id: number }[]): FieldValues {
  const kept: FieldValues = {};
  for (const { id } of fields) copyValue(values, kept, id);
  return kept;
}

/** Puts a checked value among a subscriber's values; an unchanged one keeps its time. */
export function putValue(values: FieldValues, fieldId: number, { value, givenAt }: ValueOrFault): void {
  const before = values[fieldId];
  // A consent given again keeps the time it was given at first.
  if (value !== undefined && before !== undefined && String(before) === String(value)) return;
  if (value === undefined) delete values[fieldId];
  else values[fieldId] = value;
  if (givenAt === undefined || value === undefined) delete values[consentKey(fieldId)];
  else values[consentKey(fieldId)] = String(givenAt);
}

/**
 * Values and faults (by tag) of a new subscriber; `sent` holds values by tag.
 * @param before values of one that subscribes again: what is not sent stays
 */
export function readNewValues(
  fields: readonly CheckedField[],
  sent: Record<string, unknown>,
  context: ValueContext,
  before: FieldValues = {},
): { values: FieldValues; faults: Faults } {
  return readValues(fields, before, context, (field, known) =>
    isNothing(sent[field.tag]) && before[field.id] !== undefined
      ? undefined
      : checkNewValue(field, sent[field.tag], known),
  );
}

/** The values of a subscriber after a change; absent fields keep theirs. */
export function readChangedValues(
  fields: readonly CheckedField[],
  sent: Record<string, unknown>,
  stored: FieldValues,
  context: ValueContext,
): { values: FieldValues; faults: Faults } {
  return readValues(fields, stored, context, (field, known) =>
    Object.hasOwn(sent, field.tag) ? checkChangedValue(field, sent[field.tag], known) : undefined,
  );
}

function readValues(
  fields: readonly CheckedField[],
  stored: FieldValues,
  context: ValueContext,
  check: (field: CheckedField, context: ValueContext) => ValueOrFault | undefined,
): { values: FieldValues; faults: Faults } {
  const values: FieldValues = {};
  for (const { id } of fields) copyValue(stored, values, id); // values of removed fields are dropped
  const faults: Faults = {};
  const known = { ...context };
  for (const field of fields) {
    const checked = check(field, known);
    if (checked?.fault !== undefined) faults[field.tag] = checked.fault;
    else if (checked !== undefined) putValue(values, field.id, checked);
    if (isCountry(field)) known.country ??= countryIn(values, field);
  }
  return { values, faults };
}

function countryIn(values: FieldValues, field: CheckedField): string | undefined {
  const value = values[field.id];
  return typeof value === 'string' ? value : undefined;
}
