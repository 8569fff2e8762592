// Declares members of requests. A member is declared once: its purpose, kind, limits and default.
// The declaration is plain data; member.ts reads with it and describes it for the API reference, so
// that the two cannot differ, and types and defaults follow from it here. Rooms may use
// declarations for what they store without knowing HTTP.
//
//  const OPTIONS = { url_tracking: yesNo('Whether links are tracked.', { default: 'no' }) };
//  ValuesOf<typeof OPTIONS>      { url_tracking: 'yes' | 'no' }
//  defaultsOf(OPTIONS)           { url_tracking: 'no' }

import { parseInstant } from '../../kernel/clock.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import { scalarText } from '../form/value.ts';
import { DAY_AND_TIME, INSTANT } from './time-patterns.ts';

/** How values of a kind are read and checked. */
export type Kind = {
  /** Normalizes what clients write; undefined: absent. */
  read(value: unknown): unknown;
  /** What is wrong with a normalized value, if anything. */
  fault(value: unknown, label: string): Told | undefined;
  /** The same rules in JSON Schema, as far as it can express them. */
  json: Readonly<Record<string, unknown>>;
};

/**
 * A member: its purpose and its kind. Without a label, errors call it by its name (`from_name`:
 * From name).
 */
export type Declaration<T> = Kind & {
  about: string;
  label?: string | undefined;
  /** The value of an absent member where nothing is stored yet. */
  default?: T;
  /**
   * Whether null or an empty text removes the value: then it is null. Otherwise they count as
   * absent.
   */
  isClearable?: boolean;
};

/** Options of every declaration. */
export type Common<T> = { label?: string; default?: T };

// biome-ignore lint/suspicious/noExplicitAny: a member of any kind
export type Declarations = Readonly<Record<string, Declaration<any>>>;

/** The types of members that are present. */
export type ValuesOf<D extends Declarations> = { [K in keyof D]: D[K] extends Declaration<infer T> ? T : never };

/** The defaults of members, each of which has one. */
export function defaultsOf<D extends Declarations>(declared: D): ValuesOf<D> {
  const made = Object.entries(declared).map(([name, declaration]) => {
    if (declaration.default === undefined) throw new Error(`The member ${name} is declared without a default.`);
    return [name, declaration.default];
  });
  return Object.fromEntries(made) as ValuesOf<D>;
}

/** A member that null or an empty text removes: then it is null, which is also its default. */
export function clearable<T>(declaration: Declaration<T>): Declaration<T | null> {
  return { ...declaration, default: null, isClearable: true };
}

/** A member that null or an empty text removes, and that has a value before anybody says so. */
export function clearableTo<T>(declaration: Declaration<T> & { default: T }): Declaration<T | null> {
  return { ...declaration, isClearable: true };
}

/** Numbers and booleans become text, which is trimmed; empty text counts as absent. */
export function trimmedText(value: unknown): unknown {
  const text = scalarText(value) ?? value;
  if (typeof text !== 'string') return text;
  const trimmed = text.trim();
  return trimmed === '' ? undefined : trimmed;
}

/**
 * Whether a text has more characters. They are code points, as in JSON Schema: two code units at
 * most.
 */
function isLonger(text: string, max: number): boolean {
  return text.length > 2 * max || (text.length > max && [...text].length > max);
}

/**
 * What is wrong with a text that is too short, too long, or that PostgreSQL cannot store. Lengths
 * in characters.
 */
export function textFault(
  text: string,
  label: string,
  { min, max }: { min?: number; max?: number } = {},
): Told | undefined {
  if (min !== undefined && !isLonger(text, min - 1)) return say('member-short', { label, min });
  if (max !== undefined && isLonger(text, max)) return say('member-long', { label, max });
  return text.includes('\0') ? say('member-nul', { label }) : undefined;
}

export type TextOptions = Common<string> & {
  /** Characters. */
  min?: number;
  max?: number;
  /**
   * Further checks of a text within the limits. @returns the fault, undefined when there is none
   */
  check?: (text: string, label: string) => Told | undefined;
  /** What JSON Schema can say of `check`. */
  json?: Record<string, unknown>;
};

/** A text with at least one character that is not a space. Trimmed. */
export function text(about: string, { min, max, check, json, ...common }: TextOptions = {}): Declaration<string> {
  const limits = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  return {
    about,
    ...common,
    read: trimmedText,
    fault: (value, label) =>
      typeof value === 'string'
        ? (textFault(value, label, limits) ?? check?.(value, label))
        : say('member-text', { label }),
    json: {
      type: 'string',
      ...(min !== undefined && { minLength: min }),
      ...(max !== undefined && { maxLength: max }),
      ...json,
    },
  };
}

/** A password: kept as it was typed, spaces and all; an empty one says nothing. Characters. */
export function password(about: string, { min, max, ...common }: Common<string> & { min: number; max: number }) {
  return {
    about,
    ...common,
    read: (value: unknown) => (value === '' ? undefined : (scalarText(value) ?? value)),
    fault: (value: unknown, label: string) =>
      typeof value === 'string' ? textFault(value, label, { min, max }) : say('member-text', { label }),
    json: { type: 'string', format: 'password', minLength: min, maxLength: max },
  } satisfies Declaration<string>;
}

/** Error text for the usual mail address check. */
export const notAnAddress = (label: string) => say('member-address', { label });

/** One of several words or numbers. `fold` turns the text that was sent into one of them. */
export function oneOf<const W extends readonly [string | number, ...(string | number)[]]>(
  about: string,
  words: W,
  { fold = (sent) => sent, isYesNo = false, ...common }: Common<W[number]> & FoldOptions = {},
): Declaration<W[number]> {
  return {
    about,
    ...common,
    read: (value) => {
      const sent = trimmedText(value);
      return typeof sent === 'string' ? fold(sent) : sent;
    },
    fault: (value, label) =>
      words.some((word) => word === value)
        ? undefined
        : isYesNo
          ? say('member-yes-no', { label })
          : say('member-one-of', { label, words: words.join(', ') }),
    json: { ...(words.every((word) => typeof word === 'string') ? { type: 'string' } : {}), enum: words },
  };
}

type FoldOptions = { fold?: (sent: string) => string | number; isYesNo?: boolean };

/** For lower-case words, sent in any case. */
export const lower = (sent: string) => sent.toLowerCase();

const YES_NO: Readonly<Record<string, string>> = {
  true: 'yes',
  '1': 'yes',
  on: 'yes',
  false: 'no',
  '0': 'no',
  off: 'no',
};

/** yes/no in all the ways clients write it. */
export function yesNo(about: string, common: Common<'yes' | 'no'> = {}): Declaration<'yes' | 'no'> {
  const fold = (sent: string) => YES_NO[lower(sent)] ?? lower(sent);
  return oneOf(about, ['yes', 'no'], { ...common, fold, isYesNo: true });
}

/** A whole number within limits, given as number or text. */
export function integer(
  about: string,
  { min, max, ...common }: Common<number> & { min: number; max: number },
): Declaration<number> {
  return {
    about,
    ...common,
    read: (value) => {
      const sent = trimmedText(value);
      return typeof sent === 'string' && /^[+-]?\d{1,15}$/.test(sent) ? Number(sent) : sent;
    },
    fault: (value, label) =>
      Number.isInteger(value) && (value as number) >= min && (value as number) <= max
        ? undefined
        : say('member-whole', { label, min, max }),
    json: { type: 'integer', minimum: min, maximum: max },
  };
}

/**
 * A text of one line for a header of mails, where a line break would begin another header field.
 */
export function headerLine(about: string, options: TextOptions = {}): Declaration<string> {
  const check = (sent: string, label: string) =>
    /[\r\n]/.test(sent) ? say('member-line-break', { label }) : options.check?.(sent, label);
  return text(about, { ...options, check, json: { pattern: ONE_LINE, ...options.json } });
}

/** A text of one line without control characters. */
export function line(about: string, options: TextOptions = {}): Declaration<string> {
  const check = (sent: string, label: string) =>
    /\p{Cc}/u.test(sent) ? say('member-line', { label }) : options.check?.(sent, label);
  return text(about, { ...options, check, json: { pattern: ONE_LINE, ...options.json } });
}

/** A pattern for one line; spaces around it are trimmed. */
const ONE_LINE = '^\\s*\\S[^\\r\\n]*\\s*$';

/** A mail address, checked by `isAddress`. Lengths in characters. */
export function address(
  about: string,
  { isAddress, ...options }: TextOptions & { isAddress: (text: string) => boolean },
): Declaration<string> {
  const check = (sent: string, label: string) => (isAddress(sent) ? undefined : notAnAddress(label));
  return text(about, { check, json: { pattern: '@' }, ...options });
}

/** Several mail addresses with commas between them. */
export function addresses(
  about: string,
  {
    isAddress,
    fault,
    ...options
  }: TextOptions & { isAddress: (text: string) => boolean; fault?: (label: string) => Told },
): Declaration<string> {
  const areAddresses = (sent: string) => sent.split(',').every((one) => isAddress(one.trim()));
  const check = (sent: string, label: string) =>
    areAddresses(sent) ? undefined : (fault?.(label) ?? notAnAddress(label));
  return text(about, { check, json: { pattern: '@' }, ...options });
}

/**
 * `Y-m-d H:i:s`, in the time zone that `about` names; the reader knows the zone and checks that the
 * time is real.
 */
export function time(about: string, options: TextOptions = {}): Declaration<string> {
  return text(about, { json: DAY_AND_TIME, ...options });
}

/** An instant: ISO 8601 with `Z` or an offset. */
export function instant(about: string): Declaration<string> {
  return text(`${about} ISO 8601 with \`Z\` or an offset.`, {
    max: 40,
    json: INSTANT,
    check: (sent, label) => (parseInstant(sent) === undefined ? say('member-instant', { label }) : undefined),
  });
}

/** The id of something; the reader checks that it exists. */
export function uid(about: string, options: Common<string> = {}): Declaration<string> {
  return text(about, { max: 200, ...options });
}

/** A number that identifies something; answers have it as text, so requests may too. */
export function numberedId(about: string, limits: Common<number> & { min: number; max: number }): Declaration<number> {
  const declared = integer(about, limits);
  return { ...declared, json: { anyOf: [{ type: 'string', pattern: '^\\d{1,15}$' }, declared.json] } };
}
