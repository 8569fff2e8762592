// The members of a request that belong to a type. Members of other types are passed over: clients send whole forms.
import type { z } from 'zod';
import { findCountry } from '../../accounts/countries.ts';
import type { FormObject } from '../../http/form/decode.ts';
import { optionalChoice, optionalInteger, optionalText, readMembers } from '../../http/schema.ts';
import type { Faults } from '../../kernel/errors.ts';
import {
  CONTENT_RULES,
  completeRules,
  type FieldRules,
  lengthLimit,
  regexFault,
  rulesOfType,
  SCHEMES,
} from './rules.ts';
import type { FieldType } from './types.ts';
import { domainOf, lineFault } from './value-texts.ts';

const lower = (text: string) => text.toLowerCase();
const year = { min: 1000, max: 9999 };

/** A text whose fault `check` names. */
function checkedText(label: string, max: number, check: (text: string) => string | undefined) {
  return optionalText(label, { max }).superRefine((text, context) => {
    const fault = text === undefined ? undefined : check(text);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });
}

function oneLine(label: string, text: string): string | undefined {
  return lineFault(text, label);
}

/** Some name the two instead of saying both. */
function schemeOf(text: string): string {
  const names = new Set(lower(text).split(/[\s,]+/));
  return names.size === 2 && names.has('http') && names.has('https') ? 'both' : lower(text);
}

function domains(label: string) {
  const names = (text: string) => text.split(/[\s,;]+/).filter((name) => name !== '');
  const known = (text: string) => names(text).find((name) => domainOf(name) === undefined);
  return checkedText(label, 2000, (text) => {
    const unknown = known(text);
    return unknown === undefined
      ? undefined
      : `${label} holds ${JSON.stringify(unknown.slice(0, 60))}, which is no domain.`;
  }).transform((text) =>
    text === undefined ? undefined : [...new Set(names(text).flatMap((name) => domainOf(name) ?? []))],
  );
}

function schemasOf(type: FieldType): Record<keyof FieldRules, { member: string; schema: z.ZodType }> {
  const length = { min: 1, max: lengthLimit(type) };
  return {
    minLength: { member: 'min_length', schema: optionalInteger('Min length', length) },
    maxLength: { member: 'max_length', schema: optionalInteger('Max length', length) },
    contentRule: { member: 'content_rule', schema: optionalChoice('Content rule', CONTENT_RULES, lower) },
    contentRegex: { member: 'content_regex', schema: checkedText('Content regex', 500, regexFault) },
    allowedScheme: { member: 'allowed_scheme', schema: optionalChoice('Allowed scheme', SCHEMES, schemeOf) },
    whitelistDomains: { member: 'whitelist_domains', schema: domains('Whitelist domains') },
    blacklistDomains: { member: 'blacklist_domains', schema: domains('Blacklist domains') },
    maxStars: { member: 'max_stars', schema: optionalInteger('Max stars', { min: 3, max: 10 }) },
    defaultCountry: {
      member: 'default_country',
      schema: checkedText('Default country', 255, (code) =>
        findCountry({ code }) ? undefined : 'Default country must be an ISO 3166 alpha-2 code.',
      ).transform((code) => code?.toUpperCase()),
    },
    checkValue: {
      member: 'check_value',
      schema: checkedText('Check value', 255, (text) => oneLine('Check value', text)),
    },
    consentText: {
      member: 'consent_text',
      schema: checkedText('Consent text', 255, (text) => oneLine('Consent text', text)),
    },
    yearStart: { member: 'year_start', schema: optionalInteger('Year start', year) },
    yearEnd: { member: 'year_end', schema: optionalInteger('Year end', year) },
  };
}

/** The rules that a field of this type was given, as a request gives them; null where the default of the type stands. */
export function toWireRules(type: FieldType, rules: FieldRules): Record<string, string | number | null> {
  const schemas = schemasOf(type);
  return Object.fromEntries(
    rulesOfType(type).map((name) => {
      const value = rules[name] ?? null;
      return [schemas[name].member, typeof value === 'object' && value !== null ? value.join(', ') : value];
    }),
  );
}

/**
 * Reads the rules of a field of this type. Sent ones replace those before; an empty text takes one away, so that its
 * default stands again; absent and null keep it.
 */
export function readRules(type: FieldType, sent: FormObject, before: FieldRules, faults: Faults): FieldRules {
  const schemas = schemasOf(type);
  const rules: Record<string, unknown> = { ...before };
  const found: Faults = {};
  for (const name of rulesOfType(type)) {
    const { member, schema } = schemas[name];
    const { values, faults: own } = readMembers({ [member]: schema }, sent);
    Object.assign(found, own);
    if (values[member] !== undefined) rules[name] = values[member];
    else if (sent[member] === '') delete rules[name];
  }
  const { minLength = 1, maxLength = 1, yearStart = 0, yearEnd = 0 } = completeRules(type, rules, '');
  if (minLength > maxLength) found['max_length'] ??= 'Max length must not be smaller than min length.';
  if (yearStart > yearEnd) found['year_end'] ??= 'Year end must not be before year start.';
  Object.assign(faults, found);
  return rules;
}
