// Members that stand in many reports.
import { z } from 'zod';
import { whenNeeded } from '../kernel/when-needed.ts';

/** An instant as answers carry it: ISO 8601 in UTC, to the millisecond. */
export const iso = (at: number): string => new Date(at).toISOString();

const text = whenNeeded(() => z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/));
export const instant = (about: string) => text().describe(`${about} ISO 8601 in UTC.`);
export const instantOrNull = (about: string) => text().nullable().describe(`${about} ISO 8601 in UTC, or null.`);

/** A share in percent. */
export const share = (about: string) => z.number().min(0).max(100).describe(about);

export const countedAt = instantOrNull(
  'When it was counted. Slow counts run in the background and are reused for a while; null if it is being counted for the first time: ask again.',
);
