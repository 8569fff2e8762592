// Field types whose values are chosen from the field's options: one, or several.
import { say } from '../../../kernel/sentences/sentence.ts';
import { type CheckedValue, type Field, fieldType } from '../type.ts';
import { shown } from './shown.ts';

function checkOption(text: string, { label, options }: Field<object>): CheckedValue {
  if (options.length === 0) return { fault: say('value-no-options', { label }) };
  const isOption = options.some(({ value }) => value === text);
  return isOption ? { value: text } : { fault: say('value-other-option', { label, value: shown(text) }) };
}

/**
 * Stored once each, in the order of the options. @param sent values, or one text with commas
 * between them
 */
function checkOptions(sent: string | readonly string[], { label, options }: Field<object>): CheckedValue {
  if (options.length === 0) return { fault: say('value-no-options', { label }) };
  const known = options.map(({ value }) => value);
  const texts = typeof sent !== 'string' ? sent : known.includes(sent) ? [sent] : sent.split(',');
  const chosen = new Set(texts.map((text) => text.trim()).filter((text) => text !== ''));
  for (const text of chosen) {
    if (!known.includes(text)) return { fault: say('value-other-option', { label, value: shown(text) }) };
  }
  return chosen.size === 0 ? { value: '' } : { value: known.filter((value) => chosen.has(value)) };
}

const one = { rules: {}, hasOptions: true, check: { one: checkOption }, expects: 'option' } as const;
const several = { rules: {}, hasOptions: true, check: { several: checkOptions }, expects: 'option' } as const;

export const dropdown = fieldType({
  ...one,
  identifier: 'dropdown',
  name: 'Dropdown',
  example: 'red',
  control: { kind: 'select', of: 'options' },
});

export const radiolist = fieldType({
  ...one,
  identifier: 'radiolist',
  name: 'Radio List',
  example: 'red',
  control: { kind: 'radios', of: 'options' },
});

export const multiselect = fieldType({
  ...several,
  identifier: 'multiselect',
  name: 'Multiselect',
  example: 'red',
  control: { kind: 'boxes' },
});

export const checkboxlist = fieldType({
  ...several,
  identifier: 'checkboxlist',
  name: 'Checkbox List',
  example: 'red',
  control: { kind: 'boxes' },
});
