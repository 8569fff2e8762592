// Values of list fields: what a subscriber may have in a field of each type, and what is stored of it.
import type { ListField } from '../../storage/tables.ts';
import { expandDefault, type ValueContext } from './default-values.ts';
import { completeRules, type FieldDefinition, type FieldOption, type FieldRules } from './rules.ts';
import { type FieldType, holdsSeveral } from './types.ts';
import { checkConsent, checkCountry, checkOption, checkOptions, checkState, checkTick } from './value-choices.ts';
import {
  type CheckedValue,
  checkDate,
  checkDatetime,
  checkEmail,
  checkLine,
  checkPhone,
  checkRating,
  checkText,
  checkUrl,
  checkYear,
} from './value-texts.ts';

export type { CheckedValue, FieldDefinition, ValueContext };

type DefinitionRow = Pick<ListField, 'type' | 'label' | 'required' | 'default_value' | 'rules' | 'options'>;

/** A stored field, ready for checking values. */
export function definitionOf(row: DefinitionRow): FieldDefinition {
  const type = row.type as FieldType;
  return {
    type,
    label: row.label,
    required: row.required === 1,
    defaultValue: row.default_value,
    rules: completeRules(type, JSON.parse(row.rules) as FieldRules, row.label),
    options: JSON.parse(row.options) as FieldOption[],
  };
}

/**
 * Checks what was given for a field. Nothing (absent, null, blank, an empty list) takes the field's default value; where
 * there is none either, a required field is at fault and another has the value `""`. A value that was accepted is
 * accepted again, unchanged.
 * @param raw anything a request can hold
 * @returns the value to store: a text, or the texts of a multiselect or checkboxlist
 */
export function checkValue(definition: FieldDefinition, raw: unknown, context: ValueContext): CheckedValue {
  const given = textsOf(raw);
  if (given === undefined) return { fault: `${definition.label} must be a text.` };
  // A form that shows the default as written sends it back as written.
  const isDefault = given === definition.defaultValue || isNothing(given);
  const checked = isDefault ? checkDefault(definition, context) : checkGiven(definition, given, context);
  if ('fault' in checked || checked.value !== '' || !definition.required) return checked;
  return { fault: `${definition.label} cannot be blank.` };
}

/** The default filled in; one that breaks the field's rules by now (a year gone by) is none. */
function checkDefault(definition: FieldDefinition, context: ValueContext): CheckedValue {
  const text = expandDefault(definition.defaultValue, context).trim() || countryByDefault(definition);
  const checked: CheckedValue = text === '' ? { value: '' } : checkGiven(definition, text, context);
  return 'fault' in checked ? { value: '' } : checked;
}

function countryByDefault({ type, rules: { defaultCountry } }: FieldDefinition): string {
  return type === 'country' ? (defaultCountry ?? '') : '';
}

/** What is wrong with the default value of a field, if anything. Its tags are filled in as if for a subscriber of now. */
export function defaultValueFault(definition: FieldDefinition, at: number): string | undefined {
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
  if (holdsSeveral(definition.type)) return checkOptions(given, definition);
  if (typeof given !== 'string') return { fault: `${definition.label} must be a single value.` };
  switch (definition.type) {
    case 'text':
    case 'textarea':
      return checkText(given, definition);
    case 'dropdown':
    case 'radiolist':
      return checkOption(given, definition);
    case 'date':
      return checkDate(given, definition);
    case 'datetime':
      return checkDatetime(given, definition);
    case 'country':
    case 'geocountry':
      return checkCountry(given, definition);
    case 'state':
    case 'geostate':
      return checkState(given, definition, context);
    case 'checkbox':
      return checkTick(given, definition);
    case 'consentcheckbox':
      return checkConsent(given, definition, context);
    case 'yearsrange':
      return checkYear(given, definition);
    case 'phonenumber':
      return checkPhone(given, definition);
    case 'email':
      return checkEmail(given, definition);
    case 'url':
      return checkUrl(given, definition);
    case 'rating':
      return checkRating(given, definition);
    default:
      return checkLine(given, definition);
  }
}

function isNothing(given: string | readonly string[]): boolean {
  return typeof given === 'string' ? given === '' : given.every((text) => text === '');
}

/** What was given as trimmed text, or texts (an array, or a form's numbered members); undefined for anything else. */
function textsOf(raw: unknown): string | string[] | undefined {
  const text = scalarText(raw);
  if (text !== undefined) return text;
  if (typeof raw !== 'object' || raw === null || raw instanceof Uint8Array) return undefined;
  const texts = Object.values(raw).map(scalarText);
  return texts.every((one) => one !== undefined) ? texts : undefined;
}

function scalarText(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw.toWellFormed().trim();
  if (raw === undefined || raw === null) return '';
  return typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : undefined;
}
