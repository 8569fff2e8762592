// Copies the rows of a table page by page, and sums tables. The transaction of each page notes how
// far the table is: started again, the copy goes on there.
import { type Db, inTransaction } from '../../storage/db.ts';
import type { Table } from '../../storage/moving/catalogue.ts';
import { findKept, keep } from '../../storage/moving/marks.ts';
import { hurryCommit } from '../../storage/moving/prepare.ts';
import { insertPage, type KeyValues, type RowValues, readPage } from '../../storage/moving/rows.ts';
import { addTo, NO_SUM, type Sum, textOf } from './sums.ts';

/**
 * How far a table is. `replaced`: texts in which U+0000 became U+FFFD, since PostgreSQL takes none.
 */
export type Stand = { after: KeyValues | undefined; sum: Sum; isDone: boolean; replaced: number };

const NEW: Stand = { after: undefined, sum: NO_SUM, isDone: false, replaced: 0 };
const noteOf = ({ name }: Table) => `table ${name}`;

const PAGE = { first: 100, most: 4_000, bytes: 2_000_000 };

/** How far a table is in the store that is filled. */
export async function standOf(to: Db, table: Table): Promise<Stand> {
  return (await findKept<Stand>(to, noteOf(table))) ?? NEW;
}

/**
 * Copies what is left of a table.
 * @param onRows is told how many rows more are there
 */
export async function copyTable(from: Db, to: Db, table: Table, onRows: (more: number) => void): Promise<Stand> {
  let stand = await standOf(to, table);
  let size = PAGE.first;
  let reading = readPage(from, table, stand.after, size);
  while (!stand.isDone) {
    const { rows, last } = await reading;
    const page = wordsOf(rows);
    const isDone = rows.length < size;
    const sum = addTo(stand.sum, page.texts);
    const next: Stand = { after: last ?? stand.after, sum, isDone, replaced: stand.replaced + page.replaced };
    if (rows.length > 0) size = sizeAfter(page.texts, rows);
    const writing = inTransaction(to, async (tx) => {
      await hurryCommit(tx);
      await insertPage(tx, table, rows);
      await keep(tx, noteOf(table), next);
    });
    if (!isDone) reading = readPage(from, table, next.after, size); // while the other engine writes
    await Promise.all([writing, reading]);
    stand = next;
    onRows(rows.length);
  }
  return stand;
}

/** The checksum of a table as it is. */
export async function sumOf(db: Db, table: Table, onRows: (more: number) => void): Promise<Sum> {
  let sum = NO_SUM;
  let size = PAGE.first;
  for (let after: KeyValues | undefined; ; ) {
    const { rows, last } = await readPage(db, table, after, size);
    const { texts } = wordsOf(rows);
    sum = addTo(sum, texts);
    onRows(rows.length);
    if (rows.length < size) return sum;
    after = last;
    size = sizeAfter(texts, rows);
  }
}

/** How many rows make a page of some megabytes, however large they are. */
function sizeAfter(texts: readonly string[], rows: readonly RowValues[]): number {
  let bytes = 0;
  for (const text of texts) bytes += text.length;
  for (const row of rows) for (const value of row) if (value instanceof Uint8Array) bytes += value.length;
  return Math.max(1, Math.min(PAGE.most, Math.floor(PAGE.bytes / (bytes / rows.length))));
}

const ZERO = '\u0000';

/** Rows in words, without U+0000; the rows are changed with them. */
function wordsOf(rows: RowValues[]): { texts: string[]; replaced: number } {
  let replaced = 0;
  const texts = rows.map((row) => {
    const text = textOf(row);
    if (!text.includes('\\u0000')) return text;
    for (const [n, value] of row.entries()) {
      if (typeof value !== 'string' || !value.includes(ZERO)) continue;
      row[n] = value.replaceAll(ZERO, '\ufffd');
      replaced += 1;
    }
    return textOf(row);
  });
  return { texts, replaced };
}
