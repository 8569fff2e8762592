// The options of a field in a request: objects with name and value, or a map value → name.

import { type FormObject, type FormValue, isFormObject } from '../../../http/form/decode.ts';
import { text } from '../../../http/members/declare.ts';
import { needed } from '../../../http/members/member.ts';
import { readMembers } from '../../../http/members/schema.ts';
import type { Faults } from '../../../kernel/errors.ts';
import { MAX_OPTIONS, optionFaults } from '../rules.ts';
import type { FieldOption } from '../type.ts';

/** The members of an option. */
export const optionMembers = needed({
  name: text('What people see.', { max: 100, label: 'Option name' }),
  value: text('What is stored; unique in the field.', { max: 255, label: 'Option value' }),
});

/**
 * Reads the whole set.
 * @returns undefined when none was sent, and when it is at fault
 */
export function readOptions(sent: FormValue | undefined, faults: Faults): FieldOption[] | undefined {
  if (sent === undefined || sent === null || sent === '') return undefined;
  if (typeof sent !== 'object' || sent instanceof Uint8Array) {
    faults['options'] = 'Options must be a list of objects with name and value.';
    return undefined;
  }
  const entries = Object.entries(sent).map(([key, entry]) => optionObject(key, entry));
  if (entries.length > MAX_OPTIONS) {
    faults['options'] = `Please provide at most ${MAX_OPTIONS} options.`;
    return undefined;
  }
  const found: Faults = {};
  const options = entries.map((entry, index) => readOption(entry, `options[${index}].`, found));
  for (const [place, fault] of optionFaults(options)) found[`options${place}`] ??= fault;
  Object.assign(faults, found);
  return Object.keys(found).length === 0 ? options : undefined;
}

/**
 * A map has no order of its own where its values are numbers: one with the values that stand is in
 * their order.
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

/** An entry of a map is its value's name; numbered entries of a form may have come as an array. */
function optionObject(key: string, entry: FormValue): FormObject {
  if (isFormObject(entry)) return entry;
  const option: FormObject = Object.create(null);
  return Object.assign(option, { name: entry, value: key });
}

function readOption(entry: FormObject, path: string, faults: Faults): FieldOption {
  const { values, faults: found } = readMembers(optionMembers, entry, path);
  for (const [member, text] of Object.entries(values)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    if (/[\x00-\x1f\x7f]/.test(text)) found[path + member] ??= `Option ${member} must not hold control characters.`;
  }
  Object.assign(faults, found);
  return { name: values.name ?? '', value: (values.value ?? path).toWellFormed() }; // faulty ones do not clash
}
