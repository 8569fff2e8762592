// What a store needs before rows are moved into it, and after.
import { CompiledQuery, sql } from 'kysely';
import { inTransaction } from '../db.ts';
import { isPostgres } from '../dialect.ts';
import { renewParts } from '../postgres/renew.ts';
import type { Db, Tx } from '../tables.ts';
import { findKept, keep } from './marks.ts';

/** The last id that a table has given, by table: none is ever given twice. */
export type LastIds = Readonly<Record<string, number>>;

const SEQUENCES = `select tab.relname::text as of_table, seq.relname::text as name
  from pg_class as seq join pg_depend as dep on dep.objid = seq.oid and dep.deptype in ('i', 'a') and dep.refobjsubid > 0
    join pg_class as tab on tab.oid = dep.refobjid
  where seq.relkind = 'S' and seq.relnamespace = current_schema()::regnamespace order by 1`;

type Sequence = { of_table: string; name: string };

export async function lastIds(db: Db): Promise<LastIds> {
  if (!isPostgres(db)) {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(db);
    return Object.fromEntries(rows.map(({ name, seq }) => [name, Number(seq)]));
  }
  const found: Record<string, number> = {};
  const sequences = (await db.executeQuery<Sequence>(CompiledQuery.raw(SEQUENCES))).rows;
  for (const { of_table, name } of sequences) {
    const { rows } = await sql<{ last: number; is: boolean }>`select last_value as last, is_called as is
      from ${sql.table(name)}`.execute(db);
    if (rows[0]?.is) found[of_table] = Number(rows[0].last);
  }
  return found;
}

/**
 * Lets a store go on counting. On SQLite after the rows are there: some of them have ids that are
 * beyond those that it counts.
 */
export async function setLastIds(tx: Tx, ids: LastIds): Promise<void> {
  if (isPostgres(tx)) {
    for (const { of_table, name } of (await tx.executeQuery<Sequence>(CompiledQuery.raw(SEQUENCES))).rows) {
      const last = ids[of_table];
      if (last !== undefined) await sql`select setval(${name}::regclass, ${last}::bigint)`.execute(tx);
    }
    return;
  }
  for (const [table, last] of Object.entries(ids)) {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx);
  }
}

/**
 * For the connection that fills a store: nobody else uses it, so nothing is compared, and nothing
 * waits, until the end.
 */
export async function beginFilling(db: Db, now: number): Promise<void> {
  if (isPostgres(db)) {
    await renewParts(db, now); // rows go into the parts that campaigns made from now on will not share
    return;
  }
  for (const text of ['foreign_keys = off', 'cache_size = -65536', 'wal_autocheckpoint = 20000']) {
    await db.executeQuery(CompiledQuery.raw(`pragma ${text}`));
  }
}

/** In a transaction of rows. What a server loses of such ones, it loses with their note. */
export async function hurryCommit(tx: Tx): Promise<void> {
  if (isPostgres(tx)) await sql`set local synchronous_commit = off`.execute(tx);
}

const TOKENS = 'words';
const TOKENS_A_STEP = 20_000;

/** Fills the index of words on SQLite (dialect/token-index.ts). @param total people */
export async function buildTokenIndex(
  db: Db,
  total: number,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  if (isPostgres(db)) return;
  for (
    let { after, done } = (await findKept<{ after: number; done: number }>(db, TOKENS)) ?? { after: 0, done: 0 };
    ;
  ) {
    const last = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ last: number | null; n: number }>`select max(id) as last, count(*) as n from (
        select id from subscriber where id > ${after} order by id limit ${TOKENS_A_STEP})`.execute(tx);
      const to = rows[0]?.last ?? null;
      if (to === null) return null;
      await sql`insert into subscriber_token (rowid, tokens) select id, tokens from subscriber
        where id > ${after} and id <= ${to}`.execute(tx);
      done += Number(rows[0]?.n ?? 0);
      await keep(tx, TOKENS, { after: to, done });
      return to;
    });
    if (last === null) return onProgress(total, total);
    after = last;
    onProgress(Math.min(done, total), total);
  }
}

/**
 * Statistics for plans, and everything on the disk.
 * @returns references that lead nowhere, a line each
 */
export async function endFilling(db: Db): Promise<string[]> {
  if (isPostgres(db)) {
    await sql`analyze`.execute(db);
    return [];
  }
  const checked = await db.executeQuery<{ table: string; rowid: number; parent: string }>(
    CompiledQuery.raw('pragma foreign_key_check'),
  );
  await db.executeQuery(CompiledQuery.raw('pragma wal_checkpoint(truncate)'));
  return checked.rows.slice(0, 5).map(({ table, rowid, parent }) => `row ${rowid} of ${table} has no ${parent}`);
}
