// A CSV file before its rows are read: is it UTF-8, what delimits its values, which columns are fields of the list.
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { AppError, asError } from '../kernel/errors.ts';
import type { ListField } from '../storage/tables.ts';
import { openRecordReader } from './csv-records.ts';
import { EMAIL_TAG } from './values.ts';

/** What is known of a file after its header was read. `columns` has the tag of each column, undefined: left out. */
export type CsvFile = {
  path: string;
  bytes: number;
  delimiter: string;
  /** Only carriage returns end the lines, as on old Macs. */
  endsWithReturn: boolean;
  columns: (string | undefined)[];
  /** Header names that match no field of the list. */
  unknown: string[];
};

const CHUNK_BYTES = 256 * 1024;
const HEADER_BYTES = 128 * 1024;
const DELIMITERS = [',', ';', '\t', '|'];

/** The text of a file in pieces, without byte order mark; ended by line feeds. */
export async function* textOf(
  file: Pick<CsvFile, 'path' | 'endsWithReturn'>,
): AsyncGenerator<{ text: string; bytes: number }> {
  const decoder = new TextDecoder();
  for await (const chunk of createReadStream(file.path, { highWaterMark: CHUNK_BYTES })) {
    const text = decoder.decode(chunk as Buffer, { stream: true });
    yield { text: file.endsWithReturn ? text.replaceAll('\r', '\n') : text, bytes: (chunk as Buffer).length };
  }
}

/**
 * Looks a file over: all of it for its encoding, so that nothing is stored of one that cannot be read to the end.
 * @param delimiter one character; found out from the header when absent
 * @throws AppError `bad_request` in words for the person at the terminal
 */
export async function inspectCsv(path: string, fields: readonly ListField[], delimiter?: string): Promise<CsvFile> {
  const found = await scan(path);
  const head = await firstText(path, found.endsWithReturn);
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
  return { path, ...found, delimiter: best.delimiter, columns: best.columns, unknown: best.unknown };
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

async function firstText(path: string, endsWithReturn: boolean): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const text = new TextDecoder().decode(buffer.subarray(0, bytesRead));
    return endsWithReturn ? text.replaceAll('\r', '\n') : text;
  } finally {
    await file.close();
  }
}

/** Reads the whole file once: its size, its encoding, its line ends. About a gigabyte a second. */
async function scan(path: string): Promise<{ bytes: number; endsWithReturn: boolean }> {
  await checkReadable(path);
  let rest = Buffer.alloc(0); // the beginning of a character that the chunk cut
  let bytes = 0;
  let hasReturn = false;
  let hasFeed = false;
  for await (const chunk of createReadStream(path, { highWaterMark: 4 * CHUNK_BYTES })) {
    const whole = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer);
    if (bytes === 0) refuseOtherEncodings(whole);
    const end = endOfCharacters(whole);
    if (!isUtf8(whole.subarray(0, end))) throw notUtf8();
    rest = Buffer.from(whole.subarray(end));
    bytes += (chunk as Buffer).length;
    hasFeed ||= whole.includes(10);
    hasReturn ||= whole.includes(13);
  }
  if (rest.length > 0) throw notUtf8();
  return { bytes, endsWithReturn: hasReturn && !hasFeed };
}

async function checkReadable(path: string): Promise<void> {
  try {
    const { isFile } = await stat(path).then((stats) => ({ isFile: stats.isFile() }));
    if (!isFile) throw new Error('it is not a file');
    await (await open(path)).close();
  } catch (error) {
    throw new AppError('bad_request', `The file ${path} cannot be read: ${asError(error).message}`);
  }
}

function refuseOtherEncodings(start: Buffer): void {
  const mark = start.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') {
    throw new AppError('bad_request', 'The file is UTF-16. Save it as UTF-8 (in a spreadsheet: "CSV UTF-8").');
  }
}

function notUtf8(): AppError {
  return new AppError('bad_request', 'The file is not UTF-8. Save it as UTF-8 (in a spreadsheet: "CSV UTF-8").');
}

/** Where the last complete character ends. */
function endOfCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
