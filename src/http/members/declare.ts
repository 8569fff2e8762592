// A member of a request is declared once: what it is for, its kind, its limits and its default. The
// declaration is plain data; member.ts reads with it and describes it for the API reference, so
// that the two cannot differ, and types and defaults follow from it here. Whoever stores what
// members say may know them without the door.
//
//   const OPTIONS = { url_tracking: yesNo('Whether links are tracked.', { default: 'no' }) };
//   ValuesOf<typeof OPTIONS>      { url_tracking: 'yes' | 'no' }
//   defaultsOf(OPTIONS)           { url_tracking: 'no' }
import { scalarText } from '../form/value.ts';

/** How the values of a kind are read and judged. */
export type Kind = {
  /** Brings what clients write into the one form that is judged; undefined: nothing was said. */
  read(value: unknown): unknown;
  /** What is wrong with a value that was read, if something is. */
  fault(value: unknown, label: string): string | undefined;
  /** What is right, in JSON Schema, as far as it has words for it. */
  json: Readonly<Record<string, unknown>>;
};

/**
 * A member: what it is for, and its kind. Without a label it is called by its name (`from_name`:
 * From name) in errors.
 */
export type Declaration<T> = Kind & {
  about: string;
  label?: string | undefined;
  /** What an absent one means where nothing stands yet. */
  default?: T;
  /** null or an empty text takes it away: then it is null. Else they count as absent. */
  isClearable?: boolean;
};

/** What every declaration may say. */
export type Common<T> = { label?: string; default?: T };

// biome-ignore lint/suspicious/noExplicitAny: a member of any kind
export type Declarations = Readonly<Record<string, Declaration<any>>>;

/** What members are when they are there. */
export type ValuesOf<D extends Declarations> = { [K in keyof D]: D[K] extends Declaration<infer T> ? T : never };

/** The defaults of members, each of which has one. */
export function defaultsOf<D extends Declarations>(declared: D): ValuesOf<D> {
  const made = Object.entries(declared).map(([name, declaration]) => {
    if (declaration.default === undefined) throw new Error(`The member ${name} is declared without a default.`);
    return [name, declaration.default];
  });
  return Object.fromEntries(made) as ValuesOf<D>;
}

/** A member that null or an empty text takes away: then it is null, which is also its default. */
export function clearable<T>(declaration: Declaration<T>): Declaration<T | null> {
  return { ...declaration, default: null, isClearable: true };
}

/** Numbers and booleans become text, which is trimmed; what is left empty says nothing. */
export function trimmedText(value: unknown): unknown {
  const text = scalarText(value) ?? value;
  if (typeof text !== 'string') return text;
  const trimmed = text.trim();
  return trimmed === '' ? undefined : trimmed;
}

/**
 * Whether a text has more characters than that. They are code points, as JSON Schema counts: two
 * code units at most.
 */
function isLonger(text: string, max: number): boolean {
  return text.length > 2 * max || (text.length > max && [...text].length > max);
}

/**
 * What is wrong with a text that is too short, too long, or that PostgreSQL does not keep. Lengths
 * in characters.
 */
export function textFault(text: string, label: string, { min, max }: { min?: number; max?: number } = {}) {
  if (min !== undefined && !isLonger(text, min - 1)) return `${label} is too short (minimum is ${min} characters).`;
  if (max !== undefined && isLonger(text, max)) return `${label} is too long (maximum is ${max} characters).`;
  return text.includes('\0') ? `${label} holds a NUL character.` : undefined;
}

export type TextOptions = Common<string> & {
  /** Characters. */
  min?: number;
  max?: number;
  /**
   * What holds beyond the limits, for a text within them. @returns the fault, undefined when there
   * is none
   */
  check?: (text: string, label: string) => string | undefined;
  /** What JSON Schema can say of `check`. */
  json?: Record<string, unknown>;
};

/** A text of at least one character that is no space. Trimmed. */
export function text(about: string, { min, max, check, json, ...common }: TextOptions = {}): Declaration<string> {
  const limits = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  return {
    about,
    ...common,
    read: trimmedText,
    fault: (value, label) =>
      typeof value === 'string'
        ? (textFault(value, label, limits) ?? check?.(value, label))
        : `${label} must be a text.`,
    json: {
      type: 'string',
      ...(min !== undefined && { minLength: min }),
      ...(max !== undefined && { maxLength: max }),
      ...json,
    },
  };
}

/** Error text for the usual mail address check. */
export const notAnAddress = (label: string) => `${label} is not a valid email address.`;

/** One of some words, or numbers. `fold` makes the one that is meant of the text that was sent. */
export function oneOf<const W extends readonly [string | number, ...(string | number)[]]>(
  about: string,
  words: W,
  { fold = (sent) => sent, sentence, ...common }: Common<W[number]> & Folding = {},
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
        : `${label} must be ${sentence ?? `one of: ${words.join(', ')}`}.`,
    json: { ...(words.every((word) => typeof word === 'string') ? { type: 'string' } : {}), enum: words },
  };
}

type Folding = { fold?: (sent: string) => string | number; sentence?: string };

/** For words that are lower case: sent in any. */
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
  return oneOf(about, ['yes', 'no'], { ...common, fold, sentence: 'yes or no' });
}

/** A whole number within bounds, given as number or text. */
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
        : `${label} must be a whole number from ${min} to ${max}.`,
    json: { type: 'integer', minimum: min, maximum: max },
  };
}

/**
 * A text of one line: what stands in a header of mails, where a line break would begin another
 * header field.
 */
export function headerLine(about: string, options: TextOptions = {}): Declaration<string> {
  const check = (sent: string, label: string) =>
    /[\r\n]/.test(sent) ? `${label} holds a line break.` : options.check?.(sent, label);
  return text(about, { ...options, check, json: { pattern: ONE_LINE, ...options.json } });
}

/** A text of one line without control characters. */
export function line(about: string, options: TextOptions = {}): Declaration<string> {
  const check = (sent: string, label: string) =>
    /\p{Cc}/u.test(sent) ? `${label} must be one line without control characters.` : options.check?.(sent, label);
  return text(about, { ...options, check, json: { pattern: ONE_LINE, ...options.json } });
}

/** Around it spaces are cut off. */
const ONE_LINE = '^\\s*\\S[^\\r\\n]*\\s*$';

/** A mail address, judged by `isAddress`. Characters. */
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
  { isAddress, fault, ...options }: TextOptions & { isAddress: (text: string) => boolean; fault?: string },
): Declaration<string> {
  const areAddresses = (sent: string) => sent.split(',').every((one) => isAddress(one.trim()));
  const check = (sent: string, label: string) =>
    areAddresses(sent) ? undefined : fault === undefined ? notAnAddress(label) : `${label} ${fault}`;
  return text(about, { check, json: { pattern: '@' }, ...options });
}

/**
 * `Y-m-d H:i:s`, in the time zone that `about` names; whoever reads it knows the zone and says
 * whether it is real.
 */
export function time(about: string, options: TextOptions = {}): Declaration<string> {
  return text(about, { json: { pattern: '^\\s*\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}\\s*$' }, ...options });
}

/** The id of something; whoever reads it says whether there is such a thing. */
export function uid(about: string, options: Common<string> = {}): Declaration<string> {
  return text(about, { max: 200, ...options });
}

/** A number by which something is known; answers carry it as text, so requests may too. */
export function numberedId(about: string, limits: Common<number> & { min: number; max: number }): Declaration<number> {
  const declared = integer(about, limits);
  return { ...declared, json: { anyOf: [{ type: 'string', pattern: '^\\d{1,15}$' }, declared.json] } };
}
