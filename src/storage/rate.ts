// Limits how often something happens in a window of time, counted over all processes of an
// installation.
import { sql } from 'kysely';
import { DAY_MS } from '../kernel/durations.ts';
import type { Db } from './tables.ts';

/**
 * At most `most` times in each window of `windowMs`; windows begin at multiples of that since 1970.
 */
export type RateLimit = { most: number; windowMs: number };

/**
 * Counts one occurrence under `name`.
 * @param at now, ms
 * @returns whether it is within the limit
 */
export async function countWithin(db: Db, name: string, { most, windowMs }: RateLimit, at: number): Promise<boolean> {
  const startsAt = at - (at % windowMs);
  // A node whose clock is behind counts in the window that others have already begun. One that is
  // further ahead was begun by a clock that went wrong.
  const isRunning = sql`rate_window.starts_at between excluded.starts_at and excluded.starts_at + ${windowMs}`;
  const { n } = await db
    .insertInto('rate_window')
    .values({ name, starts_at: startsAt, n: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        n: sql<number>`case when ${isRunning} then rate_window.n + 1 else 1 end`,
        starts_at: sql<number>`case when ${isRunning} then rate_window.starts_at else excluded.starts_at end`,
      }),
    )
    .returning('n')
    .executeTakeFirstOrThrow();
  return n <= most;
}

/** The longest possible window; rows older than two of it can go. */
export const LONGEST_WINDOW_MS = DAY_MS;

const CHUNK = 1_000;

/** Removes some old windows. @returns whether there may be more */
export async function removeOldWindows(db: Db, at: number): Promise<boolean> {
  const old = db
    .selectFrom('rate_window')
    .select('name')
    .where('starts_at', '<', at - 2 * LONGEST_WINDOW_MS)
    .limit(CHUNK);
  const result = await db.deleteFrom('rate_window').where('name', 'in', old).executeTakeFirst();
  return result.numDeletedRows >= CHUNK;
}
