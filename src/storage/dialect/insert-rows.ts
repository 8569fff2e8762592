// Inserts of many rows, in the form that each engine takes fastest.
import { CompiledQuery, type QueryResult } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { Db, Tx } from '../tables.ts';
import { isSpread } from './spread.ts';

/**
 * What an insert of many rows does with one that a unique index already holds; `on` are the columns
 * of that index.
 */
export type OnConflict = { on: readonly string[]; update: readonly string[] };

// Few sizes, so that few statements are prepared; 2,000 rows of 16 columns are within the 32,766
// parameters SQLite takes.
const ROWS_A_STATEMENT = [2000, 400, 80, 16, 4, 1];
const insertTexts = new Map<string, string>();

/** Rows of a table, whose names must come from code, never from outside. */
export type RowsToInsert = {
  table: string;
  /** Columns that are the same for all rows. */
  shared: Record<string, string | number | null>;
  /** Columns that vary. */
  columns: readonly string[];
  /** Their values, row after row: text only. */
  values: readonly (string | null)[];
  conflict: OnConflict;
};

/**
 * Inserts many rows whose statement costs nothing to build. Several times faster than the query
 * builder, which compiles each row.
 * @returns how many rows were inserted or updated; a conflicting one without columns to update is
 * left as it is
 */
export async function insertRows(tx: Tx, { table, shared, columns, values, conflict }: RowsToInsert): Promise<number> {
  const names = [...Object.keys(shared), ...columns];
  const fixed = Object.values(shared);
  const postgres = isPostgres(tx);
  const total = values.length / columns.length;
  let changed = 0;
  for (let done = 0, rows = 0; done < total; done += rows) {
    rows = postgres ? total : (ROWS_A_STATEMENT.find((size) => size <= total - done) ?? 1);
    const counting = countingText(tx);
    const key = JSON.stringify([table, names, conflict, counting, postgres || rows]);
    let text = insertTexts.get(key);
    if (text === undefined) {
      const from = postgres ? fromArrays(fixed.length, columns) : fromValues(Object.keys(shared), columns, rows);
      text = `insert into ${table} (${names.join(', ')}) ${from} ${conflictText(conflict)} ${counting}`;
      insertTexts.set(key, text);
    }
    const part = values.slice(done * columns.length, (done + rows) * columns.length);
    const parameters = postgres ? [...fixed, ...columnArrays(part, columns.length)] : [...fixed, ...part];
    const result = await tx.executeQuery(CompiledQuery.raw(text, parameters));
    changed += countOf(result);
  }
  return changed;
}

/**
 * Behind an insert of selected rows that may leave some out, for `countOf`: Citus says how many
 * were selected, and only what is returned are those that were inserted.
 */
export const countingText = (db: Pick<Db, 'getExecutor'>): string => (isSpread(db) ? 'returning 1 as written' : '');

/** How many rows it inserted or updated. */
export function countOf({ rows, numAffectedRows }: QueryResult<unknown>): number {
  return rows.length > 0 ? rows.length : Number(numAffectedRows ?? 0);
}

function conflictText({ on, update }: OnConflict): string {
  const set = update.map((column) => `${column} = excluded.${column}`).join(', ');
  return `on conflict (${on.join(', ')}) do ${set === '' ? 'nothing' : `update set ${set}`}`;
}

/** PostgreSQL: one array a column; the text is the same for any number of rows. */
function fromArrays(fixed: number, columns: readonly string[]): string {
  const shared = Array.from({ length: fixed }, (_, i) => `$${i + 1}`);
  const arrays = columns.map((_, i) => `$${fixed + i + 1}::text[]`);
  return `select ${[...shared, ...columns].join(', ')} from unnest(${arrays.join(', ')}) as given (${columns.join(', ')})`;
}

/**
 * SQLite: no numbered parameters, which it finds by name one by one: with thousands of them that
 * takes nearly all the time.
 */
function fromValues(shared: readonly string[], columns: readonly string[], rows: number): string {
  const line = (names: readonly string[]) => `(${names.map(() => '?').join(', ')})`;
  const lines = Array.from({ length: rows }, () => line(columns)).join(', ');
  return `with shared (${shared.join(', ')}) as (values ${line(shared)}), given (${columns.join(', ')}) as (values ${lines})
    select ${[...shared, ...columns].join(', ')} from given cross join shared where true`;
}

function columnArrays(values: readonly (string | null)[], columns: number): (string | null)[][] {
  const arrays: (string | null)[][] = Array.from({ length: columns }, () => []);
  for (let i = 0; i < values.length; i++) arrays[i % columns]?.push(values[i] ?? null);
  return arrays;
}
