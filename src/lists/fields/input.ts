// A field as a request describes it, already validated, and its columns.
import type { ListField } from '../../storage/tables.ts';
import { keptFor } from './rules.ts';
import type { FieldOption } from './type.ts';
import { type FieldRules, type FieldTypeName, getFieldType } from './types.ts';
import { definitionOf, type FieldDefinition } from './values.ts';

export const VISIBILITIES = ['visible', 'hidden', 'none'] as const;

/** All settings of a field. */
export type FieldInput = {
  type: FieldTypeName;
  label: string;
  /** Upper case. */
  tag: string;
  required: boolean;
  visibility: (typeof VISIBILITIES)[number];
  sortOrder: number;
  helpText: string;
  description: string;
  defaultValue: string;
  rules: FieldRules;
  options: readonly FieldOption[];
};

/** The columns of a field; settings of other types are dropped. */
export function fieldColumns(input: FieldInput) {
  const { rules, options } = keptFor(getFieldType(input.type), input);
  return {
    type: input.type,
    label: input.label,
    tag: input.tag,
    required: input.required ? (1 as const) : (0 as const),
    visibility: input.visibility,
    sort_order: input.sortOrder,
    help_text: input.helpText === '' ? null : input.helpText,
    description: input.description,
    default_value: input.defaultValue,
    rules: JSON.stringify(rules),
    options: JSON.stringify(options),
  };
}

/** The settings of a stored field. */
export function inputOf(field: ListField): FieldInput {
  return {
    type: getFieldType(field.type).identifier,
    label: field.label,
    tag: field.tag,
    required: field.required === 1,
    visibility: field.visibility as FieldInput['visibility'],
    sortOrder: field.sort_order,
    helpText: field.help_text ?? '',
    description: field.description,
    defaultValue: field.default_value,
    rules: JSON.parse(field.rules) as FieldRules,
    options: JSON.parse(field.options) as FieldOption[],
  };
}

/** The definition for these settings. */
export function definitionOfInput(input: FieldInput): FieldDefinition {
  return definitionOf(fieldColumns(input));
}

/** A plain text field, as a new list has three. */
export function textField(
  tag: string,
  label: string,
  { required, sortOrder }: { required: boolean; sortOrder: number },
): FieldInput {
  return {
    type: 'text',
    label,
    tag,
    required,
    visibility: 'visible',
    sortOrder,
    helpText: '',
    description: '',
    defaultValue: '',
    rules: {},
    options: [],
  };
}
