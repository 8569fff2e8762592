// Examines a CSV file before its rows are read: its delimiter, and which columns are fields of the
// list.

import { firstText, inspectText, type TextFile, type TextForm } from '../../csv/file.ts';
import { addressPlace, aliasOf, type FirstRecord, firstRecords, plainName, shownNames } from '../../csv/header.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { ListField } from '../../storage/tables.ts';
import { EMAIL_TAG } from '../values/values.ts';

/**
 * What must be known of CSV to read it. `columns` has the tag of each column, undefined: left out.
 */
export type CsvForm = TextForm & {
  delimiter: string;
  /** Whether the first line names the columns; a bare list of addresses has no such line. */
  hasNames: boolean;
  columns: (string | undefined)[];
};

/** What was found out about a file. `unknown`: header names that match no field of the list. */
export type CsvFile = TextFile & CsvForm & { unknown: string[] };

/**
 * What the caller says about the columns: the delimiter, and tags by column name (empty: the column
 * is left out).
 */
export type FileOptions = { delimiter?: string | undefined; map?: ReadonlyMap<string, string> };

/**
 * Examines a file, the whole of it for its encoding, so that nothing is stored from a file that
 * cannot be read to the end.
 * @throws AppError `bad_request` with a text for the person at the terminal
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
 * The columns found at the beginning of a text. @throws AppError `bad_request` when none holds
 * addresses
 */
function columnsIn(head: string, fields: readonly ListField[], { delimiter, map = new Map() }: FileOptions): Columns {
  const records = firstRecords(head, delimiter);
  const best = bestColumns(records, fields, map);
  if (map.size > 0) checkMap(best.record.cells, map);
  if (!best.columns.includes(EMAIL_TAG)) return bareList(records) ?? noAddresses(best.record.cells, fields);
  const twice = best.columns.find((tag, i) => tag !== undefined && best.columns.indexOf(tag) !== i);
  if (twice !== undefined) throw new AppError('bad_request', say('import-column-twice', { field: twice }));
  const unknown = best.record.cells.map((name) => name.trim()).filter((_, i) => best.columns[i] === undefined);
  return { delimiter: best.record.delimiter, hasNames: true, columns: best.columns, unknown };
}

/**
 * The first record of a text as the delimiter splits it that gives most fields, else most columns.
 * @throws AppError `bad_request` when there is none
 */
export function bestColumns(
  records: readonly FirstRecord[],
  fields: readonly ListField[],
  map: ReadonlyMap<string, string> = new Map(),
): { record: FirstRecord; columns: (string | undefined)[] } {
  const named = records.map((record) => ({ record, columns: tagsOf(record.cells, fields, map) }));
  const [best] = named.toSorted(
    (a, b) => matches(b.columns) - matches(a.columns) || b.columns.length - a.columns.length,
  );
  if (!best || best.record.cells.length === 0) throw new AppError('bad_request', say('import-file-empty'));
  return best;
}

const matches = (columns: readonly (string | undefined)[]) => columns.filter((tag) => tag !== undefined).length;

/**
 * A file without names that has an address in its first line: only the column of addresses is read.
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
    say('import-no-addresses', {
      names: shownNames(cells),
      tags,
      map: JSON.stringify(`${cells[0]?.trim().slice(0, 40) ?? ''}=EMAIL`),
    }),
  );
}

function checkMap(cells: readonly string[], map: ReadonlyMap<string, string>): void {
  const plain = new Set(cells.map(plainName));
  const stranger = [...map.keys()].find((name) => !plain.has(plainName(name)));
  if (stranger === undefined) return;
  throw new AppError(
    'bad_request',
    say('import-no-column', { name: JSON.stringify(stranger), names: shownNames(cells) }),
  );
}

/**
 * The tag of each column: as mapped by the caller, else by a field's tag or label, else by common
 * names in other programs' exports. Where two columns could be the same field, the one that has
 * only a common name is left out.
 */
function tagsOf(
  cells: readonly string[],
  fields: readonly ListField[],
  map: ReadonlyMap<string, string>,
): (string | undefined)[] {
  const mapped = new Map([...map].map(([name, tag]) => [plainName(name), tag]));
  const names = cells.map(plainName);
  const named = namesOf(fields);
  const sure = names.map((name) => mapped.get(name) ?? named.get(name));
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

/** Tags of fields by their names: a tag before a label, the first of several. */
function namesOf(fields: readonly ListField[]): Map<string, string> {
  const named = new Map<string, string>();
  for (const { label, tag } of fields.toReversed()) named.set(plainName(label), tag);
  for (const { tag } of fields.toReversed()) named.set(plainName(tag), tag);
  named.delete('');
  return named;
}
