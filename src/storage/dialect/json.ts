// Rows as JSON in one column, so that one statement answers with several kinds of rows.
import { type Expression, type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { Db } from '../tables.ts';
import { rowMaker } from './rows.ts';

type Executor = Pick<Db, 'getExecutor'>;

/**
 * All rows of a query as a JSON text, in no order (sorting a few rows costs a database more than
 * us): an array for each row, with its columns in the order of `names`; null or `[]` without rows.
 */
export function rowsAsJson(
  db: Executor,
  names: readonly string[],
  query: Expression<unknown>,
): RawBuilder<string | null> {
  const columns = sql.join(names.map((name) => sql.ref(`r.${name}`)));
  const rows = wrapped(query);
  return isPostgres(db)
    ? sql<string | null>`(select json_agg(json_build_array(${columns}))::text from ${rows} as r)`
    : sql<string | null>`(select json_group_array(json_array(${columns})) from ${rows} as r)`;
}

/** A query builder puts its own brackets around itself, a text does not. */
function wrapped(query: Expression<unknown>): Expression<unknown> {
  return 'selectAll' in query ? query : sql`(${query})`;
}

const makers = new WeakMap<readonly string[], (values: readonly unknown[]) => object>();

/** The rows of such a text as objects. `names`: the same array each time. */
export function rowsInJson<Row extends object>(text: string | null, names: readonly (keyof Row & string)[]): Row[] {
  if (text === null || text === '[]') return [];
  let toRow = makers.get(names);
  if (!toRow) {
    toRow = rowMaker(names);
    makers.set(names, toRow);
  }
  const rows = JSON.parse(text) as unknown[][];
  return rows.map(toRow as (values: readonly unknown[]) => Row);
}

/** The same, the newest first. */
export function newestInJson<Row extends { id: number }>(
  text: string | null,
  names: readonly (keyof Row & string)[],
): Row[] {
  return rowsInJson<Row>(text, names).sort((a, b) => b.id - a.id);
}
