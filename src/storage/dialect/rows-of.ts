// Lookups whose way PostgreSQL would miss while a table has no statistics yet.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isPostgres, textSet } from '../dialect.ts';
import type { Db } from '../tables.ts';
import { isSpread } from './spread.ts';

type Executor = Pick<Db, 'getExecutor'>;

/**
 * By which columns of a unique index rows are looked up: one has many values, the others have one.
 */
export type Lookup = {
  among: { column: string; texts: readonly string[] };
  same: Readonly<Record<string, number>>;
};

/**
 * The rows of a table that have one of the texts, to select from:
 * `selectFrom(rowsOf<Row>(…).as('name'))`. Names must come from code, never from outside.
 */
export function rowsOf<Row>(db: Executor, table: string, { among, same }: Lookup): RawBuilder<Row> {
  const fixed = Object.entries(same).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const column = sql.ref(`${table}.${among.column}`);
  const alike = sql.join(fixed, sql` and `);
  // Citus does not take the lookup apart by machines.
  if (!isPostgres(db) || isSpread(db)) {
    return sql<Row>`(select * from ${sql.table(table)} where ${alike} and ${column} in ${textSet(db, among.texts)})`;
  }
  // Without statistics, as while a large import runs, PostgreSQL takes a list to have one person,
  // and walks over all of it rather than look some hundred up. `offset 0` keeps the lookup whole.
  return sql<Row>`(select found.* from unnest(${[...new Set(among.texts)]}::text[]) as given (value)
    cross join lateral (select * from ${sql.table(table)} where ${alike} and ${column} = given.value offset 0) as found)`;
}

/**
 * Whether a subquery finds anything for the row. PostgreSQL would join it, and without statistics
 * compare each row with each event. With `is true` it looks the events up, or makes a hash of them.
 */
export function findsAny(db: Executor, found: Expression<unknown>): RawBuilder<SqlBool> {
  return isPostgres(db) ? sql<SqlBool>`(exists ${found} is true)` : sql<SqlBool>`exists ${found}`;
}
