// What the API reference says of members that stand in many places: each is described once, with the limits that its reader
// (schema.ts) holds.
import { z } from 'zod';

/** A text that must be there; blank is refused. Lengths in characters. */
export function text(about: string, { min = 1, max }: { min?: number; max?: number } = {}) {
  const limited = z.string().min(min).regex(/\S/);
  return (max === undefined ? limited : limited.max(max)).describe(about);
}

/** A text that may be absent or null. */
export function maybeText(about: string, { min, max }: { min?: number; max?: number } = {}) {
  let limited = z.string();
  if (min !== undefined) limited = limited.min(min);
  if (max !== undefined) limited = limited.max(max);
  return limited.nullish().describe(about);
}

/** A whole number that may be absent or null. */
export function maybeInteger(about: string, { min, max }: { min: number; max: number }) {
  return z.int().min(min).max(max).nullish().describe(about);
}

/** One of a set of words that may be absent or null. */
export function maybeOne<const T extends readonly [string, ...string[]]>(about: string, words: T) {
  return z.enum(words).nullish().describe(about);
}

const YES_NO = ['yes', 'no'] as const;

/** yes or no, in an answer. */
export const yesNo = (about: string) => z.enum(YES_NO).describe(about);
/** yes or no that may be absent or null. */
export const maybeYesNo = (about: string) => maybeOne(about, YES_NO);

const CALENDAR_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** `Y-m-d H:i:s` in the zone that `about` names. */
export const time = (about: string) => z.string().regex(CALENDAR_TIME).describe(about);
/** A time in an answer that may have nothing to tell. */
export const timeOrNull = (about: string) => z.string().regex(CALENDAR_TIME).nullable().describe(about);

/** A mail address. */
export const address = (about: string, max = 254) => z.string().min(1).max(max).regex(/@/).describe(about);

/** A whole number, carried as text. */
export const numberText = (about: string) =>
  z
    .string()
    .regex(/^-?\d+$/)
    .describe(about);
/** How many there are. */
export const count = (about: string) => z.int().min(0).describe(about);
/** An id, in an answer. */
export const uid = (about: string) => z.string().describe(about);
/** An id that a request names. */
export const someUid = (about: string) => z.string().min(1).max(200).describe(about);
/** A text in an answer. */
export const said = (about: string) => z.string().describe(about);

/** Something that was saved and will not come out as it may have been meant. */
const warning = z
  .strictObject({
    member: said('The member that it is about, by its path.'),
    message: said('What will happen, and what to do.'),
  })
  .meta({ id: 'Warning', description: 'Something that was saved and will not come out as it may have been meant.' });

/** Warnings of an answer that has a place for them. */
export const warnings = z
  .array(warning)
  .describe('What will not come out as it may have been meant; empty when there is nothing.');
/** Warnings of an answer that stand there only when there are some. */
export const maybeWarnings = z
  .array(warning)
  .optional()
  .describe('What was saved and will not come out as it may have been meant; absent when there is nothing to tell.');
