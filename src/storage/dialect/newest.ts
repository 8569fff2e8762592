// Rows of which there is one for each row of another table, and whose key grows with each change.
import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { Db } from '../tables.ts';
import { isSpread } from './spread.ts';

/**
 * `table` has one row for each of `of`: both have the columns `keys`, and with each change `by`
 * becomes greater.
 */
export type Changing = { table: string; of: string; keys: readonly string[]; by: string };

/**
 * Those rows of a customer for a `from` clause, under the name of their table: `keys` and `column`.
 * PostgreSQL keeps former versions as long as anybody has a snapshot; it looks from the newest
 * back, so that it passes over none of them. Names must come from code, never from outside.
 * @param customer may be of what stands before it in the clause
 */
export function newestOf(
  db: Pick<Db, 'getExecutor'>,
  { table, of, keys, by }: Changing,
  { column, customer }: { column: string; customer: RawBuilder<unknown> | number },
): RawBuilder<unknown> {
  if (!isPostgres(db) || isSpread(db)) return sql.table(table); // Citus would ask all machines
  const same = keys.map((key) => sql`changed.${sql.ref(key)} = owner.${sql.ref(key)}`);
  const own = keys.map((key) => sql`owner.${sql.ref(key)}`);
  return sql`lateral (select ${sql.join(own)}, newest.${sql.ref(column)} from ${sql.table(of)} as owner
    cross join lateral (select changed.${sql.ref(column)} from ${sql.table(table)} as changed
      where ${sql.join(same, sql` and `)} order by changed.${sql.ref(by)} desc limit 1) as newest
    where owner.customer_id = ${customer}) as ${sql.table(table)}`;
}
