// Transactions in the database that are open for long. Until such a one ends, the server keeps all
// versions of rows that change, and statements read over them: a campaign of 400,000 beside a dump
// took four times its processor time.
import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { Db } from '../tables.ts';

/** A session of the server; `seconds`: how long its transaction is open. */
export type OldTransaction = { pid: number; program: string | null; user: string; seconds: number };

/** Imports and backups of most installations are over sooner. */
const OLD_S = 900;
const MOST = 5;

/**
 * Those that keep old versions of rows for `leastSeconds` or longer, the oldest first; at most
 * five. None of a file, and none of other users where the server does not tell us.
 */
export async function oldTransactions(db: Db, leastSeconds = OLD_S): Promise<OldTransaction[]> {
  if (!isPostgres(db)) return [];
  const { rows } = await sql<OldTransaction>`
    select pid, nullif(application_name, '') as program, usename::text as user,
      extract(epoch from clock_timestamp() - xact_start)::float8 as seconds
    from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and (backend_xmin is not null or backend_xid is not null)
      and xact_start <= clock_timestamp() - make_interval(secs => ${leastSeconds})
    order by xact_start limit ${MOST}`.execute(db);
  return rows;
}
