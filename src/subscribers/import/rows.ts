// Parses the text of a CSV file into rows that can be stored, and the reasons why others cannot.
// Uses no database, so that it can run in a thread of its own (worker.ts) while the store is busy
// with earlier rows.

import { type Chunks, decodedText } from '../../csv/file.ts';
import { openRecordParser } from '../../csv/records.ts';
import type { BadRow } from '../../csv/report.ts';
import { emailKey, isMailAddress } from '../../kernel/address.ts';
import { isNothing } from '../../lists/fields/values.ts';
import type { ListField } from '../../storage/tables.ts';
import type { SubscriberRow } from '../queries-write.ts';
import { type Status, TEXTS } from '../rules.ts';
import {
  type CheckedField,
  checkedFields,
  checkNewValue,
  isCountry,
  putValue,
  type ValueOrFault,
} from '../values/field-input.ts';
import { createFolder, fingerprint } from '../values/folded.ts';
import { EMAIL_TAG, type FieldValues } from '../values/values.ts';
import type { CsvForm } from './file.ts';

/** What to read, as plain data. `keepGiven`: the batch also has each row's own values. */
export type RowsJob = {
  file: CsvForm;
  fields: ListField[];
  status: Status;
  at: number;
  timeZone: string | undefined;
  keepGiven: boolean;
};

/** Some rows of the file, in order. */
export type RowBatch = {
  rows: Omit<SubscriberRow, 'uid'>[];
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

/**
 * Rows written in one transaction: so many that they share pages, so few that others wait only a
 * moment.
 */
const BATCH_ROWS = 5000;
export const IN_FILE_BEFORE = 'The file has this address already.';

/** Parses the rows of a file, one batch at a time. @param chunks its bytes */
export async function* parseRows(job: RowsJob, chunks: Chunks): AsyncGenerator<RowBatch> {
  const check = rowChecker(job);
  let batch = emptyBatch();
  let isHeader = job.file.hasNames;
  let addresses = new Set<string>();
  const reader = openRecordParser(job.file.delimiter, {
    record(cells, line) {
      batch.line = line;
      if (isHeader) isHeader = false;
      else check(cells, line, batch, addresses);
    },
    fault(reason, line) {
      batch.line = line;
      batch.bad.push({ line, email: '', reason });
    },
  });
  for await (const { text, bytes } of decodedText(chunks, job.file)) {
    reader.push(text);
    batch.bytes += bytes;
    if (batch.rows.length + batch.bad.length < BATCH_ROWS) continue;
    yield batch;
    batch = emptyBatch();
    addresses = new Set();
  }
  reader.end();
  yield batch;
}

function emptyBatch(): RowBatch {
  return { rows: [], lines: [], given: [], again: [], bad: [], line: 0, bytes: 0 };
}

type RowChecker = (cells: string[], line: number, batch: RowBatch, addresses: Set<string>) => void;

function rowChecker(job: RowsJob): RowChecker {
  const { file, fields, status, keepGiven } = job;
  const { columns } = file;
  const emailColumn = columns.indexOf(EMAIL_TAG);
  const fold = createFolder(fields);
  const readers = checkedFields(fields).map((field) => valueReader(field, columns.indexOf(field.tag), job));
  const seen = fingerprintSet();
  return (cells, line, batch, addresses) => {
    const email = (cells[emailColumn] ?? '').trim();
    const key = emailKey(email);
    const reasons = addressFaults(cells, columns.length, email);
    if (reasons.length === 0 && addresses.has(key)) reasons.push(IN_FILE_BEFORE);
    const values: FieldValues = {};
    if (reasons.length === 0) {
      let country: string | undefined;
      for (const read of readers) {
        const checked = read.check(cells, country);
        if (checked.fault !== undefined) reasons.push(checked.fault);
        else putValue(values, read.fieldId, checked);
        if (read.isCountry && typeof checked.value === 'string') country ??= checked.value;
      }
    }
    if (reasons.length > 0) {
      batch.bad.push({ line, email: shortened(email), reason: reasons.join(' ') });
      return;
    }
    addresses.add(key);
    if (!seen(fingerprint(key))) batch.again.push(batch.rows.length);
    if (keepGiven) batch.given.push(givenOnly(values, readers, cells));
    const field_values = JSON.stringify(values);
    batch.rows.push({
      email,
      email_key: key,
      status,
      source: 'import',
      ip_address: null,
      field_values,
      ...fold(email, values),
    });
    batch.lines.push(line);
  };
}

const SHOWN_CHARACTERS = 254;

/** A copy, because a slice of a text would keep the whole text in memory. */
function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

function addressFaults(cells: readonly string[], expected: number, email: string): string[] {
  const surplus = cells.slice(expected).some((cell) => cell.trim() !== '');
  if (cells.length < expected || surplus) {
    return [`The row has ${cells.length} values, the first line has ${expected}.`];
  }
  if (email === '') return [TEXTS.noAddress];
  return isMailAddress(email) ? [] : [TEXTS.badAddress];
}

type ValueReader = {
  fieldId: number;
  column: number;
  isCountry: boolean;
  check(cells: readonly string[], country: string | undefined): ValueOrFault;
};

const REMEMBERED = 5000;

/**
 * Checks one column. Values repeat (cities, plans, dates), so a number of results is remembered.
 */
function valueReader(field: CheckedField, column: number, { at, timeZone }: RowsJob): ValueReader {
  const known = new Map<string, ValueOrFault>();
  const needsCountry = field.definition.type.place === 'state';
  return {
    fieldId: field.id,
    column,
    isCountry: isCountry(field),
    check(cells, country) {
      const raw = column === -1 ? '' : (cells[column] ?? '');
      const key = needsCountry ? `${country}\n${raw}` : raw;
      let checked = known.get(key);
      if (checked === undefined) {
        checked = checkNewValue(field, raw, { at, timeZone, country });
        if (known.size < REMEMBERED && key.length < 200) known.set(key, checked);
      }
      return checked;
    },
  };
}

/** The values in the row itself: an empty cell does not change a subscriber that exists. */
function givenOnly(values: FieldValues, readers: readonly ValueReader[], cells: readonly string[]): FieldValues {
  const given = { ...values };
  for (const { fieldId, column } of readers) {
    if (column === -1 || isNothing(cells[column])) putValue(given, fieldId, {});
  }
  return given;
}

/**
 * A set of numbers (not 0) that takes 16 to 32 bytes each, where a Set of addresses takes 150.
 * @returns a function that adds one and says whether it is new
 */
export function fingerprintSet(): (number: number) => boolean {
  let table = new Float64Array(1 << 16);
  let size = 0;
  const place = (target: Float64Array, number: number) => {
    let at = number % target.length;
    while (target[at] !== 0 && target[at] !== number) at = at + 1 === target.length ? 0 : at + 1;
    return at;
  };
  return (number) => {
    const wanted = number || 1;
    const at = place(table, wanted);
    if (table[at] === wanted) return false;
    table[at] = wanted;
    size += 1;
    if (size * 2 > table.length) {
      const larger = new Float64Array(table.length * 2);
      for (const one of table) if (one !== 0) larger[place(larger, one)] = one;
      table = larger;
    }
    return true;
  };
}
