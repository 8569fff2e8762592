// Values of a list's fields in a public form: as entered, as stored, or initial.
import type { FormObject, FormValue } from '../../http/form/decode.ts';
import type { ValueContext } from '../../lists/fields/default-values.ts';
import { holdsSeveral } from '../../lists/fields/type.ts';
import { checkValue, definitionOf, type FieldDefinition } from '../../lists/fields/values.ts';
import type { ListField, Subscriber } from '../../storage/tables.ts';
import { parseFieldValues } from '../../subscribers/values/values.ts';

/** A text, or several of a multiselect or checkboxlist. */
export type EnteredValue = string | readonly string[];

/** A field prepared for a form. */
export type FormField = Pick<ListField, 'id' | 'tag' | 'label' | 'help_text' | 'description'> & {
  definition: FieldDefinition;
};

type FieldRow = Pick<ListField, 'id' | 'tag' | 'label' | 'help_text' | 'description'> &
  Parameters<typeof definitionOf>[0];

/** The field with its rules parsed. */
export function formField(field: FieldRow): FormField {
  const { id, tag, label, help_text, description } = field;
  return { id, tag, label, help_text, description, definition: definitionOf(field) };
}

/**
 * The entered value in the form that the field rules read: times as browsers write them and line
 * ends are converted.
 */
export function enteredValue({ tag, definition: { type } }: FormField, form: FormObject): EnteredValue {
  const value = form[tag];
  if (holdsSeveral(type)) return typeof value === 'string' ? [value] : textsOf(value);
  if (typeof value !== 'string') return '';
  const text = value.toWellFormed().trim();
  const { control } = type;
  if (control.kind === 'textarea') return text.replace(/\r\n?/g, '\n');
  if (control.kind === 'input' && control.type === 'datetime-local')
    return text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?(?:\.\d+)?$/, withSeconds);
  return text;
}

function withSeconds(_text: string, day: string, time: string, seconds = ':00'): string {
  return `${day} ${time}${seconds}`;
}

function textsOf(value: FormValue | undefined): string[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  return Object.values(value).filter((one) => typeof one === 'string');
}

/** The initial value of a field: its default. A consent is never given by default. */
export function initialValue({ definition }: FormField, context: ValueContext): EnteredValue {
  if (definition.type.isGivenByHand) return '';
  const checked = checkValue({ ...definition, required: false }, '', context);
  return 'value' in checked ? checked.value : '';
}

/** The stored value of a subscriber. */
export function storedValue({ id }: FormField, subscriber: Pick<Subscriber, 'field_values'>): EnteredValue {
  return parseFieldValues(subscriber)[id] ?? '';
}
