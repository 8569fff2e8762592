// Days as texts, `2026-11-21`: their sums, weeks and months. No time of day and no time zone.
import { DAY_MS } from '../../kit/local-time.ts';

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The instant of a day's noon in UTC: formatted in UTC it is that day. */
export const noonOf = (day: string): number => at(day) + DAY_MS / 2;

export const addDays = (day: string, n: number): string => textOf(at(day) + n * DAY_MS);

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(at(day)).getUTCDay() + 6) % 7));

/** The first day of the month this many months later. */
export function addMonths(day: string, n: number): string {
  const date = new Date(at(day));
  return textOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + n, 1));
}

/** All days from one to another. */
function daysBetween(from: string, to: string): string[] {
  return Array.from({ length: Math.round((at(to) - at(from)) / DAY_MS) + 1 }, (_, n) => addDays(from, n));
}

/** The weeks that a month is in, whole ones, Monday first. */
export function weeksOf(day: string): string[][] {
  const days = daysBetween(mondayOf(addMonths(day, 0)), addDays(mondayOf(addDays(addMonths(day, 1), -1)), 6));
  return Array.from({ length: days.length / 7 }, (_, n) => days.slice(n * 7, n * 7 + 7));
}
