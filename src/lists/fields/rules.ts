// What makes a field valid: its tag, its options, and the rules of its type. Pure.
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import { isReservedTag } from './reserved-tags.ts';
import type { FieldOption, FieldType } from './type.ts';
import type { FieldRules } from './types.ts';

/** Tag of the field that every list has: the subscriber's mail address. */
export const EMAIL_TAG = 'EMAIL';

/** The rules of a field, with defaults for those that are absent. */
export function completeRules(type: FieldType, rules: FieldRules, label: string): FieldRules {
  return { ...declaredOf(type), ...type.defaults?.(rules, label), ...rules };
}

const declared = new WeakMap<FieldType, FieldRules>();

/** The defaults of a type's rules, which are the same for all of its fields. */
function declaredOf(type: FieldType): FieldRules {
  const known = declared.get(type);
  if (known) return known;
  const defaults = Object.entries(type.rules).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value]],
  );
  const made: FieldRules = Object.fromEntries(defaults);
  declared.set(type, made);
  return made;
}

/** The rules and options that a field of this type stores. */
export function keptFor(
  type: FieldType,
  { rules, options }: { rules: FieldRules; options: readonly FieldOption[] },
): { rules: FieldRules; options: readonly FieldOption[] } {
  const kept = Object.fromEntries(Object.entries(rules).filter(([name]) => name in type.rules));
  return { rules: kept, options: type.hasOptions ? options : [] };
}

/** What is wrong with the options as a set, by place (`[2].value`); each by itself is valid. */
export function optionFaults(options: readonly FieldOption[]): Map<string, Told> {
  const faults = new Map<string, Told>();
  const seen = new Set<string>();
  for (const [index, { value }] of options.entries()) {
    if (seen.has(value)) faults.set(`[${index}].value`, say('field-options-unique'));
    seen.add(value);
  }
  return faults;
}

export const MAX_OPTIONS = 500;
export const MAX_TAG = 50;

/**
 * What is wrong with a tag (upper case), if anything. Whether another field of the list has it is
 * checked in the store.
 */
export function tagFault(tag: string): Told | undefined {
  if (tag.length > MAX_TAG) return say('member-long', { label: 'Tag', max: MAX_TAG });
  if (!/^[A-Z](?:[A-Z0-9_]*[A-Z0-9])?$/.test(tag)) {
    return say('field-tag-form');
  }
  return isReservedTag(tag) ? say('field-tag-reserved', { tag }) : undefined;
}

/** The fault when another field of the list has the tag. */
export const TAG_TAKEN = say('field-tag-taken');
