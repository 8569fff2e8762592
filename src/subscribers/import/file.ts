// A CSV file before its rows are read: what delimits its values, which columns are fields of the
// list.

import { firstText, inspectText, type TextFile } from '../../csv/file.ts';
import { addressPlace, aliasOf, type FirstRecord, firstRecords, plainName, shownNames } from '../../csv/header.ts';
import { AppError } from '../../kernel/errors.ts';
import type { ListField } from '../../storage/tables.ts';
import { EMAIL_TAG } from '../values/values.ts';

/**
 * What is known of a file after its header was read. `columns` has the tag of each column,
 * undefined: left out.
 */
export type CsvFile = TextFile & {
  delimiter: string;
  /** The first line names the columns; a bare list of addresses has no such line. */
  hasNames: boolean;
  columns: (string | undefined)[];
  /** Header names that match no field of the list. */
  unknown: string[];
};

/**
 * What is known of the columns beforehand: the delimiter, and tags by names of columns (empty: the
 * column is left out).
 */
export type FileOptions = { delimiter?: string | undefined; map?: ReadonlyMap<string, string> };

/**
 * Looks a file over: all of it for its encoding, so that nothing is stored of one that cannot be
 * read to the end.
 * @throws AppError `bad_request` in words for the person at the terminal
 */
export async function inspectCsv(
  path: string,
  fields: readonly ListField[],
  given: FileOptions = {},
): Promise<CsvFile> {
  const file = await inspectText(path);
  return { ...file, ...columnsIn(await firstText(file), fields, given) };
}

type Columns = Pick<CsvFile, 'delimiter' | 'hasNames' | 'columns' | 'unknown'>;

/**
 * The columns that the beginning of a text has. @throws AppError `bad_request` when none holds
 * addresses
 */
export function columnsIn(
  head: string,
  fields: readonly ListField[],
  { delimiter, map = new Map() }: FileOptions,
): Columns {
  const records = firstRecords(head, delimiter);
  if (records.every(({ cells }) => cells.length === 0)) throw new AppError('bad_request', 'The file is empty.');
  const named = records.map((record) => ({ record, columns: tagsOf(record.cells, fields, map) }));
  const best = named.toSorted(
    (a, b) => matches(b.columns) - matches(a.columns) || b.columns.length - a.columns.length,
  )[0];
  if (!best) throw new AppError('bad_request', 'The file is empty.');
  if (map.size > 0) checkMap(best.record.cells, map);
  if (!best.columns.includes(EMAIL_TAG)) return bareList(records) ?? noAddresses(best.record.cells, fields);
  const twice = best.columns.find((tag, i) => tag !== undefined && best.columns.indexOf(tag) !== i);
  if (twice !== undefined) throw new AppError('bad_request', `Two columns are for the field ${twice}.`);
  const unknown = best.record.cells.map((name) => name.trim()).filter((_, i) => best.columns[i] === undefined);
  return { delimiter: best.record.delimiter, hasNames: true, columns: best.columns, unknown };
}

const matches = (columns: readonly (string | undefined)[]) => columns.filter((tag) => tag !== undefined).length;

/**
 * No names, but an address in the first line: the column of addresses is read, the others are not.
 */
function bareList(records: readonly FirstRecord[]): Columns | undefined {
  for (const { delimiter, cells } of records) {
    const place = addressPlace(cells);
    if (place === -1) continue;
    const columns = cells.map((_, i) => (i === place ? EMAIL_TAG : undefined));
    return { delimiter, hasNames: false, columns, unknown: [] };
  }
  return undefined;
}

function noAddresses(cells: readonly string[], fields: readonly ListField[]): never {
  const tags = fields.map(({ tag }) => tag).join(', ');
  throw new AppError(
    'bad_request',
    `No column holds the addresses: the first line has ${shownNames(cells)}. It must name the columns, one of them EMAIL (or Email Address, E-Mail, Mail …). The list has ${tags}. A column of another name: --map ${JSON.stringify(`${cells[0]?.trim().slice(0, 40) ?? ''}=EMAIL`)}.`,
  );
}

function checkMap(cells: readonly string[], map: ReadonlyMap<string, string>): void {
  const plain = new Set(cells.map(plainName));
  const stranger = [...map.keys()].find((name) => !plain.has(plainName(name)));
  if (stranger === undefined) return;
  throw new AppError(
    'bad_request',
    `There is no column ${JSON.stringify(stranger)}: the first line has ${shownNames(cells)}.`,
  );
}

/**
 * The tag of each column: as it is mapped, else by a field's tag or label, else by what columns are
 * called elsewhere. The surer name wins: where two columns could be the same field, one that only
 * has another name for it is left out.
 */
function tagsOf(
  cells: readonly string[],
  fields: readonly ListField[],
  map: ReadonlyMap<string, string>,
): (string | undefined)[] {
  const mapped = new Map([...map].map(([name, tag]) => [plainName(name), tag]));
  const names = cells.map(plainName);
  const sure = names.map((name) => mapped.get(name) ?? fieldNamed(name, fields));
  const taken = new Set(sure);
  return names.map((name, i) => {
    const tag = sure[i];
    if (tag !== undefined) return tag === '' ? undefined : tag;
    const alias = aliasOf(name);
    if (alias === undefined || taken.has(alias) || !fields.some((field) => field.tag === alias)) return undefined;
    taken.add(alias);
    return alias;
  });
}

/** The field that a plain name names: by tag, else by label. */
function fieldNamed(name: string, fields: readonly ListField[]): string | undefined {
  if (name === '') return undefined;
  const field =
    fields.find(({ tag }) => plainName(tag) === name) ?? fields.find(({ label }) => plainName(label) === name);
  return field?.tag;
}
