// Members of a JSON object in a column that `JSON.stringify` wrote, cut out of its text.
import { type RawBuilder, sql } from 'kysely';
import { isPostgres, jsonText } from '../dialect.ts';
import type { Db } from '../tables.ts';

type Executor = Pick<Db, 'getExecutor'>;

/**
 * As jsonText and jsonNumber, of a text that `JSON.stringify` gave, for statements that look at
 * each row: to cut the text is several times faster than to parse it. The beginning of
 * a text value (`''` when absent) may go on with signs of JSON after it: look there for what has
 * no quotation marks, backslashes, braces.
 */
export function memberBeginning(db: Executor, column: string, key: string): RawBuilder<string> {
  return isPostgres(db)
    ? sql<string>`split_part(split_part(${sql.ref(column)}, ${sql.lit(`"${key}":"`)}, 2), '","', 1)`
    : sql<string>`coalesce(${jsonText(db, column, key)}, '')`;
}

/** As memberBeginning: a number; null when absent. */
export function memberNumber(db: Executor, column: string, key: string): RawBuilder<number | null> {
  const name = `"${key}":`;
  const [text, written] = [sql.ref(column), sql.lit(name)];
  // SQLite casts the digits at the beginning, and leaves what follows.
  if (!isPostgres(db)) {
    return sql`cast(substr(${text}, nullif(instr(${text}, ${written}), 0) + ${sql.lit(name.length)}, 24) as real)`;
  }
  return sql`nullif(rtrim(split_part(split_part(${text}, ${written}, 2), ',', 1), '}'), '')::double precision`;
}
