// Rows as JSON in one column, so that one statement answers with several kinds of rows.
import { type Expression, type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { Db } from '../tables.ts';

type Executor = Pick<Db, 'getExecutor'>;

/**
 * All rows of a query as a JSON text: an array for each row, with its columns in the order of
 * `names`; null or `[]` without rows.
 * @param order of the rows, by columns of the query
 */
export function rowsAsJson(
  db: Executor,
  names: readonly string[],
  query: Expression<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const columns = sql.join(names.map((name) => sql.ref(`r.${name}`)));
  return isPostgres(db)
    ? sql<
        string | null
      >`(select (json_agg(json_build_array(${columns}) order by ${order}))::text from ${wrapped(query)} as r)`
    : sql<
        string | null
      >`(select json_group_array(json_array(${columns}) order by ${order}) from ${wrapped(query)} as r)`;
}

/** A query builder puts its own brackets around itself, a text does not. */
function wrapped(query: Expression<unknown>): Expression<unknown> {
  return 'selectAll' in query ? query : sql`(${query})`;
}

/** The rows of such a text as objects. */
export function rowsInJson<Row extends object>(text: string | null, names: readonly (keyof Row & string)[]): Row[] {
  if (text === null || text === '[]') return [];
  const rows = JSON.parse(text) as unknown[][];
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at += 1) row[names[at] as string] = values[at];
    return row as Row;
  });
}
