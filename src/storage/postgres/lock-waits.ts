// Who of this process waits for a lock of the server: asked for, as no statement tells by itself
// how much of its time was waiting.
import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { Db } from '../tables.ts';

/**
 * How long each statement of this process that waits for a lock has waited by now, in seconds. The
 * connections of a process have a name in common (connection.ts). `waitstart` is told from version
 * 14 on; before it the statement's own begin is taken. Undefined for a file, which has one writer.
 */
export async function lockWaits(db: Db): Promise<number[] | undefined> {
  if (!isPostgres(db)) return undefined;
  const { rows } = await sql<{ seconds: number }>`select extract(epoch from clock_timestamp() - coalesce(
      (select min((to_jsonb(l) ->> 'waitstart')::timestamptz) from pg_locks l where l.pid = a.pid and not l.granted),
      a.query_start))::float8 as seconds
    from pg_stat_activity a
    where a.datname = current_database() and a.usename = current_user and a.wait_event_type = 'Lock'
      and a.application_name = current_setting('application_name')`.execute(db);
  return rows.map(({ seconds }) => Math.max(0, Number(seconds)));
}
