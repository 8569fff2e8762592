// A machine whose clock is behind what its store has: after a start without a battery or NTP, which
// a store in a file has no other clock to notice by.
import { sql } from 'kysely';
import { minuteText } from '../../kernel/clock.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import type { Db } from '../../storage/db.ts';
import { hasOwnClock } from '../../storage/dialect.ts';

/** Clocks that are set by hand differ by less. */
const LEAST_MS = HOUR_MS;

export const CLOCK_ADVICE =
  'Set it with NTP. Nothing starts before it is due by this clock, and certificates may seem not valid yet.';

/** `shown`: what the clock shows; `known`: an instant that the store has. Both to the minute. */
export type PastClock = { text: string; shown: string; known: string };

/**
 * Undefined when the clock is past all that the store has, and for PostgreSQL, whose server has a
 * clock to compare with.
 * @param now in ms
 */
export async function whyClockIsPast(db: Db, now: number): Promise<PastClock | undefined> {
  if (hasOwnClock(db)) return undefined;
  const newest = await newestInstant(db);
  if (newest - now < LEAST_MS) return undefined;
  const [shown, known] = [minuteText(now), minuteText(newest)];
  const text = `This machine's clock shows ${shown}, but the database has entries from ${known}: the clock is behind, or was ahead at that time.`;
  return { text, shown, known };
}

/**
 * When the store was made or brought up to date, the newest campaign was made, or a key was used
 * last: each read by its key or from a small table.
 */
async function newestInstant(db: Db): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`
    select max(applied_at) as at from migration
    union all select max(last_used_at) from api_key
    union all select created_at from campaign where id = (select max(id) from campaign)`.execute(db);
  return Math.max(...rows.map(({ at }) => Number(at ?? 0)));
}
