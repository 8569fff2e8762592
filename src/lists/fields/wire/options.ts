// The options of a field in a request: objects with name and value, or a map value → name.

import { type FormObject, type FormValue, isFormObject } from '../../../http/form/decode.ts';
import { entriesAsSent } from '../../../http/form/value.ts';
import { text } from '../../../http/members/declare.ts';
import { required } from '../../../http/members/member.ts';
import { readMembers } from '../../../http/members/schema.ts';
import type { Faults } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/sentences/sentence.ts';
import { MAX_OPTIONS, optionFaults } from '../rules.ts';
import type { FieldOption } from '../type.ts';

/** The members of an option. */
export const optionMembers = required({
  name: text('Displayed name.', { max: 100, label: 'Option name' }),
  value: text('Stored value, unique in the field.', { max: 255, label: 'Option value' }),
});

/**
 * Reads all options.
 * @returns undefined when none were sent, and when they are at fault
 */
export function readOptions(sent: FormValue | undefined, faults: Faults): FieldOption[] | undefined {
  if (sent === undefined || sent === null || sent === '') return undefined;
  if (typeof sent !== 'object' || sent instanceof Uint8Array) {
    faults['options'] = say('field-options-form');
    return undefined;
  }
  const entries = entriesAsSent(sent).map(([key, entry]) => optionObject(key, entry));
  if (entries.length > MAX_OPTIONS) {
    faults['options'] = say('field-options-many', { max: MAX_OPTIONS });
    return undefined;
  }
  const found: Faults = {};
  const options = entries.map((entry, index) => readOption(entry, `options[${index}].`, found));
  for (const [place, fault] of optionFaults(options)) found[`options${place}`] ??= fault;
  Object.assign(faults, found);
  return Object.keys(found).length === 0 ? options : undefined;
}

/**
 * JSON objects lose the order of numeric names, so a map with the same values as before keeps the
 * former order.
 * @param stands the options before
 */
export function inOrder(
  read: readonly FieldOption[],
  sent: FormValue | undefined,
  stands: readonly FieldOption[],
): readonly FieldOption[] {
  if (read.length !== stands.length || Object.values(sent ?? {}).some(isFormObject)) return read;
  const byValue = new Map(read.map((option) => [option.value, option]));
  const ordered = stands.flatMap(({ value }) => byValue.get(value) ?? []);
  return ordered.length === read.length ? ordered : read;
}

/**
 * In a map, the key is the value and the entry its name; a form's numbered entries may have come as
 * an array.
 */
function optionObject(key: string, entry: FormValue): FormObject {
  if (isFormObject(entry)) return entry;
  const option: FormObject = Object.create(null);
  return Object.assign(option, { name: entry, value: key });
}

function readOption(entry: FormObject, path: string, faults: Faults): FieldOption {
  const { values, faults: found } = readMembers(optionMembers, entry, path);
  for (const [member, text] of Object.entries(values)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    if (/[\x00-\x1f\x7f]/.test(text)) found[path + member] ??= say('field-options-control', { member });
  }
  Object.assign(faults, found);
  return { name: values.name ?? '', value: (values.value ?? path).toWellFormed() }; // a faulty option clashes with none
}
