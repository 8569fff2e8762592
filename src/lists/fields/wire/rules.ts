// The rules of a field in a request. Members of other types are passed over: clients send whole
// forms.
import type { FormObject } from '../../../http/form/decode.ts';
import { maybe } from '../../../http/members/member.ts';
import { readMembers } from '../../../http/members/schema.ts';
import type { Faults } from '../../../kernel/errors.ts';
import { completeRules } from '../rules.ts';
import { FIELD_TYPES, type FieldRules, type KnownFieldType } from '../types.ts';

const schemas = new Map(FIELD_TYPES.map((type) => [type.identifier, maybe(type.rules)]));

/**
 * The rules that a field of this type was given, as a request gives them; null where the default of
 * the type stands.
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
 * Reads the rules of a field of this type. Sent ones replace those before; an empty text takes one
 * away, so that its default stands again; absent and null keep it.
 */
export function readRules(type: KnownFieldType, sent: FormObject, before: FieldRules, faults: Faults): FieldRules {
  const { values, faults: found } = readMembers(schemas.get(type.identifier) ?? {}, sent);
  const stands = Object.entries(before).filter(([name]) => sent[name] !== '');
  const rules: FieldRules = { ...Object.fromEntries(stands), ...values };
  Object.assign(faults, type.faults?.(completeRules(type, rules, '')), found);
  return rules;
}
