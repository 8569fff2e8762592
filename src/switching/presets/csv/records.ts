// The records of a file of people, read as a stream: a file may be larger than memory.
import { type Chunks, decodedText, openInspection, type TextForm } from '../../../csv/file.ts';
import { firstRecords } from '../../../csv/header.ts';
import { openRecordParser } from '../../../csv/records.ts';
import { parseCell } from '../../../csv/write.ts';
import { AppError } from '../../../kernel/errors.ts';
import { inEnglish } from '../../../kernel/sentences/sentence.ts';

/** A file, or an entry of an archive: its bytes from the beginning, as often as they are asked. */
export type CsvBytes = { name: string; chunks(): AsyncIterable<Buffer> };

export type CsvRecord = { line: number; cells: string[]; fault?: string };

/** What was found out by reading it once. `longest`: of each column’s values, in characters. */
export type Inspected = { names: string[]; delimiter: string; rows: number; longest: number[]; form: TextForm };

/** Reads a whole file once. @throws AppError `bad_request` when it is none or empty */
export async function inspectRecords(file: CsvBytes, delimiter?: string): Promise<Inspected> {
  const inspection = openInspection();
  for await (const chunk of file.chunks()) inspection.add(chunk);
  const form = inspection.end();
  let head = '';
  for await (const { text } of decodedText(file.chunks() as Chunks, form)) {
    head += text;
    if (head.length > HEAD) break;
  }
  const [best] = firstRecords(head, delimiter).toSorted((a, b) => b.cells.length - a.cells.length);
  if (!best || best.cells.length === 0) throw new AppError('bad_request', `The file ${file.name} is empty.`);
  const found: Inspected = {
    names: best.cells.map((cell) => parseCell(cell.trim())),
    delimiter: best.delimiter,
    rows: 0,
    longest: [],
    form,
  };
  for await (const records of recordsOf(file, found, 0)) {
    found.rows += records.length;
    for (const { cells } of records) {
      for (const [i, cell] of cells.entries()) found.longest[i] = Math.max(found.longest[i] ?? 0, cell.length);
    }
  }
  return found;
}

const HEAD = 128 * 1024;
const RECORDS = 500;

/** The records after the first line and after `after`, some hundred at a time. */
export async function* recordsOf(
  file: CsvBytes,
  { delimiter, form }: Pick<Inspected, 'delimiter' | 'form'>,
  after: number,
): AsyncGenerator<CsvRecord[]> {
  let waiting: CsvRecord[] = [];
  let isFirst = true;
  const take = (record: CsvRecord) => {
    if (!isFirst && record.line > after) waiting.push(record);
    isFirst = false;
  };
  const parser = openRecordParser(delimiter, {
    record: (cells, line) => take({ line, cells: cells.map((cell) => parseCell(cell.trim())) }),
    fault: (fault, line) => take({ line, cells: [], fault: inEnglish(fault) }),
  });
  for await (const { text } of decodedText(file.chunks() as Chunks, form)) {
    parser.push(text);
    for (; waiting.length >= RECORDS; waiting = waiting.slice(RECORDS)) yield waiting.slice(0, RECORDS);
  }
  parser.end();
  for (let from = 0; from < waiting.length; from += RECORDS) yield waiting.slice(from, from + RECORDS);
}
