// A few of the rows of a prepared query, by numbers that are given at each run.
import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { Db, Tx } from '../tables.ts';
import { isSpread } from './spread.ts';

/** How many rows, behind how many others; `most`: the size is never greater. */
type Some = { size: RawBuilder<unknown>; skipped: RawBuilder<unknown>; most: number };

/**
 * The text of a query with a limit and an offset. A server takes a limit that it knows for cheaper
 * than any that may come, and so plans at each run, which takes longer than reading a page: it gets
 * numbers that it knows as little the first time as later, and the greatest size besides.
 */
export function someRows(db: Db | Tx, query: RawBuilder<unknown>, { size, skipped, most }: Some): RawBuilder<unknown> {
  if (!isPostgres(db) || isSpread(db)) return sql`${query} limit ${size} offset ${skipped}`;
  const unknown = (number: RawBuilder<unknown>) => sql`(select cast(${number} as bigint))`;
  return sql`select * from (${query} limit ${unknown(size)} offset ${unknown(skipped)}) as some_rows limit ${sql.lit(most)}`;
}
