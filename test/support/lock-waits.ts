// Whether somebody waits for a lock, for tests of what waits for what.
import { sql } from 'kysely';
import type { Db } from '../../src/storage/db.ts';
import { until } from './until.ts';

/** Waits until a statement on this database, of a PostgreSQL server, waits for a lock. */
export async function untilWaiting(db: Db, what: string): Promise<void> {
  await until(what, async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  });
}
