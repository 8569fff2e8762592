// Reads the cells of one column of a file as values of a field, and writes them as they are stored.
import { parseCell } from '../../csv/write.ts';
import { isSentence, type Sentence, say } from '../../kernel/sentences/sentence.ts';
import { isNothing } from '../../lists/fields/values.ts';
import { type CheckedField, checkNewValue, isCountry, type ValueOrFault } from '../values/field-input.ts';
import { foldedMember } from '../values/folded.ts';
import type { FieldValue } from '../values/values.ts';

/**
 * A value of a row, as the subscriber's columns have it: members of `field_values` (with that of
 * the time of a consent), of `folded`, and its word in `tokens`. No value: empty texts.
 */
export type CellValue = {
  fault?: Sentence;
  value?: FieldValue;
  givenAt?: number | undefined;
  member: string;
  consent: string;
  folded: string;
  token: string;
};

export type ColumnReader = {
  fieldId: number;
  isCountry: boolean;
  read(cells: readonly string[], country: string | undefined): CellValue;
  /** Whether the row itself has a value: an empty cell does not change a subscriber who exists. */
  isGiven(cells: readonly string[]): boolean;
};

/**
 * Values repeat (cities, plans, dates): this many results are remembered, unless few of them do.
 */
const REMEMBERED = 5000;
const MISSES_A_HIT = 4;

/** Makes the reader of a column. @param column its place; -1: the file has none for the field */
export function columnReader(
  field: CheckedField,
  column: number,
  { at, timeZone }: { at: number; timeZone: string | undefined },
): ColumnReader {
  let known: Map<string, CellValue> | undefined = new Map();
  let [hits, misses] = [0, 0];
  const { type } = field.definition;
  const needsCountry = type.place === 'state';
  const check = (raw: string, country: string | undefined) =>
    cellValue(field.id, checkNewValue(field, type.fromFile?.(raw) ?? raw, { at, timeZone, country }));
  return {
    fieldId: field.id,
    isCountry: isCountry(field),
    read(cells, country) {
      const raw = column === -1 ? '' : parseCell(cells[column] ?? '');
      if (!known || raw.length > 200) return check(raw, country);
      const key = needsCountry ? `${country}\n${raw}` : raw;
      const before = known.get(key);
      if (before) {
        hits += 1;
        return before;
      }
      const value = check(raw, country);
      misses += 1;
      if (known.size < REMEMBERED) known.set(key, value);
      else if (misses > hits * MISSES_A_HIT) known = undefined;
      return value;
    },
    isGiven: (cells) => column !== -1 && !isNothing(cells[column]),
  };
}

function cellValue(fieldId: number, { fault, ...checked }: ValueOrFault): CellValue {
  const { value, givenAt } = checked;
  const told =
    fault === undefined
      ? checked
      : { ...checked, fault: isSentence(fault) ? fault : say('server-says', { words: fault }) };
  if (value === undefined) return { ...told, member: '', consent: '', folded: '', token: '' };
  const { member: folded, token } = value.length === 0 ? { member: '', token: '' } : foldedMember(fieldId, value);
  const consent = givenAt === undefined ? '' : `"${fieldId}at":"${givenAt}"`;
  return { ...told, member: `"${fieldId}":${JSON.stringify(value)}`, consent, folded, token };
}
