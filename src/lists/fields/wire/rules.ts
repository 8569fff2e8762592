// Rules of a field in requests and answers. Rules of other types are ignored: clients send whole
// forms.
import type { FormObject } from '../../../http/form/decode.ts';
import { optional } from '../../../http/members/member.ts';
import { readMembers } from '../../../http/members/schema.ts';
import type { Faults } from '../../../kernel/errors.ts';
import { completeRules } from '../rules.ts';
import { FIELD_TYPES, type FieldRules, type KnownFieldType } from '../types.ts';

const schemas = new Map(FIELD_TYPES.map((type) => [type.identifier, optional(type.rules)]));

/**
 * The rules that were set for a field of this type, as a request gives them; null where the type's
 * default applies.
 */
export function toWireRules(type: KnownFieldType, rules: FieldRules): Record<string, string | number | null> {
  const given = new Map<string, string | number | string[]>(Object.entries(rules));
  const wire = (name: string) => {
    const value = given.get(name) ?? null;
    return Array.isArray(value) ? value.join(', ') : value;
  };
  return Object.fromEntries(Object.keys(type.rules).map((name) => [name, wire(name)]));
}

/**
 * Reads the rules of a field of this type. A rule that is sent replaces the former one; an empty
 * text removes it, so that its default applies again; absent and null keep it.
 */
export function readRules(type: KnownFieldType, sent: FormObject, before: FieldRules, faults: Faults): FieldRules {
  const { values, faults: found } = readMembers(schemas.get(type.identifier) ?? {}, sent);
  const stands = Object.entries(before).filter(([name]) => sent[name] !== '');
  const rules: FieldRules = { ...Object.fromEntries(stands), ...values };
  Object.assign(faults, type.faults?.(completeRules(type, rules, '')), found);
  return rules;
}
