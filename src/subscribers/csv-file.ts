// A CSV file before its rows are read: what delimits its values, which columns are fields of the list.
import { openRecordReader } from '../kernel/csv-records.ts';
import { AppError } from '../kernel/errors.ts';
import { firstText, inspectText, type TextFile } from '../storage/csv-file.ts';
import type { ListField } from '../storage/tables.ts';
import { EMAIL_TAG } from './values.ts';

/** What is known of a file after its header was read. `columns` has the tag of each column, undefined: left out. */
export type CsvFile = TextFile & {
  delimiter: string;
  columns: (string | undefined)[];
  /** Header names that match no field of the list. */
  unknown: string[];
};

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Looks a file over: all of it for its encoding, so that nothing is stored of one that cannot be read to the end.
 * @param delimiter one character; found out from the header when absent
 * @throws AppError `bad_request` in words for the person at the terminal
 */
export async function inspectCsv(path: string, fields: readonly ListField[], delimiter?: string): Promise<CsvFile> {
  const file = await inspectText(path);
  const head = await firstText(file);
  const choices = (delimiter === undefined ? DELIMITERS : [delimiter]).map((sign) => headerOf(head, sign, fields));
  const best = choices.sort((a, b) => b.matched - a.matched || b.columns.length - a.columns.length)[0];
  if (!best || best.columns.length === 0) throw new AppError('bad_request', 'The file is empty.');
  if (!best.columns.includes(EMAIL_TAG)) {
    const wanted = fields.map((field) => field.tag).join(', ');
    throw new AppError(
      'bad_request',
      `The first line must name the columns, EMAIL among them. The list has ${wanted}.`,
    );
  }
  const twice = best.columns.find((tag, i) => tag !== undefined && best.columns.indexOf(tag) !== i);
  if (twice !== undefined) throw new AppError('bad_request', `Two columns are for the field ${twice}.`);
  return { ...file, delimiter: best.delimiter, columns: best.columns, unknown: best.unknown };
}

type Header = Pick<CsvFile, 'columns' | 'unknown' | 'delimiter'> & { matched: number };

function headerOf(head: string, delimiter: string, fields: readonly ListField[]): Header {
  let names: string[] | undefined;
  const record = (cells: string[]) => {
    names ??= cells;
  };
  const reader = openRecordReader(delimiter, { record, fault: () => undefined });
  reader.push(head);
  reader.end();
  const columns = (names ?? []).map((name) => tagOf(name.trim(), fields));
  const unknown = (names ?? []).map((name) => name.trim()).filter((_, i) => columns[i] === undefined);
  return { delimiter, columns, unknown, matched: columns.length - unknown.length };
}

/** The tag that a header names: a tag, else a label, both in letters of any case. */
function tagOf(name: string, fields: readonly ListField[]): string | undefined {
  const wanted = name.toLowerCase();
  const field =
    fields.find(({ tag }) => tag.toLowerCase() === wanted) ??
    fields.find(({ label }) => label.toLowerCase() === wanted);
  return field?.tag;
}
