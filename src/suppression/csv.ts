// Suppression lists as CSV: the columns of a file from outside, its valid rows and the faults of
// others, and the lines of an export. An address is never rejected for the values beside it.

import type { BadRow } from '../csv/bad-row.ts';
import { addressPlace, aliasOf, firstRecords, plainName, shownNames } from '../csv/header.ts';
import { openRecordParser } from '../csv/records.ts';
import { csvLine, parseCell } from '../csv/write.ts';
import { isMailAddress } from '../kernel/address.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { type Sentence, say } from '../kernel/sentences/sentence.ts';
import { newPause } from '../kernel/slices.ts';
import type { Suppression } from '../storage/tables/delivery.ts';
import { isReason, type SuppressionReason } from './rules.ts';

/** In addition to the usual names of address columns (csv/header.ts). */
const ADDRESS_NAMES = ['address', 'recipient'];
const NAMES = { reason: ['reason'], detail: ['detail', 'details'] } as const;

/** The indexes of a file's columns; -1: there is none. A bare list of addresses has no header. */
export type Columns = { delimiter: string; hasNames: boolean; email: number; reason: number; detail: number };

/**
 * Finds the columns of a file.
 * @param head the beginning of its text
 * @throws AppError `bad_request` when no column holds addresses
 */
export function columnsOf(head: string): Columns {
  const choices = firstRecords(head);
  if (choices.every(({ cells }) => cells.length === 0)) throw new AppError('bad_request', say('import-file-empty'));
  const isAddress = (name: string) => aliasOf(name) === 'EMAIL' || ADDRESS_NAMES.includes(plainName(name));
  const place = (cells: readonly string[], names: readonly string[]) =>
    cells.findIndex((cell) => names.includes(plainName(cell)));
  for (const { delimiter, cells } of choices) {
    const email = cells.findIndex(isAddress);
    if (email === -1) continue;
    return {
      delimiter,
      hasNames: true,
      email,
      reason: place(cells, NAMES.reason),
      detail: place(cells, NAMES.detail),
    };
  }
  for (const { delimiter, cells } of choices) {
    const email = addressPlace(cells);
    if (email !== -1) return { delimiter, hasNames: false, email, reason: -1, detail: -1 };
  }
  const [widest] = choices.toSorted((a, b) => b.cells.length - a.cells.length);
  throw new AppError('bad_request', say('import-suppression-addresses', { names: shownNames(widest?.cells ?? []) }));
}

const addressIn = (cell: string) => parseCell(cell.trim());

/** A row that can be stored. */
export type Row = { email: string; reason: SuppressionReason; detail: string };
/** Some rows of a file, in order. `bytes`: how much of the file was read for them. */
export type RowBatch = { rows: Row[]; bad: BadRow[]; bytes: number };
/** The text of a file in pieces, cut anywhere. */
export type Pieces = AsyncIterable<{ text: string; bytes: number }>;

/** Values for rows that lack them. */
export type Defaults = Omit<Row, 'email'>;

/** Parses the rows of a file, about `size` at a time. */
export async function* parseRows(
  pieces: Pieces,
  columns: Columns,
  { size, ...defaults }: Defaults & { size: number },
): AsyncGenerator<RowBatch> {
  let batch: RowBatch = { rows: [], bad: [], bytes: 0 };
  let isNames = columns.hasNames;
  const pause = newPause();
  const full: RowBatch[] = [];
  const next = () => {
    full.push(batch);
    batch = { rows: [], bad: [], bytes: 0 };
  };
  const bad = (row: BadRow) => {
    batch.bad.push(row);
    if (batch.bad.length === size) next();
  };
  const reader = openRecordParser(columns.delimiter, {
    record(cells, line) {
      if (isNames) isNames = false;
      else {
        const row = parseRow(cells, columns, defaults);
        if ('why' in row) bad({ line, email: row.email, reasons: [row.why] });
        else if (batch.rows.push(row) === size) next();
      }
    },
    fault: (reason, line) => bad({ line, email: '', reasons: [reason] }),
  });
  for await (const { text, bytes } of pieces) {
    batch.bytes += bytes;
    reader.push(text);
    yield* full.splice(0);
    await pause();
  }
  reader.end();
  next();
  yield* full;
}

const SHOWN_CHARACTERS = 254;

function parseRow(
  cells: readonly string[],
  columns: Columns,
  defaults: Defaults,
): Row | { email: string; why: Sentence } {
  const email = addressIn(cells[columns.email] ?? '');
  if (!isMailAddress(email)) {
    // A copy: a substring would keep the whole text in memory.
    const shown = email.length > SHOWN_CHARACTERS ? `${email.slice(0, SHOWN_CHARACTERS)}…` : email;
    return { email: shown, why: say(email === '' ? 'row-address-none' : 'row-address-invalid') };
  }
  const reason = columns.reason === -1 ? '' : parseCell((cells[columns.reason] ?? '').trim());
  const detail = columns.detail === -1 ? '' : parseCell((cells[columns.detail] ?? '').trim());
  if (reason === '') return { email, reason: defaults.reason, detail: detail || defaults.detail };
  const word = reason.toLowerCase();
  if (isReason(word)) return { email, reason: word, detail };
  return {
    email,
    reason: defaults.reason,
    detail: detail === '' ? reason : `${reason}: ${detail}`,
  };
}

/** The header of an export. `added` is UTC. */
export const HEAD = csvLine(['email', 'reason', 'detail', 'added']);

/** The line of an entry; `columnsOf` and `parseRows` read it back. */
export function lineOf({ email, reason, detail, created_at }: Omit<Suppression, 'id'>): string {
  return csvLine([email, reason, detail, formatCalendarTime(created_at)]);
}
