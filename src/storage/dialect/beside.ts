// A row and, beside it, a page of other rows, read as they are at one moment. A server gives both
// in one statement, with the page as JSON, since each statement is a round trip. In a file two
// statements cost less than writing and reading JSON.
import { type CompiledQuery, type Expression, type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { type Places, readAtOneMoment, statement } from '../statement.ts';
import type { Db } from '../tables.ts';
import { newestInJson, rowsAsJson } from './json.ts';

/** @param row its text, with `page` among its columns @param rows the text of the page */
type Build<V extends Readonly<Record<string, unknown>>> = (
  db: Db,
  places: Places<V>,
) => {
  row: (page: RawBuilder<unknown>) => RawBuilder<unknown>;
  rows: Expression<unknown> & { compile(db: Db): CompiledQuery };
};

/**
 * @param names columns of the page, the same array each time; `id` among them
 * @returns a function that reads both; the rows of the page have the newest first
 */
export function rowBesidePage<
  V extends Readonly<Record<string, unknown>>,
  Row extends object,
  One extends { id: number },
>(
  names: readonly (keyof One & string)[],
  build: Build<V>,
): (db: Db, values: V) => Promise<{ row: Row | undefined; page: One[] }> {
  type WithPage = Row & { page: string | null };
  const together = statement<V, WithPage>((db, places) => {
    const { row, rows } = build(db as Db, places);
    return row(sql`${rowsAsJson(db, names, rows)} as page`);
  });
  const alone = statement<V, WithPage>((db, places) => build(db as Db, places).row(sql`null as page`));
  const page = statement<V, One>((db, places) => build(db as Db, places).rows);
  return async (db, values) => {
    if (isPostgres(db)) {
      const [row] = (await together(db, values)).rows;
      return { row, page: newestInJson<One>(row?.page ?? null, names) };
    }
    const [one, others] = await Promise.all(readAtOneMoment(db, () => [alone(db, values), page(db, values)] as const));
    return { row: one.rows[0], page: others.rows };
  };
}
