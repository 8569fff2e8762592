// The fields of a list of another server of this interface.

import type { FormObject } from '../../http/form/decode.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers } from '../../http/members/schema.ts';
import type { FieldInput } from '../../lists/fields/input.ts';
import type { FieldOption } from '../../lists/fields/type.ts';
import { FIELD_TYPES, type FieldRules } from '../../lists/fields/types.ts';
import { type Json, numberOf, objectOf, textOf } from './json.ts';

/** A field, and its number there. */
export type OwnField = { id: string; input: FieldInput };

/** The fields but EMAIL; of a type that is not known here they hold text. */
export function fieldsFrom(records: readonly Json[]): OwnField[] {
  return records.map((record, place) => {
    const wished = textOf(objectOf(record['type'])['identifier']) || textOf(record['type']);
    const type = FIELD_TYPES.find(({ identifier }) => identifier === wished);
    const { values } = readMembers(optional(type?.rules ?? {}), rulesIn(record));
    const visibility = textOf(record['visibility']);
    const input: FieldInput = {
      type: type?.identifier ?? 'text',
      label: textOf(record['label']).slice(0, 255) || textOf(record['tag']),
      tag: textOf(record['tag']).toUpperCase(),
      required: textOf(record['required']) === 'yes',
      visibility: visibility === 'hidden' || visibility === 'none' ? visibility : 'visible',
      sortOrder: Math.min(numberOf(record['sort_order']) ?? place, 100),
      helpText: textOf(record['help_text']).slice(0, 255),
      description: textOf(record['description']).slice(0, 255),
      defaultValue: textOf(record['default_value']).slice(0, 255),
      rules: values as FieldRules,
      options: optionsIn(record['options']),
    };
    return { id: textOf(record['field_id']), input };
  });
}

/** What is set; null stands for a default. */
function rulesIn(record: Json): FormObject {
  const sent: FormObject = Object.create(null);
  const given = { ...record, ...objectOf(record['rules']) };
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'string' || typeof value === 'number') sent[name] = String(value);
  }
  return sent;
}

/** A map of values to names, or objects with both. */
function optionsIn(given: unknown): FieldOption[] {
  const options = Object.entries(Array.isArray(given) ? {} : objectOf(given)).map(([value, name]) => {
    const { name: inside, value: own } = objectOf(name);
    return { value: textOf(own) || value, name: textOf(inside) || textOf(name) || value };
  });
  for (const one of Array.isArray(given) ? given.map(objectOf) : []) {
    options.push({ value: textOf(one['value']), name: textOf(one['name']) });
  }
  return options.filter(
    ({ value }, place) => value !== '' && options.findIndex((one) => one.value === value) === place,
  );
}
