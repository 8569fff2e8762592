// Checks the values of a subscriber's fields: what is accepted for each type, and what is stored.
import { scalarText } from '../../http/form/value.ts';
import { remembered } from '../../kernel/recent.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import type { ListField } from '../../storage/tables.ts';
import { expandDefault, type ValueContext } from './default-values.ts';
import { completeRules } from './rules.ts';
import type { CheckedValue, FieldOption } from './type.ts';
import { type FieldRules, getFieldType, type KnownFieldType } from './types.ts';

/** A field, ready for checking values: its rules have their defaults. */
export type FieldDefinition = {
  type: KnownFieldType;
  label: string;
  required: boolean;
  /** May hold tags; `""`: none. */
  defaultValue: string;
  rules: FieldRules;
  options: readonly FieldOption[];
};

type DefinitionRow = Pick<ListField, 'type' | 'label' | 'required' | 'default_value' | 'rules' | 'options'>;

/** A stored field, ready for checking values. */
export function definitionOf(row: DefinitionRow): FieldDefinition {
  return completeDefinition({
    type: getFieldType(row.type),
    label: row.label,
    required: row.required === 1,
    defaultValue: row.default_value,
    rules: knownRules(row.rules),
    options: knownOptions(row.options),
  });
}

// Parsed for each subscriber that is added: options may be hundreds.
const knownRules = remembered(1_000, (json) => JSON.parse(json) as FieldRules);
const knownOptions = remembered(200, (json) => JSON.parse(json) as readonly FieldOption[]);

/** The definition with the rule defaults of its type. */
export function completeDefinition(definition: FieldDefinition): FieldDefinition {
  const { type, label, defaultValue } = definition;
  const rules = completeRules(type, definition.rules, label);
  const isNone = defaultValue.trim() === '';
  return { ...definition, rules, defaultValue: isNone ? (type.valueByDefault?.(rules) ?? '') : defaultValue };
}

/**
 * Checks the value given for a field. No value (absent, null, blank, an empty list) gives the
 * field's default value; without a default, a required field is at fault and any other has the
 * value `""`. A stored value is accepted again, unchanged.
 * @param raw anything a request can hold
 * @returns the value to store: a text, or the texts of a multiselect or checkboxlist
 */
export function checkValue(definition: FieldDefinition, raw: unknown, context: ValueContext): CheckedValue {
  const given = textsOf(raw);
  if (given === undefined) return { fault: say('member-text', { label: definition.label }) };
  // A form that shows the default value sends it back as written, with its tags.
  const isDefault = given === definition.defaultValue || isNothing(given);
  const checked = isDefault ? checkDefault(definition, context) : checkGiven(definition, given, context);
  if ('fault' in checked || checked.value !== '' || !definition.required) return checked;
  return { fault: say('member-blank', { label: definition.label }) };
}

/**
 * The default value, filled in; none when it breaks the field's rules by now (a year that has
 * passed).
 */
function checkDefault(definition: FieldDefinition, context: ValueContext): CheckedValue {
  const text = expandDefault(definition.defaultValue, context).trim();
  const checked: CheckedValue = text === '' ? { value: '' } : checkGiven(definition, text, context);
  return 'fault' in checked ? { value: '' } : checked;
}

/**
 * What is wrong with the default value of a field, if anything. Its tags are filled in as for a
 * subscriber who is added now.
 */
export function defaultValueFault(definition: FieldDefinition, at: number): Told | undefined {
  const context = { at, ipAddress: '203.0.113.7' };
  const text = expandDefault(definition.defaultValue, context).trim();
  if (text === '') return undefined;
  const checked = checkGiven({ ...definition, label: 'Default value' }, text, context);
  return 'fault' in checked ? checked.fault : undefined;
}

function checkGiven(
  definition: FieldDefinition,
  given: string | readonly string[],
  context: ValueContext,
): CheckedValue {
  const { check } = definition.type;
  if ('several' in check) return check.several(given, definition);
  if (typeof given !== 'string') return { fault: say('value-single', { label: definition.label }) };
  return check.one(given, definition, context);
}

/** Whether nothing was sent: blank, absent, or several of that. */
export function isNothing(raw: unknown): boolean {
  if (typeof raw === 'string') return raw === '' || raw.trim() === '';
  return raw === undefined || raw === null || (Array.isArray(raw) && raw.every(isNothing));
}

/**
 * What was sent, as trimmed text or texts (an array, or a form's numbered members); undefined for
 * anything else.
 */
function textsOf(raw: unknown): string | string[] | undefined {
  const text = trimmedText(raw);
  if (text !== undefined) return text;
  if (typeof raw !== 'object' || raw === null || raw instanceof Uint8Array) return undefined;
  const texts = Object.values(raw).map(trimmedText);
  return texts.every((one) => one !== undefined) ? texts : undefined;
}

function trimmedText(raw: unknown): string | undefined {
  return scalarText(raw ?? null)
    ?.toWellFormed()
    .trim();
}
