// Lists that commands show: as a table for people, as JSON for programs.
import { isoOrNull } from '../kernel/clock.ts';
import { jsonText, printTable, timeText } from './output.ts';

type Value = string | number | boolean | readonly string[] | null;

/** What a list shows of each row. */
export type Column<T> = {
  value(row: T): Value;
  /** Its title in a table; default: its name. */
  title?: string;
  /** Its text in a table; default: the value, nothing for null and false. */
  text?(row: T): string;
  /** Whether a table leaves it out, as another column says it, too. */
  isOnlyInJson?: boolean;
};

/** The columns of a list by their names, which are those of the members in JSON. */
export type Columns<T> = Readonly<Record<string, Column<T>>>;

/**
 * A column that shows an instant: in a table in UTC, in JSON as RFC 3339 has it.
 * @param never its text in a table where there is none
 */
export function timeColumn<T>(title: string, at: (row: T) => number | null, never = ''): Column<T> {
  return { title: `${title} (UTC)`, value: (row) => isoOrNull(at(row)), text: (row) => timeText(at(row), never) };
}

/**
 * Prints a list. Values may hold untrusted text.
 * @param json as one JSON array with an object for each row
 */
export function printList<T>(
  rows: readonly T[],
  columns: Columns<T>,
  { json, print }: { json: boolean; print(line: string): void },
): void {
  if (json) {
    print(jsonText(rows.map((row) => valuesOf(row, columns))));
    return;
  }
  const shown = Object.entries(columns).filter(([, column]) => !column.isOnlyInJson);
  const head = shown.map(([name, { title = name.replaceAll('_', ' ') }]) => title);
  const cells = rows.map((row) => shown.map(([, column]) => column.text?.(row) ?? cellOf(column.value(row))));
  printTable(head, cells, print);
}

const valuesOf = <T>(row: T, columns: Columns<T>) =>
  Object.fromEntries(Object.entries(columns).map(([name, { value }]) => [name, value(row)]));

function cellOf(value: Value): string {
  if (value === null || value === false) return '';
  if (value === true) return 'yes';
  return Array.isArray(value) ? value.join(' ') : String(value);
}
