// A file of addresses onto a list: batches of rows, each in one transaction. Stopped half way, it is simply run again: an
// address that is on the list already is left as it is.
import { textOfBytes } from '../storage/csv-file.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import type { BadRow } from '../storage/import-report.ts';
import { type Columns, columnsOf, type Defaults, type Pieces, readRows } from './csv.ts';
import { suppress } from './suppress.ts';

/** How far an import is, or how it ended. Every row of the file counts in one of added, present and bad. */
export type ImportCounts = { added: number; present: number; bad: number; bytes: number };

export type ImportOptions = {
  /** Whose list; 0: everybody's. */
  customerId: number;
  pieces: Pieces;
  columns: Columns;
  defaults: Defaults;
  /** Rows of one transaction. */
  batch: number;
  /** Now, ms. */
  at: number;
  /** Called after every batch, in order, with its bad rows. */
  onBatch(counts: ImportCounts, bad: readonly BadRow[]): Promise<void> | void;
};

/** Imports a file. @returns what became of its rows */
export async function importSuppressions(db: Db, options: ImportOptions): Promise<ImportCounts> {
  const { customerId, pieces, columns, defaults, batch: size, at } = options;
  const counts = { added: 0, present: 0, bad: 0, bytes: 0 };
  for await (const { rows, bad, bytes } of readRows(pieces, columns, { ...defaults, size })) {
    const entries = rows.map((row) => ({ customerId, ...row }));
    const added = entries.length === 0 ? 0 : await inTransaction(db, (tx) => suppress(tx, entries, at));
    counts.added += added;
    counts.present += rows.length - added;
    counts.bad += bad.length;
    counts.bytes += bytes;
    await options.onBatch(counts, bad);
  }
  return counts;
}

const UPLOAD_BATCH = 1_000; // others wait for the writer for some ten milliseconds only
const SHOWN_BAD_ROWS = 100;

/**
 * Imports a file that came with a request.
 * @returns the counts, and the first hundred bad rows
 * @throws AppError `bad_request` for a file that cannot be read; then nothing is stored
 */
export async function importUpload(
  db: Db,
  customerId: number,
  content: Uint8Array,
  at: number,
): Promise<ImportCounts & { badRows: BadRow[] }> {
  const first = await textOfBytes(content).next();
  const badRows: BadRow[] = [];
  const counts = await importSuppressions(db, {
    customerId,
    pieces: textOfBytes(content),
    columns: columnsOf(first.done ? '' : first.value.text),
    defaults: { reason: 'import', detail: 'import by API' },
    batch: UPLOAD_BATCH,
    at,
    onBatch: (_, bad) => void badRows.push(...bad.slice(0, SHOWN_BAD_ROWS - badRows.length)),
  });
  return { ...counts, badRows };
}
