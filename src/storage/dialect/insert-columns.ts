// Inserts of thousands of new rows, given column by column.
import { CompiledQuery } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { runForEach } from '../sqlite/queries.ts';
import type { Tx } from '../tables.ts';
import { countingText, countOf } from './insert-rows.ts';

/** Between the texts of a column on their way to PostgreSQL. */
const BETWEEN = '\u001e';

/**
 * Inserts rows; one whose address a unique index (its columns: `on`) already holds is left as it
 * is. `shared` columns are the same for all; the texts of `columns` have no control characters.
 * Names must come from code, never from outside.
 * @returns how many rows were inserted
 */
export async function insertColumns(
  tx: Tx,
  table: string,
  shared: Readonly<Record<string, string | number | null>>,
  columns: Readonly<Record<string, readonly string[]>>,
  on: readonly string[],
): Promise<number> {
  const fixed = Object.values(shared);
  const names = Object.keys(columns);
  const lists = Object.values(columns);
  const total = lists[0]?.length ?? 0;
  if (total === 0) return 0;
  const into = `insert into ${table} (${[...Object.keys(shared), ...names].join(', ')})`;
  const conflict = `on conflict (${on.join(', ')}) do nothing`;
  if (!isPostgres(tx)) {
    // Once a row, as a statement of thousands of rows takes megabytes and is no faster.
    const text = `${into} values (${[...fixed, ...names].map(() => '?').join(', ')}) ${conflict}`;
    const sets: unknown[][] = [];
    for (let row = 0; row < total; row += 1) {
      const set: unknown[] = [...fixed];
      for (const list of lists) set.push(list[row]);
      sets.push(set);
    }
    return (await tx.executeQuery(runForEach(text, sets))).rows.length;
  }
  // An array is written and read text by text with its quotation marks; cutting one text is several
  // times cheaper on both sides. It cannot tell one empty text from none.
  const isArray = total === 1;
  const given = names.map((_, i) => {
    const place = `$${fixed.length + i + 1}`;
    return isArray ? `${place}::text[]` : `string_to_array(${place}::text, '${BETWEEN}')`;
  });
  const selected = [...fixed.map((_, i) => `$${i + 1}`), ...names];
  const text = `${into} select ${selected.join(', ')} from unnest(${given.join(', ')}) as given (${names.join(', ')}) ${conflict} ${countingText(tx)}`;
  const values = lists.map((list) => (isArray ? list : list.join(BETWEEN)));
  return countOf(await tx.executeQuery(CompiledQuery.raw(text, [...fixed, ...values])));
}
