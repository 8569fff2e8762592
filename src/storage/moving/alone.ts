// Whether a store is anybody else's at the moment, and keeping others from it.
import { CompiledQuery, sql } from 'kysely';
import { inTransaction } from '../db.ts';
import { beginTableChanges } from '../dialect/spread.ts';
import { isPostgres } from '../dialect.ts';
import type { Db, Tx } from '../tables.ts';
import { listTables } from './catalogue.ts';
import { followKeys } from './rows.ts';

/** By it the connections of a move know each other. */
export function urlAs(databaseUrl: string, name: string): string {
  return `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}application_name=${name}`;
}

/** A store that is spread has connections of its own from machine to machine. */
const OF_CITUS = 'citus\\_%';

/**
 * How many other connections of our user a database has; 0 for a file, where locks tell.
 * A server always has one, as it listens.
 */
export async function otherSessions(db: Db | Tx): Promise<number> {
  if (!isPostgres(db)) return 0;
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and application_name is distinct from current_setting('application_name')
      and backend_type = 'client backend' and application_name not like ${OF_CITUS}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

const THERE = `select relname::text as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`;

/** Names of all tables that a database has, ours or not. */
export async function tablesThere(db: Db | Tx): Promise<string[]> {
  const text = isPostgres(db) ? THERE : "select name from pragma_table_list where schema = 'main' and type = 'table'";
  const { rows } = await db.executeQuery<{ name: string }>(CompiledQuery.raw(text));
  return rows.map(({ name }) => name);
}

/** A table of ours that has rows, other than those that it is made with. */
export async function filledTable(db: Db | Tx): Promise<string | undefined> {
  for (const { name } of await listTables(db)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return name;
  }
  return undefined;
}

const LOCK_MS = 10_000;

/**
 * Runs `work` on the store as it is at one moment, while nobody can change it.
 * @throws an error of the store when others do not let it go
 */
export async function whileStill<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!isPostgres(db)) return inTransaction(db, work); // it has the one lock of the file
  const names = (await listTables(db)).map(({ name }) => `"${name}"`).join(', ');
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw('set local idle_in_transaction_session_timeout = 0'));
      await tx.executeQuery(CompiledQuery.raw(`set local lock_timeout = ${LOCK_MS}`));
      await tx.executeQuery(CompiledQuery.raw(`lock table ${names} in share mode`)); // before it sees anything
      await followKeys(tx);
      return work(tx);
    });
}

/** Removes all tables of a store, with their rows. */
export async function dropTables(db: Db): Promise<void> {
  if (!isPostgres(db)) throw new TypeError('a store in a file is removed with its file');
  await inTransaction(db, async (tx) => {
    await beginTableChanges(tx);
    for (const name of await tablesThere(tx)) await sql`drop table ${sql.table(name)} cascade`.execute(tx);
  });
}
