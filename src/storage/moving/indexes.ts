// Indexes and references of a store that is filled: building one over all rows takes a fraction of
// what keeping it row by row does.
import { CompiledQuery, sql } from 'kysely';
import { inTransaction } from '../db.ts';
import { writeFigures } from '../dialect/figures.ts';
import { beginTableChanges } from '../dialect/spread.ts';
import { isPostgres } from '../dialect.ts';
import type { Db, Tx } from '../tables.ts';
import { findKept, keep } from './marks.ts';

/** The name under which the statements are kept that are still to run. */
const TO_BUILD = 'to build';

const REFERENCES = `select conrelid::regclass::text as of_table, conname::text as name, pg_get_constraintdef(pg_constraint.oid) as text, contype = 'f' as is_last
  from pg_constraint join pg_class as tab on tab.oid = conrelid
  where connamespace = current_schema()::regnamespace and contype in ('f', 'u') and conparentid = 0
  order by contype, conname`;

/** One on a table in parts is built on all of them. */
const INDEXES = `select tab.relname::text as name, replace(pg_get_indexdef(tab.oid), ' ON ONLY ', ' ON ') as text
  from pg_index as ind join pg_class as tab on tab.oid = ind.indexrelid
  where tab.relnamespace = current_schema()::regnamespace and not tab.relispartition
    and not exists (select 1 from pg_constraint where conindid = tab.oid and contype in ('p', 'u', 'x'))
  order by 1`;

/**
 * Takes off what is built again when the rows are there; primary keys stay. Call
 * beginTableChanges before anything else in the transaction.
 */
export async function dropIndexes(tx: Tx): Promise<void> {
  const run = (text: string) => tx.executeQuery(CompiledQuery.raw(text));
  if (!isPostgres(tx)) {
    const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
      where type = 'index' and sql is not null order by name`.execute(tx);
    for (const { name } of rows) await run(`drop index "${name}"`);
    await keep(
      tx,
      TO_BUILD,
      rows.map((row) => row.sql),
    );
    return;
  }
  type Constraint = { of_table: string; name: string; text: string; is_last: boolean };
  const constraints = (await tx.executeQuery<Constraint>(CompiledQuery.raw(REFERENCES))).rows;
  const indexes = (await tx.executeQuery<{ name: string; text: string }>(CompiledQuery.raw(INDEXES))).rows;
  const ofConstraint = ({ of_table, name, text }: Constraint) =>
    `alter table ${of_table} add constraint "${name}" ${text}`;
  for (const { of_table, name } of constraints) await run(`alter table ${of_table} drop constraint "${name}"`);
  for (const { name } of indexes) await run(`drop index "${name}"`);
  await keep(tx, TO_BUILD, [
    ...constraints.filter(({ is_last }) => !is_last).map(ofConstraint),
    ...indexes.map(({ text }) => text),
    ...constraints.filter(({ is_last }) => is_last).map(ofConstraint),
  ]);
}

/** Builds them, one after the other; what a killed process has built is not built again. */
export async function buildIndexes(db: Db, onProgress: (done: number, total: number) => void): Promise<void> {
  const texts = (await findKept<string[]>(db, TO_BUILD)) ?? [];
  for (const [n, text] of texts.entries()) {
    onProgress(n, texts.length);
    await inTransaction(db, async (tx) => {
      await beginTableChanges(tx);
      if (isPostgres(tx)) await sql`set local maintenance_work_mem = '256MB'`.execute(tx);
      await tx.executeQuery(CompiledQuery.raw(text));
      await keep(tx, TO_BUILD, texts.slice(n + 1));
    });
  }
  if (texts.length > 0) await inTransaction(db, writeFigures); // those of an index went with it
  onProgress(texts.length, texts.length);
}
