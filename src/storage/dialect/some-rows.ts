// A few of the rows of a query.
import { type Expression, type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { Db, Tx } from '../tables.ts';
import { isSpread } from './spread.ts';

/** How many rows, after how many others; `most`: the size is never greater. */
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

/**
 * The first rows of a query, whichever these are, found by an index as all of them would be. A
 * server guesses that many rows hold one of a hundred words, and goes through the table until it
 * has so few: which is all of it where nobody has them. SQLite would write down all that it finds.
 */
export function firstFound<Row>(db: Db | Tx, query: Expression<Row>, count: number): RawBuilder<Row> {
  if (!isPostgres(db)) return sql<Row>`select * from ${query} as found limit ${sql.lit(count)}`;
  return sql<Row>`with found as materialized ${query} select * from found limit ${sql.lit(count)}`;
}
