// Guesses what the columns of CSV are: by their names, and by the values at the beginning. A guess
// is shown to a person, who says what is right.

import { REPAIR_HEAD } from '../../csv/bad-row.ts';
import { addressPlace, firstRecords, isAboutTheExport, plainName } from '../../csv/header.ts';
import { openRecordParser } from '../../csv/records.ts';
import { parseCell } from '../../csv/write.ts';
import { type FieldRules, type FieldTypeName, getFieldType } from '../../lists/fields/types.ts';
import { checkValue, completeDefinition } from '../../lists/fields/values.ts';
import type { ListField } from '../../storage/tables.ts';
import { EMAIL_TAG } from '../values/values.ts';
import { bestColumns } from './file.ts';

/** A field that the list does not have yet. */
export type NewField = { label: string; type: FieldTypeName };

/** A column, and what it may be: a field of the list, a new one, or nothing to import (neither). */
export type GuessedColumn = {
  /** As the first line names it. */
  name: string;
  /** Its first values that are not empty, shortened. */
  samples: string[];
  field: string | null;
  new_field: NewField | null;
};

export type Guess = { delimiter: string; hasNames: boolean; columns: GuessedColumn[] };

const SAMPLES = 5;
const SAMPLE_CHARACTERS = 100;
const ROWS = 200;
const MAX_LABEL = 255;

/** Types that are told by their values: the first that takes all of them, or nearly all. */
const TELLING = ['date', 'datetime', 'checkbox', 'country', 'url', 'email', 'phonenumber'] as const;
/** Types whose values nobody writes by chance: a few bad ones among them are faults of the file. */
const UNMISTAKABLE: readonly FieldTypeName[] = ['date', 'datetime'];
const MOST = 0.9;

/**
 * Guesses the columns of a text.
 * @param head the beginning of it; `isAll`: and there is no more
 * @param given what is known already
 * @param at now, ms
 * @throws AppError `bad_request` when it is empty
 */
export function guessColumns(
  { head, isAll }: { head: string; isAll: boolean },
  fields: readonly ListField[],
  given: { delimiter?: string | undefined; hasNames?: boolean | undefined },
  at: number,
): Guess {
  const records = firstRecords(head, given.delimiter);
  const named = bestColumns(records, fields);
  const bare = records.find(({ cells }) => addressPlace(cells) !== -1);
  const hasNames = given.hasNames ?? (named.columns.includes(EMAIL_TAG) || !bare);
  const { delimiter, cells } = (!hasNames && bare) || named.record;
  const rows = rowsOf(head, delimiter, isAll).slice(hasNames ? 1 : 0);
  const places = hasNames ? named.columns : [];
  // Bad rows that were repaired: what stood before their columns is about them.
  const isRepaired = hasNames && REPAIR_HEAD.every((name, i) => cells[i] === name);
  const isAbout = (i: number) => isRepaired && i < REPAIR_HEAD.length;
  const columns = cells.map((cell, i): GuessedColumn => {
    const values = rows.map((row) => parseCell((row[i] ?? '').trim())).filter((value) => value !== '');
    const name = hasNames ? parseCell(cell.trim()).slice(0, MAX_LABEL).toWellFormed() : '';
    const field = places[i] ?? null;
    const samples = values.slice(0, SAMPLES).map((value) => value.slice(0, SAMPLE_CHARACTERS).toWellFormed());
    return { name, samples, field, new_field: field === null && !isAbout(i) ? newField(name, values, at) : null };
  });
  const { length } = columns;
  if (columns.some(({ field }) => field === EMAIL_TAG)) return { delimiter, hasNames, columns };
  // Nothing is called an address: the column that holds the most of them is.
  const counts = Array.from({ length }, (_, i) => rows.filter((row) => addressPlace([row[i] ?? '']) === 0).length);
  const most = counts.indexOf(Math.max(...counts));
  const column = columns[most];
  if (column && (counts[most] ?? 0) > 0) Object.assign(column, { field: EMAIL_TAG, new_field: null });
  return { delimiter, hasNames, columns };
}

/** The first rows; the last one may be cut, unless the text is all there is. */
function rowsOf(head: string, delimiter: string, isAll: boolean): string[][] {
  const rows: string[][] = [];
  const record = (cells: string[]) => void (rows.length <= ROWS && rows.push(cells));
  const reader = openRecordParser(delimiter, { record, fault: () => undefined });
  reader.push(head);
  if (isAll) reader.end();
  return rows;
}

function newField(name: string, values: readonly string[], at: number): NewField | null {
  if (values.length === 0 || plainName(name) === '' || isAboutTheExport(name)) return null;
  return { label: name, type: typeOf(values, at) };
}

function typeOf(values: readonly string[], at: number): FieldTypeName {
  const telling = TELLING.find((type) => {
    const definition = definitionOfNew({ label: 'Value', type });
    const read = definition.type.fromFile ?? ((value: string) => value);
    const good = values.filter((value) => 'value' in checkValue(definition, read(value), { at })).length;
    return good >= values.length * (UNMISTAKABLE.includes(type) ? MOST : 1);
  });
  return telling ?? (values.some((value) => value.length > 255 || value.includes('\n')) ? 'textarea' : 'text');
}

function definitionOfNew({ label, type }: NewField) {
  const rules = rulesOfNew(type);
  return completeDefinition({ type: getFieldType(type), label, required: false, defaultValue: '', options: [], rules });
}

/** The rules of a field that is made for a column: a long text may be as long as any. */
export function rulesOfNew(type: FieldTypeName): FieldRules {
  return type === 'textarea' ? { max_length: 65_535 } : {};
}

/** Types that a column can become: without options to choose from, and not found out by us. */
export const NEW_TYPES = [
  ...['text', 'textarea', 'date', 'datetime', 'checkbox', 'country', 'state', 'phonenumber', 'email', 'url'],
  ...['rating', 'yearsrange'],
] as FieldTypeName[];
