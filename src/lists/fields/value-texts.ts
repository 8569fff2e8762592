// Values that are free texts, and those with a form of their own: dates, numbers, addresses. Each check gets a text
// without spaces around it, never empty, and answers the text to store or what is wrong with it.
import { domainToASCII } from 'node:url';
import type * as libphonenumber from 'libphonenumber-js/min';
import { isMailAddress } from '../../kernel/address.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { ContentRule, FieldDefinition } from './rules.ts';
import { patternOf } from './rules.ts';

/** A value to store, or why there is none. `givenAt` (ms) dates a consent. */
export type CheckedValue = { value: string | string[]; givenAt?: number } | { fault: string };

const phones = whenNeeded((take) => take('libphonenumber-js/min') as typeof libphonenumber);

type Check = (text: string, definition: FieldDefinition) => CheckedValue;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL_IN_LINE = /[\x00-\x08\x0a-\x1f\x7f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL_IN_LINES = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;

const CONTENT: Record<ContentRule, { pattern: RegExp; says: string }> = {
  alpha: { pattern: /^[a-z]+$/, says: 'lower case letters (a to z)' },
  alpha_ci: { pattern: /^[a-z]+$/i, says: 'letters (a to z)' },
  alphanum: { pattern: /^[a-z0-9]+$/, says: 'lower case letters (a to z) and digits' },
  alphanum_ci: { pattern: /^[a-z0-9]+$/i, says: 'letters (a to z) and digits' },
  alphanumext: {
    pattern: /^[a-z0-9 _.-]+$/,
    says: 'lower case letters (a to z), digits, spaces, hyphens, underscores and dots',
  },
  alphanumext_ci: {
    pattern: /^[a-z0-9 _.-]+$/i,
    says: 'letters (a to z), digits, spaces, hyphens, underscores and dots',
  },
};

/** One line: control characters have no place in it. */
export function lineFault(text: string, label: string): string | undefined {
  return CONTROL_IN_LINE.test(text) ? `${label} must be one line without control characters.` : undefined;
}

/** A text of type text or textarea. Lengths are counted in characters (code points). */
export const checkText: Check = (text, { type, label, rules }) => {
  if (type === 'text' && CONTROL_IN_LINE.test(text)) {
    return { fault: `${label} must be one line without control characters.` };
  }
  if (CONTROL_IN_LINES.test(text)) return { fault: `${label} must not hold control characters.` };
  const { minLength = 1, maxLength = 255, contentRule, contentRegex } = rules;
  const length = text.length <= maxLength && text.length >= 2 * minLength ? text.length : countCharacters(text);
  if (length < minLength) return { fault: `${label} is too short (minimum is ${minLength} characters).` };
  if (length > maxLength) return { fault: `${label} is too long (maximum is ${maxLength} characters).` };
  if (contentRule !== undefined && !CONTENT[contentRule].pattern.test(text)) {
    return { fault: `${label} may hold only ${CONTENT[contentRule].says}.` };
  }
  if (contentRegex !== undefined && !patternOf(contentRegex).test(text)) {
    return { fault: `${label} does not have the required form.` };
  }
  return { value: text };
};

function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

const MAX_LINE = 255;

/** A line of up to 255 characters: cities, states without a known country. */
export const checkLine: Check = (text, { label }) => {
  const fault = lineFault(text, label);
  if (fault !== undefined) return { fault };
  if (countCharacters(text) > MAX_LINE) return { fault: `${label} is too long (maximum is ${MAX_LINE} characters).` };
  return { value: text };
};

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATETIME = /^(\d{4}-\d{2}-\d{2}) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** A real day of the calendar, `Y-m-d`. */
export const checkDate: Check = (text, { label }) =>
  isDate(text) ? { value: text } : { fault: `${label} is not a valid date (Y-m-d).` };

/** A real day and a time of day, `Y-m-d H:i:s`. */
export const checkDatetime: Check = (text, { label }) =>
  isDate(DATETIME.exec(text)?.[1] ?? '')
    ? { value: text }
    : { fault: `${label} is not a valid date and time (Y-m-d H:i:s).` };

function isDate(text: string): boolean {
  const [year, month, day] = (DATE.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= last;
}

/** A year in the field's range. */
export const checkYear: Check = (text, { label, rules: { yearStart = 1900, yearEnd = 2100 } }) =>
  /^\d{4}$/.test(text) && Number(text) >= yearStart && Number(text) <= yearEnd
    ? { value: text }
    : { fault: `${label} must be a year from ${yearStart} to ${yearEnd}.` };

/** Stars, from one. */
export const checkRating: Check = (text, { label, rules: { maxStars = 5 } }) =>
  /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= maxStars
    ? { value: String(Number(text)) }
    : { fault: `${label} must be a whole number from 1 to ${maxStars}.` };

/** A phone number as people write it, stored as E.164 (an extension has no place there). */
export const checkPhone: Check = (text, { label, rules: { defaultCountry } }) => {
  const country =
    defaultCountry !== undefined && phones().isSupportedCountry(defaultCountry) ? defaultCountry : undefined;
  let number = text.length <= MAX_LINE ? phoneNumber(text, country) : undefined;
  // A misread trunk prefix shows only in the international form: read that until it stays what it is.
  for (let readings = 0; number !== undefined && readings < 3; readings += 1) {
    const again = phoneNumber(number, country);
    if (again === number) return { value: number };
    number = again;
  }
  return { fault: `${label} is not a valid phone number.` };
};

function phoneNumber(text: string, defaultCountry: libphonenumber.CountryCode | undefined): string | undefined {
  const number = phones().parsePhoneNumberFromString(text, { defaultCountry, extract: false });
  return number?.isPossible() ? number.number : undefined;
}

/** A mail address, stored as written. */
export const checkEmail: Check = (text, { label }) =>
  isMailAddress(text) ? { value: text } : { fault: `${label} is not a valid email address.` };

const MAX_URL = 2000;

/** An absolute web address, stored as written. When both lists of domains are given, the whitelist decides. */
export const checkUrl: Check = (text, { label, rules }) => {
  const { allowedScheme = 'both', whitelistDomains = [], blacklistDomains = [] } = rules;
  if (text.length > MAX_URL) return { fault: `${label} is too long (maximum is ${MAX_URL} characters).` };
  const scheme = /^(https?):\/\/[^\s\\]+$/i.exec(text)?.[1]?.toLowerCase();
  const url = scheme === undefined || lineFault(text, label) !== undefined ? null : URL.parse(text);
  if (!url || url.hostname === '') return { fault: `${label} is not a valid URL.` };
  if (allowedScheme !== 'both' && scheme !== allowedScheme) {
    return { fault: `${label} must begin with ${allowedScheme}://.` };
  }
  const host = url.hostname.replace(/\.$/, '');
  const isIn = (domains: readonly string[]) => domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  const isAllowed = whitelistDomains.length > 0 ? isIn(whitelistDomains) : !isIn(blacklistDomains);
  return isAllowed ? { value: text } : { fault: `${label} is on a domain that is not allowed.` };
};

/** A host name as it is compared with: ASCII, lower case, without a leading `*.`; undefined when it is none. */
export function domainOf(text: string): string | undefined {
  const name = text
    .trim()
    .replace(/^\*?\./, '')
    .replace(/\.$/, '');
  const ascii = /[\s/@:%?#\\]/.test(name) ? '' : domainToASCII(name);
  return /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/.test(
    ascii,
  )
    ? ascii
    : undefined;
}
