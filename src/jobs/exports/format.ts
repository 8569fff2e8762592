// How people are written into a file: a line each, of CSV or of JSON.
import { BYTE_ORDER_MARK, csvLine } from '../../csv/write.ts';
import { isoOrNull } from '../../kernel/clock.ts';
import type { ToldPerson } from '../../segments/people/walk.ts';
import { EMAIL_TAG, parseFieldValues, valueText } from '../../subscribers/values/values.ts';
import type { ExportColumn, ExportFormat } from './parameters.ts';

/** Columns of CSV after those of the fields. */
const ABOUT = ['SUBSCRIBER_UID', 'STATUS', 'SOURCE', 'IP_ADDRESS', 'ADDED_AT', 'CONFIRMED_AT', 'UNSUBSCRIBED_AT'];

/** The first line, where the format has one. */
export function headOf(format: ExportFormat, columns: readonly ExportColumn[]): string {
  return format === 'csv' ? BYTE_ORDER_MARK + csvLine([...columns.map(({ tag }) => tag), ...ABOUT]) : '';
}

/** Makes the function that gives the line of a person. */
export function lineWriter(format: ExportFormat, columns: readonly ExportColumn[]): (row: ToldPerson) => string {
  const [added, confirmed, left] = [instantWriter(), instantWriter(), instantWriter()];
  return (row) => {
    const stored = parseFieldValues(row);
    const textOf = ({ id, tag }: ExportColumn) => (tag === EMAIL_TAG ? row.email : valueText(stored[id]));
    const times = [added(row.created_at), confirmed(row.confirmed_at), left(row.unsubscribed_at)];
    if (format === 'csv') {
      const about = [row.uid, row.status, row.source, row.ip_address, ...times];
      return csvLine([...columns.map(textOf), ...about.map((text) => text ?? '')]);
    }
    const [added_at, confirmed_at, unsubscribed_at] = times;
    const { uid, email, status, source, ip_address } = row;
    const values = Object.fromEntries(columns.map((column) => [column.tag, textOf(column)]));
    const about = { status, source, ip_address, added_at, confirmed_at, unsubscribed_at };
    return `${JSON.stringify({ subscriber_uid: uid, email, ...about, values })}\n`;
  };
}

/** People who came together have the same times. */
function instantWriter(): (at: number | null) => string | null {
  let [last, text]: [number | null, string | null] = [null, null];
  return (at) => {
    if (at !== last) [last, text] = [at, isoOrNull(at)];
    return text;
  };
}
