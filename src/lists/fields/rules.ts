// What a field demands of its values, and what a field itself must be. Pure.
import type * as re2js from 're2js';
import { asError } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { isReservedTag } from './reserved-tags.ts';
import { type FieldType, hasOptions } from './types.ts';

/** Tag of the field that every list has: the subscriber's address. */
export const EMAIL_TAG = 'EMAIL';

export const CONTENT_RULES = ['alpha', 'alpha_ci', 'alphanum', 'alphanum_ci', 'alphanumext', 'alphanumext_ci'] as const;
export type ContentRule = (typeof CONTENT_RULES)[number];
export const SCHEMES = ['http', 'https', 'both'] as const;

/** Rules that a field may have; which ones belong to it, its type says. As stored in `list_field.rules`. */
export type FieldRules = {
  minLength?: number | undefined;
  maxLength?: number | undefined;
  contentRule?: ContentRule | undefined;
  contentRegex?: string | undefined;
  allowedScheme?: (typeof SCHEMES)[number] | undefined;
  /** Host names in their ASCII form, lower case; each covers its subdomains. */
  whitelistDomains?: string[] | undefined;
  blacklistDomains?: string[] | undefined;
  maxStars?: number | undefined;
  /** ISO 3166 alpha-2, upper case. */
  defaultCountry?: string | undefined;
  checkValue?: string | undefined;
  consentText?: string | undefined;
  yearStart?: number | undefined;
  yearEnd?: number | undefined;
};

export type FieldOption = { name: string; value: string };

/** A field ready for checking values: rules complete with their defaults. */
export type FieldDefinition = {
  type: FieldType;
  label: string;
  required: boolean;
  /** May hold tags; `""`: none. */
  defaultValue: string;
  rules: FieldRules;
  options: readonly FieldOption[];
};

const TEXT_RULES = ['minLength', 'maxLength', 'contentRule', 'contentRegex'] as const;

/** The rules that belong to a type; rules of other types are no business of such a field. */
export function rulesOfType(type: FieldType): readonly (keyof FieldRules)[] {
  switch (type) {
    case 'text':
    case 'textarea':
      return TEXT_RULES;
    case 'url':
      return ['allowedScheme', 'whitelistDomains', 'blacklistDomains'];
    case 'rating':
      return ['maxStars'];
    case 'phonenumber':
    case 'country':
      return ['defaultCountry'];
    case 'checkbox':
      return ['checkValue'];
    case 'consentcheckbox':
      return ['consentText'];
    case 'yearsrange':
      return ['yearStart', 'yearEnd'];
    default:
      return [];
  }
}

/** The longest a text of this type may be allowed to become. */
export function lengthLimit(type: FieldType): number {
  return type === 'textarea' ? 65_535 : 255;
}

/** The rules with defaults where nothing was said. A consent without a text of its own is given to the label. */
export function completeRules(type: FieldType, rules: FieldRules, label: string): FieldRules {
  switch (type) {
    case 'text':
    case 'textarea':
      return { minLength: 1, maxLength: Math.max(255, rules.minLength ?? 1), ...rules };
    case 'url':
      return { allowedScheme: 'both', ...rules };
    case 'rating':
      return { maxStars: 5, ...rules };
    case 'checkbox':
      return { checkValue: 'yes', ...rules };
    case 'consentcheckbox':
      return { consentText: label, ...rules };
    case 'yearsrange':
      return {
        yearStart: Math.min(1900, rules.yearEnd ?? 1900),
        yearEnd: Math.max(2100, rules.yearStart ?? 2100),
        ...rules,
      };
    default:
      return rules;
  }
}

/** What is wrong with the options as a set, by place (`[2].value`); the single ones are sound. */
export function optionFaults(options: readonly FieldOption[]): Map<string, string> {
  const faults = new Map<string, string>();
  const seen = new Set<string>();
  for (const [index, { value }] of options.entries()) {
    if (seen.has(value)) faults.set(`[${index}].value`, 'Option value must be unique.');
    seen.add(value);
  }
  return faults;
}

export const MAX_OPTIONS = 500;
const MAX_TAG = 50;

/** What is wrong with a tag (upper case), if anything; whether it is free in its list is the store's to say. */
export function tagFault(tag: string): string | undefined {
  if (tag.length > MAX_TAG) return `Tag is too long (maximum is ${MAX_TAG} characters).`;
  if (!/^[A-Z](?:[A-Z0-9_]*[A-Z0-9])?$/.test(tag)) {
    return 'Tag must begin with a letter, hold only letters, digits and underscores, and not end with an underscore.';
  }
  return isReservedTag(tag) ? `The tag "${tag}" is reserved!` : undefined;
}

/** Text of the fault when another field of the list has the tag. */
export const TAG_TAKEN = 'The tag attribute must be unique in the mail list!';

const DELIMITED = /^\/(.*)\/([a-zA-Z]*)$/s;
const REMEMBERED = 500;
const patterns = new Map<string, re2js.RE2JS>();
const linear = whenNeeded((take) => take('re2js') as typeof re2js);

/**
 * The pattern of a regular expression, bare or as `/…/flags` (flags i, m, s; g and u change nothing here). It matches
 * anywhere in a text, in time linear in its length (RE2).
 * @throws Error whose message says what is not supported
 */
export function patternOf(regex: string): re2js.RE2JS {
  let pattern = patterns.get(regex);
  if (!pattern) {
    pattern = compiled(regex);
    if (patterns.size >= REMEMBERED) patterns.clear();
    patterns.set(regex, pattern);
  }
  return pattern;
}

function compiled(regex: string): re2js.RE2JS {
  const { RE2JS, RE2JSException } = linear();
  const [, inner = regex, letters = ''] = DELIMITED.exec(regex) ?? [];
  let flags = 0;
  for (const letter of letters) {
    if (letter === 'i') flags |= RE2JS.CASE_INSENSITIVE;
    else if (letter === 'm') flags |= RE2JS.MULTILINE;
    else if (letter === 's') flags |= RE2JS.DOTALL;
    else if (letter !== 'g' && letter !== 'u') throw new Error(`the flag "${letter}" is not supported`);
  }
  try {
    return RE2JS.compile(inner, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw new Error('this form is not supported', { cause: error });
    throw new Error(asError(error).message.replace(/^error parsing regexp: /, ''), { cause: error });
  }
}

/** What is wrong with a regular expression, if anything. */
export function regexFault(regex: string): string | undefined {
  try {
    patternOf(regex);
    return undefined;
  } catch (error) {
    return `Content regex cannot be used: ${asError(error).message}. It takes RE2 syntax, without look-around and back-references.`;
  }
}

/** What of rules and options a field of this type keeps. */
export function keptFor(
  type: FieldType,
  { rules, options }: { rules: FieldRules; options: readonly FieldOption[] },
): { rules: FieldRules; options: readonly FieldOption[] } {
  const own = rulesOfType(type);
  const kept = Object.fromEntries(Object.entries(rules).filter(([name]) => own.includes(name as keyof FieldRules)));
  return { rules: kept, options: hasOptions(type) ? options : [] };
}
