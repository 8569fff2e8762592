// Parses the text of a CSV file into rows that can be stored, and the reasons why others cannot.
// Uses no database, so that it can run in a thread of its own (worker.ts) while the store is busy
// with earlier rows. Rows are kept column by column: an object for each would cost more than
// checking it.

import { type BadRow, keptCells } from '../../csv/bad-row.ts';
import { type Chunks, decodedText } from '../../csv/file.ts';
import { openRecordParser } from '../../csv/records.ts';
import { parseCell } from '../../csv/write.ts';
import { emailKey, isMailAddress } from '../../kernel/address.ts';
import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import type { ListField } from '../../storage/tables.ts';
import { TEXTS } from '../rules.ts';
import { checkedFields, putValue } from '../values/field-input.ts';
import { fingerprint, foldedAddress } from '../values/folded.ts';
import { EMAIL_TAG, type FieldValues } from '../values/values.ts';
import { type CellValue, columnReader } from './columns.ts';
import type { CsvForm } from './file.ts';
import { numberSet } from './fingerprints.ts';

/** What to read, as plain data. `keepGiven`: the batch also has each row's own values. */
export type RowsJob = {
  file: CsvForm;
  fields: ListField[];
  at: number;
  timeZone: string | undefined;
  keepGiven: boolean;
  /** Rows handed over at once: many share pages in the store, few take little memory. */
  rowsABatch?: number;
};

/** Columns of `subscriber`, a text for each row. None of them has control characters. */
export const ROW_COLUMNS = ['email', 'email_key', 'field_values', 'folded', 'tokens'] as const;
export type RowColumns = { [name in (typeof ROW_COLUMNS)[number]]: string[] };

/** Some rows of the file, in order. */
export type RowBatch = {
  rows: RowColumns;
  /** For each row its line. */
  lines: number[];
  /** For each row the values that it has itself, without defaults; only when asked for. */
  given: FieldValues[];
  /**
   * Places in `rows` whose address was in an earlier batch, as far as 53-bit fingerprints can say.
   */
  again: number[];
  bad: BadRow[];
  /** The last line that was read of rows, bad ones too. */
  line: number;
  /** Bytes of the file read for this batch. */
  bytes: number;
};

const BATCH_ROWS = 2_000;
export const IN_FILE_BEFORE = say('row-address-again');

/** Parses the rows of a file, one batch at a time. @param chunks its bytes */
export async function* parseRows(job: RowsJob, chunks: Chunks): AsyncGenerator<RowBatch> {
  const check = rowChecker(job);
  const { rowsABatch = BATCH_ROWS } = job;
  let batch = emptyBatch();
  let isHeader = job.file.hasNames;
  const reader = openRecordParser(job.file.delimiter, {
    record(cells, line) {
      batch.line = line;
      if (isHeader) isHeader = false;
      else check(cells, line, batch);
    },
    fault(reason, line) {
      batch.line = line;
      batch.bad.push({ line, email: '', reasons: [reason] });
    },
  });
  for await (const { text, bytes } of decodedText(chunks, job.file)) {
    reader.push(text);
    batch.bytes += bytes;
    if (batch.lines.length + batch.bad.length < rowsABatch) continue;
    yield batch;
    batch = emptyBatch();
  }
  reader.end();
  yield batch;
}

function emptyBatch(): RowBatch {
  const rows = { email: [], email_key: [], field_values: [], folded: [], tokens: [] };
  return { rows, lines: [], given: [], again: [], bad: [], line: 0, bytes: 0 };
}

type RowChecker = (cells: string[], line: number, batch: RowBatch) => void;

function rowChecker(job: RowsJob): RowChecker {
  const { file, fields, keepGiven } = job;
  const { columns } = file;
  const emailColumn = columns.indexOf(EMAIL_TAG);
  const readers = checkedFields(fields).map((field) => columnReader(field, columns.indexOf(field.tag), job));
  const values: CellValue[] = [];
  const write = rowWriter(
    fields,
    readers.map(({ fieldId }) => fieldId),
  );
  const seen = numberSet();
  const isInBatch = batchIndex();
  return (cells, line, batch) => {
    const email = parseCell((cells[emailColumn] ?? '').trim());
    const key = emailKey(email);
    // Of a row with too few or too many values nobody knows which value belongs where.
    const shape = shapeFaults(cells, columns.length);
    const reasons = shape.length > 0 ? shape : addressFaults(email);
    const number = reasons.length === 0 ? fingerprint(key) : 0;
    const wasBefore = reasons.length === 0 && seen.has(number);
    if (wasBefore && isInBatch(batch.rows.email_key, key)) reasons.push(IN_FILE_BEFORE);
    if (shape.length === 0) readValues(readers, cells, values, reasons);
    if (reasons.length > 0) {
      batch.bad.push({ line, email: shortened(email), reasons, ...keptCells(cells) });
      return;
    }
    if (wasBefore) batch.again.push(batch.lines.length);
    else seen.add(number);
    if (keepGiven) batch.given.push(givenValues(readers, cells, values));
    write(batch.rows, email, key, values);
    batch.lines.push(line);
  };
}

type Readers = readonly ReturnType<typeof columnReader>[];

/** Fills `values`, one for each reader, and adds what is wrong with them to `reasons`. */
function readValues(readers: Readers, cells: string[], values: CellValue[], reasons: Sentence[]): void {
  let country: string | undefined;
  for (const [i, reader] of readers.entries()) {
    const checked = reader.read(cells, country);
    if (checked.fault !== undefined) reasons.push(checked.fault);
    if (reader.isCountry && typeof checked.value === 'string') country ??= checked.value;
    values[i] = checked;
  }
}

/** The values that the row has itself, without defaults. */
function givenValues(readers: Readers, cells: string[], values: readonly CellValue[]): FieldValues {
  const given: FieldValues = {};
  for (const [i, { fieldId, isGiven }] of readers.entries()) {
    if (isGiven(cells)) putValue(given, fieldId, values[i] ?? {});
  }
  return given;
}

/**
 * Whether the batch has an address. Asked for those alone that were seen before, so that most
 * batches need no index.
 */
function batchIndex(): (keys: readonly string[], key: string) => boolean {
  let indexed: readonly string[] = [];
  let index = new Set<string>();
  return (keys, key) => {
    if (keys !== indexed) [indexed, index] = [keys, new Set()];
    for (let place = index.size; place < keys.length; place += 1) index.add(keys[place] ?? '');
    return index.has(key);
  };
}

/**
 * Makes the function that adds a row with its columns as texts; the same texts as JSON.stringify
 * and `createFolder` give. @param fieldIds of the values, in their order
 */
function rowWriter(
  fields: readonly ListField[],
  fieldIds: readonly number[],
): (rows: RowColumns, email: string, key: string, values: readonly CellValue[]) => void {
  const emailField = fields.find(({ tag }) => tag === EMAIL_TAG);
  // JSON.stringify has numbers among the names first, and in their order.
  const byNumber = fieldIds.map((_, i) => i).sort((a, b) => (fieldIds[a] ?? 0) - (fieldIds[b] ?? 0));
  const byField = fields.flatMap(({ id }) => (fieldIds.includes(id) ? [fieldIds.indexOf(id)] : []));
  const [members, folded, tokens]: [string[], string[], string[]] = [[], [], []];
  return (rows, email, key, values) => {
    for (const texts of [members, folded, tokens]) texts.length = 0;
    for (const i of byNumber) if (values[i]?.member) members.push(values[i].member);
    for (const { consent } of values) if (consent !== '') members.push(consent);
    if (emailField) folded.push(foldedAddress(emailField.id, email));
    for (const i of byField) {
      const value = values[i];
      if (value === undefined || value.folded === '') continue;
      folded.push(value.folded);
      tokens.push(value.token);
    }
    rows.email.push(email);
    rows.email_key.push(key);
    rows.field_values.push(`{${members.join(',')}}`);
    rows.folded.push(`{${folded.join(',')}}`);
    rows.tokens.push(tokens.join(' '));
  };
}

const SHOWN_CHARACTERS = 254;

/** A copy, because a slice of a text would keep the whole text in memory. */
function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

function shapeFaults(cells: readonly string[], expected: number): Sentence[] {
  const surplus = cells.slice(expected).some((cell) => cell.trim() !== '');
  return cells.length < expected || surplus ? [say('row-values', { count: cells.length, expected })] : [];
}

function addressFaults(email: string): Sentence[] {
  if (email === '') return [TEXTS.noAddress];
  return isMailAddress(email) ? [] : [TEXTS.badAddress];
}
