// A field as it would be if it was saved now: for previews.
import type { Call } from '../../http/route.ts';
import type { List, ListField } from '../../storage/tables.ts';
import { fieldColumns } from './input.ts';
import { getField } from './update.ts';
import { readField } from './wire/wire.ts';

/**
 * The fields of a list with one that is not saved, in their order.
 * @param sent as when it is saved; with the `field_id` of a field, its changes
 * @throws AppError `invalid` as when it is saved, `not_found` for a field that the list has not
 */
export async function withUnsaved(
  { db, caller, clock }: Pick<Call, 'db' | 'caller' | 'clock'>,
  list: List,
  fields: readonly ListField[],
  { field_id: number, ...sent }: Call['body'],
): Promise<Omit<ListField, 'created_at' | 'updated_at' | 'number' | 'customer_id' | 'list_id'>[]> {
  const before = number === undefined || number === null ? undefined : await getField(db, list, String(number));
  const around = { fields, before, dialect: caller.dialect, at: clock.now() };
  const input = readField(Object.assign(Object.create(null), sent), around);
  const row = { ...fieldColumns(input), id: before?.id ?? Number.MAX_SAFE_INTEGER };
  return [...fields.filter(({ id }) => id !== row.id), row].sort((a, b) => a.sort_order - b.sort_order || a.id - b.id);
}
