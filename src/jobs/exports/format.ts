// How people are written into a file: a line each, of CSV or of JSON.
import { csvLine } from '../../csv/write.ts';
import { isoOrNull } from '../../kernel/clock.ts';
import type { Subscriber } from '../../storage/tables.ts';
import { EMAIL_TAG, parseFieldValues, valueText } from '../../subscribers/values/values.ts';
import type { ExportColumn, ExportFormat } from './parameters.ts';

/** Columns of CSV behind those of the fields. */
const ABOUT = ['SUBSCRIBER_UID', 'STATUS', 'SOURCE', 'IP_ADDRESS', 'ADDED_AT', 'CONFIRMED_AT', 'UNSUBSCRIBED_AT'];

/** The first line, where the format has one. */
export function headOf(format: ExportFormat, columns: readonly ExportColumn[]): string {
  return format === 'csv' ? csvLine([...columns.map(({ tag }) => tag), ...ABOUT]) : '';
}

/** The line of one person. */
export function lineOf(format: ExportFormat, columns: readonly ExportColumn[], row: Subscriber): string {
  const stored = parseFieldValues(row);
  const textOf = ({ id, tag }: ExportColumn) => (tag === EMAIL_TAG ? row.email : valueText(stored[id]));
  const times = [row.created_at, row.confirmed_at, row.unsubscribed_at].map(isoOrNull);
  if (format === 'csv') {
    const about = [row.uid, row.status, row.source, row.ip_address, ...times];
    return csvLine([...columns.map(textOf), ...about.map((text) => text ?? '')]);
  }
  const [added_at, confirmed_at, unsubscribed_at] = times;
  const { uid, email, status, source, ip_address } = row;
  const values = Object.fromEntries(columns.map((column) => [column.tag, textOf(column)]));
  const about = { status, source, ip_address, added_at, confirmed_at, unsubscribed_at };
  return `${JSON.stringify({ subscriber_uid: uid, email, ...about, values })}\n`;
}
