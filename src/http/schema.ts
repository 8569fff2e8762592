// Building blocks for the schemas in wire.ts files: they take what existing clients send (numbers as text, booleans where
// yes/no stands, empty for absent) and say what is wrong in the interface's sentences (wire contract, sections 3 and 4).
import { z } from 'zod';
import type { Faults } from '../kernel/errors.ts';
import { maybeWarnings } from './described.ts';
import { isLiteral } from './dialect.ts';
import { scalarText } from './form/value.ts';

/** null, empty text and absent are one: absent. Numbers and booleans become text. Text is kept as sent, not trimmed. */
function presentText(value: unknown): unknown {
  const text = scalarText(value);
  return text === '' ? undefined : (text ?? value);
}

/** Blank is absent, and so is text of spaces only; other text is trimmed. */
function trimmedText(value: unknown): unknown {
  const text = presentText(value);
  if (typeof text !== 'string') return text;
  const trimmed = text.trim();
  return trimmed === '' ? undefined : trimmed;
}

const tooLong = (label: string, max: number) => `${label} is too long (maximum is ${max} characters).`;
const tooShort = (label: string, min: number) => `${label} is too short (minimum is ${min} characters).`;

/** Whether a text has more characters than that. They are code points, as JSON Schema counts: two code units at most. */
function isLonger(text: string, max: number): boolean {
  return text.length > 2 * max || (text.length > max && [...text].length > max);
}

type TextLimits = { min?: number; max?: number };

function textOf(label: string, { min, max }: TextLimits, blank: string) {
  const text = z
    .string({ error: (issue) => (issue.input === undefined ? blank : `${label} must be a text.`) })
    .superRefine((value, context) => {
      if (min !== undefined && !isLonger(value, min - 1)) context.addIssue(tooShort(label, min));
      if (max !== undefined && isLonger(value, max)) context.addIssue(tooLong(label, max));
    });
  return text.refine((value) => !value.includes('\0'), `${label} holds a NUL character.`); // PostgreSQL keeps none
}

/** A text that must be there: `"Name cannot be blank."`. Trimmed. */
export function requiredText(label: string, limits: TextLimits = {}) {
  return z.preprocess(trimmedText, textOf(label, limits, `${label} cannot be blank.`));
}

/** A text that may be absent (then undefined). Trimmed. */
export function optionalText(label: string, limits: TextLimits = {}) {
  return z.preprocess(trimmedText, textOf(label, limits, '').optional());
}

const YES = new Set(['yes', 'true', '1', 'on']);
const NO = new Set(['no', 'false', '0', 'off']);

/** yes/no in all the ways clients write it; undefined when absent. */
export function optionalYesNo(label: string) {
  return z.preprocess((value) => {
    const text = trimmedText(value);
    if (typeof text !== 'string') return text;
    const word = text.toLowerCase();
    return YES.has(word) ? 'yes' : NO.has(word) ? 'no' : text;
  }, z.enum(['yes', 'no'], { error: `${label} must be yes or no.` }).optional());
}

/** One of `values` (compared as `fold` makes the sent text, default as is); undefined when absent. */
export function optionalChoice<const T extends readonly [string, ...string[]]>(
  label: string,
  values: T,
  fold: (text: string) => string = (text) => text,
) {
  return z.preprocess((value) => {
    const text = trimmedText(value);
    return typeof text === 'string' ? fold(text) : text;
  }, z.enum(values, { error: `${label} must be one of: ${values.join(', ')}.` }).optional());
}

/** A whole number within bounds, given as number or text; undefined when absent. */
export function optionalInteger(label: string, { min, max }: { min: number; max: number }) {
  const error = `${label} must be a whole number from ${min} to ${max}.`;
  return z.preprocess((value) => {
    const text = trimmedText(value);
    return typeof text === 'string' && /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
  }, z.int({ error }).min(min, error).max(max, error).optional());
}

/** Makes an optional member required: `"Label cannot be blank."` when absent. */
export function required<T extends z.ZodType>(label: string, schema: T) {
  return schema.transform((value, context) => {
    if (value === undefined) {
      context.addIssue({ code: 'custom', message: `${label} cannot be blank.`, input: value });
      return z.NEVER;
    }
    return value as NonNullable<z.output<T>>;
  });
}

type Shape = Record<string, z.ZodType>;
/** Members that were sound; one at fault is absent. */
export type ReadMembers<S extends Shape> = { [K in keyof S]?: z.output<S[K]> };

/**
 * Reads every member of `shape` on its own, so that all faults are found at once and sound members can still be checked
 * against the store.
 * @param prefix path before the member names in `faults`, e.g. `"template."`
 */
export function readMembers<S extends Shape>(
  shape: S,
  input: Record<string, unknown>,
  prefix = '',
): { values: ReadMembers<S>; faults: Faults } {
  const values: Record<string, unknown> = {};
  const faults: Faults = {};
  for (const [name, schema] of Object.entries(shape)) {
    const result = schema.safeParse(Object.hasOwn(input, name) ? input[name] : undefined);
    if (result.success) {
      if (result.data !== undefined) values[name] = result.data;
    } else {
      for (const issue of result.error.issues) {
        const path = prefix + name + pathText(issue.path);
        faults[path] ??= issue.message;
      }
    }
  }
  return { values: values as ReadMembers<S>, faults };
}

function pathText(path: PropertyKey[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
}

const success = z.literal('success').describe('Always `success`.');
const done = z
  .looseObject({ status: success, warnings: maybeWarnings })
  .meta({ id: 'Done', description: 'It worked.' });

/** Schema of a success answer with more members: `{"status":"success", …}`. */
export function successAnswer<S extends Shape>(members: S) {
  const { data, ...others } = members;
  if (data === undefined && Object.keys(others).length === 0) return done;
  const told = data?.description === undefined ? data?.describe('What was asked for.') : data;
  return z.looseObject({ status: success, warnings: maybeWarnings, ...others, ...(told && { data: told }) });
}

const paging = z
  .looseObject({
    count: z.string().describe('How many records there are on all pages, as text.'),
    total_pages: z.int().describe('How many pages there are; at least 1.'),
    current_page: z.int().describe('The page that this is.'),
    next_page: z.int().nullable().describe('The page behind this one; null: there is none.'),
    prev_page: z.int().nullable().describe('The page before this one; null: there is none.'),
  })
  .meta({ id: 'Paging', description: 'Where in a collection a page is.' });

/** Schema of a collection's answer. */
export function pageOf(record: z.ZodType) {
  const records = z.array(record).describe('The records of this page.');
  return successAnswer({
    data: z.intersection(paging, z.looseObject({ records })).describe('One page of the collection.'),
    warnings: maybeWarnings.describe(
      'Parameters of the query that are not known and were passed over; absent when there are none.',
    ),
  });
}

/** Schema of the answer that shows one record. */
export function recordOf(record: z.ZodType) {
  const told = record.description === undefined ? record.describe('The record.') : record;
  return successAnswer({ data: z.looseObject({ record: told }).describe('What was asked for.') });
}

/** Query of a collection. */
export const pageQuery = {
  page: z
    .int()
    .min(1)
    .optional()
    .describe('The page, from 1. What is no number of a page counts as 1.')
    .meta({ default: 1 }),
  per_page: z
    .int()
    .min(1)
    .max(500)
    .optional()
    .describe('How many records a page has. More than 500 counts as 500, what is no number as 10.')
    .meta({ default: 10 }),
};

/** Query of a collection of things that have names. */
export const searchQuery = {
  search: z.string().optional().describe('Only those whose name holds this text, without regard to case.'),
};

/** The text to search for; empty ones, and what programs write for none, are none. */
export function readSearch(query: Record<string, unknown>): string | undefined {
  const { data } = optionalText('Search').safeParse(query['search']);
  return isLiteral(data) ? undefined : data;
}

/** Query of what can be read with everything that may be set. */
export const fullQuery = {
  full: z
    .string()
    .optional()
    .describe('`1`: with all that may be set, also what is long, so that the record can be changed and sent back.'),
};

/** Whether `full` asks for everything; anything but a yes is no. */
export function wantsFull(query: Record<string, unknown>): boolean {
  return optionalYesNo('Full').safeParse(query['full']).data === 'yes';
}
