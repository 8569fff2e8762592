// Whose locks the statements of this program wait for: a transaction that somebody left open beside
// it, in psql or a tool for tables, stops sending without any error of the server's.
import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { Db } from '../tables.ts';

/**
 * A session of the server that others wait for, and waits for nobody itself. What the server tells
 * of another user's session to a superuser alone is null.
 */
export type LockHolder = {
  pid: number;
  program: string | null;
  user: string;
  /** As in pg_stat_activity: `idle in transaction`, `active`. */
  state: string | null;
  /** How long its transaction is open. */
  seconds: number | null;
  /** How many statements of ours wait for it. */
  waiting: number;
};

/** Transactions of our own, and of backups, are over sooner. */
const LONG_S = 10;

/**
 * Those whose transaction is open for `seconds` or longer, the oldest first; none of a file,
 * which tells that it is busy.
 */
export async function lockHolders(db: Db, leastSeconds = LONG_S): Promise<LockHolder[]> {
  if (!isPostgres(db)) return [];
  const { rows } = await sql<LockHolder>`
    with waiting as (
      select pid, unnest(pg_blocking_pids(pid)) as holder from pg_stat_activity
      where datname = current_database() and usename = current_user and wait_event_type = 'Lock'
    )
    select h.pid, nullif(h.application_name, '') as program, h.usename::text as user, h.state,
      extract(epoch from clock_timestamp() - h.xact_start)::float8 as seconds,
      count(distinct waiting.pid)::int as waiting
    from waiting join pg_stat_activity h on h.pid = waiting.holder
    where cardinality(pg_blocking_pids(h.pid)) = 0
    group by h.pid, h.application_name, h.usename, h.state, h.xact_start
    order by h.xact_start`.execute(db);
  return rows.filter(({ seconds }) => seconds === null || seconds >= leastSeconds);
}

/** Whose session it is: its program and its user. */
export function holderName({ program, user }: Pick<LockHolder, 'program' | 'user'>): string {
  return program === null ? user : `${program} (${user})`;
}

/** A session in words, with which its operator finds it. */
export function holderText(holder: LockHolder): string {
  const { pid, state, seconds, waiting } = holder;
  const since = seconds === null ? '' : `, its transaction open for ${Math.round(seconds)} s`;
  const many = waiting === 1 ? 'A statement waits' : `${waiting} statements wait`;
  return `${many} for a lock of session ${pid} of the database: ${holderName(holder)}${since}${state === null ? '' : `, ${state}`}.`;
}
