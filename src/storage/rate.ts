// How often something is done in a window of time, counted over all processes of an installation.
import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** At most so many times in each window of `windowMs`, which begin at its multiples since 1970. */
export type RateLimit = { most: number; windowMs: number };

/**
 * Counts one more of what `name` names.
 * @param at now, ms
 * @returns whether it is within the limit
 */
export async function countWithin(db: Db, name: string, { most, windowMs }: RateLimit, at: number): Promise<boolean> {
  const startsAt = at - (at % windowMs);
  const { n } = await db
    .insertInto('rate_window')
    .values({ name, starts_at: startsAt, n: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        // A node whose clock is behind counts in the window that others have begun already.
        n: sql<number>`case when excluded.starts_at > rate_window.starts_at then 1 else rate_window.n + 1 end`,
        starts_at: sql<number>`case when excluded.starts_at > rate_window.starts_at then excluded.starts_at else rate_window.starts_at end`,
      }),
    )
    .returning('n')
    .executeTakeFirstOrThrow();
  return n <= most;
}

/** The longest window there may be; what is older than two of it is over. */
export const LONGEST_WINDOW_MS = 24 * 3_600_000;

const CHUNK = 1_000;

/** Removes some windows that are over. @returns whether there may be more */
export async function removeOldWindows(db: Db, at: number): Promise<boolean> {
  const old = db
    .selectFrom('rate_window')
    .select('name')
    .where('starts_at', '<', at - 2 * LONGEST_WINDOW_MS)
    .limit(CHUNK);
  const result = await db.deleteFrom('rate_window').where('name', 'in', old).executeTakeFirst();
  return result.numDeletedRows >= CHUNK;
}
