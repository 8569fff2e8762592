// Imports a file of addresses: batches of rows, each in one transaction. After an interruption it
// is simply run again: an address that is on the list already stays unchanged.

import type { BadRow } from '../csv/bad-row.ts';
import { textOfBytes } from '../csv/file.ts';
import { emailKey } from '../kernel/address.ts';
import { newPause } from '../kernel/slices.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { type Columns, columnsOf, type Defaults, type Pieces, parseRows, type Row } from './csv.ts';
import { type SuppressionEntry, suppress } from './suppress.ts';

/** The progress or result of an import. Every row counts in one of added, present and bad. */
export type ImportCounts = { added: number; present: number; bad: number; bytes: number };

export type ImportOptions = {
  /** The list's customer; 0: the global list. */
  customerId: number;
  pieces: Pieces;
  columns: Columns;
  defaults: Defaults;
  /** Rows that are parsed and sorted together, and rows of one transaction. */
  window: number;
  batch: number;
  /** Now, ms. */
  at: number;
  /** Called after every transaction; the bad rows come in the order of the file. */
  onBatch(counts: ImportCounts, bad: readonly BadRow[]): Promise<void> | void;
};

/**
 * Imports a file. Its rows are unordered, so each transaction would touch the whole index by
 * address: sorting many rows first, so that a transaction's rows are adjacent, is several times
 * faster.
 * @returns the counts
 */
export async function importSuppressions(db: Db, options: ImportOptions): Promise<ImportCounts> {
  const { customerId, pieces, columns, defaults, window, batch, at, onBatch } = options;
  const counts = { added: 0, present: 0, bad: 0, bytes: 0 };
  const pause = newPause();
  for await (const { rows, bad, bytes } of parseRows(pieces, columns, { ...defaults, size: window })) {
    const entries = inOrder(rows, customerId);
    counts.bad += bad.length;
    await onBatch(counts, bad);
    await pause();
    const before = counts.bytes;
    for (let from = 0; from < entries.length; from += batch) {
      const part = entries.slice(from, from + batch);
      const added = await inTransaction(db, (tx) => suppress(tx, part, at));
      counts.added += added;
      counts.present += part.length - added;
      counts.bytes = before + Math.round((bytes * (from + part.length)) / entries.length);
      await onBatch(counts, []);
      await pause();
    }
    counts.bytes = before + bytes;
  }
  return counts;
}

function inOrder(rows: readonly Row[], customerId: number): SuppressionEntry[] {
  const keyed = rows.map((row) => ({ key: emailKey(row.email), row }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ row }) => ({ customerId, ...row }));
}

// Others wait for the writer, and for the thread, for some ten milliseconds only.
const UPLOAD_WINDOW = 4_000;
const UPLOAD_BATCH = 500;
const SHOWN_BAD_ROWS = 100;

/**
 * Imports an uploaded file.
 * @returns the counts, and the first hundred bad rows
 * @throws AppError `bad_request` for an unreadable file; then nothing is stored
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
    window: UPLOAD_WINDOW,
    batch: UPLOAD_BATCH,
    at,
    onBatch: (_, bad) => void badRows.push(...bad.slice(0, SHOWN_BAD_ROWS - badRows.length)),
  });
  return { ...counts, badRows };
}
