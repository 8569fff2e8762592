// Descriptions, for the API reference, of members that many answers have.
import { z } from 'zod';

const YES_NO = ['yes', 'no'] as const;

/**
 * As `describe`, but without a copy, and with limits as plain data: nothing is read with these
 * schemas, and a server has more than a thousand of them.
 */
const as = (description: string, limits: Record<string, unknown> = {}) =>
  [z.globalRegistry, { ...limits, description }] as const;

/** yes or no, in an answer. */
export const yesNo = (about: string) => z.enum(YES_NO).register(...as(about));
const CALENDAR_TIME = { pattern: String.raw`^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$` };

const someTime = z.string().register(z.globalRegistry, CALENDAR_TIME);

/** `Y-m-d H:i:s` in the zone that `about` names. */
export const time = (about: string) => z.string().register(...as(about, CALENDAR_TIME));
/** A time in an answer, or null. */
export const timeOrNull = (about: string) => someTime.nullable().register(...as(about));

/** A whole number, carried as text. */
export const numberText = (about: string) => z.string().register(...as(about, { pattern: String.raw`^-?\d+$` }));
/** How many there are. */
export const count = (about: string) => z.number().register(...as(about, { type: 'integer', minimum: 0 }));
/** An id, in an answer. */
export const uid = (about: string) => z.string().register(...as(about));
/** A text in an answer. */
export const said = (about: string) => z.string().register(...as(about));

/** A warning: something was saved and may turn out differently from what was meant. */
const warning = z
  .strictObject({
    member: said('Path of the member it is about.'),
    message: said('What will happen, and what to do.'),
  })
  .meta({ id: 'Warning', description: 'Something that was saved but may not have the intended effect.' });

/** Warnings of an answer that always has the member. */
export const warnings = z.array(warning).describe('What may not have the intended effect; empty if nothing.');
/** Warnings of an answer that has the member only when there are some. */
export const optionalWarnings = z
  .array(warning)
  .optional()
  .describe('What was saved but may not have the intended effect; absent if nothing.');
