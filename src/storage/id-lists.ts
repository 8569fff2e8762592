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

/** Ids in groups: what a `from` clause says, and the expressions for what is in it. */
export type GroupedIds = {
  from: RawBuilder<unknown>;
  /** A number before the ids of a group. */
  number(place: number): RawBuilder<number>;
  id: RawBuilder<number>;
};

/**
 * The ids in a column with groups of them, a JSON text `[[number, …, [id, …]], …]`.
 * @param place of the list in a group
 */
export function groupedIdsIn(db: Executor, column: string, place: number): GroupedIds {
  const text = sql.ref(column);
  if (!isPostgres(db)) {
    const path = sql.lit(`$[${place}]`);
    return {
      from: sql`json_each(${text}) as grouped, json_each(grouped.value, ${path}) as listed`,
      number: (n) => sql<number>`(grouped.value ->> ${sql.lit(n)})`,
      id: sql<number>`listed.value`,
    };
  }
  return {
    from: sql`json_array_elements(${text}::json) as grouped(value),
      json_array_elements_text(grouped.value -> ${sql.lit(place)}) as listed(value)`,
    number: (n) => sql<number>`(grouped.value ->> ${sql.lit(n)})::bigint`,
    id: sql<number>`listed.value::bigint`,
  };
}
