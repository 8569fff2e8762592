// Lists of ids in a column: an array on PostgreSQL, JSON on SQLite.
import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Db } from './tables.ts';

type Executor = Pick<Db, 'getExecutor'>;

/** An aggregate: the ids as a list, in order. */
export function listOfIds(db: Executor, id: RawBuilder<number>): RawBuilder<unknown> {
  return isPostgres(db) ? sql`array_agg(${id} order by ${id})` : sql`json_group_array(${id} order by ${id})`;
}

/** For a `from` clause: the ids in a column with a list of them, as `value`. */
export function idsIn(db: Executor, column: string): RawBuilder<unknown> {
  return isPostgres(db)
    ? sql`unnest(${sql.ref(column)}) as listed(value)`
    : sql`json_each(${sql.ref(column)}) as listed`;
}

/** A list of ids as a value for such a column. */
export function idList(db: Executor, ids: readonly number[]): RawBuilder<unknown> {
  return isPostgres(db) ? sql`${ids}::bigint[]` : sql`${JSON.stringify(ids)}`;
}
