// Statements on the table of subscribers: writing. Who calls these keeps the tallies (tallies.ts) in the same transaction.
import { insertRows } from '../storage/dialect.ts';
import type { List, NewSubscriber, Subscriber, SubscriberUpdate, Tx } from '../storage/tables.ts';

/** Inserts one. */
export function insertSubscriber(tx: Tx, subscriber: NewSubscriber): Promise<Subscriber> {
  return tx.insertInto('subscriber').values(subscriber).returningAll().executeTakeFirstOrThrow();
}

/** Changes one. */
export function updateSubscriber(
  tx: Tx,
  { id, customer_id }: Pick<Subscriber, 'id' | 'customer_id'>,
  changes: SubscriberUpdate,
): Promise<Subscriber> {
  return tx
    .updateTable('subscriber')
    .set(changes)
    .where('id', '=', id)
    .where('customer_id', '=', customer_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Removes one. @returns whether it was still there */
export async function deleteSubscriber(
  tx: Tx,
  { id, customer_id }: Pick<Subscriber, 'id' | 'customer_id'>,
): Promise<boolean> {
  const result = await tx
    .deleteFrom('subscriber')
    .where('id', '=', id)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** What differs from row to row when many are written at once. */
export type SubscriberRow = {
  uid: string;
  email: string;
  email_key: string;
  status: string;
  source: string;
  ip_address: string | null;
  field_values: string;
  folded: string;
  tokens: string;
};

const COLUMNS = [
  'uid',
  'email',
  'email_key',
  'status',
  'source',
  'ip_address',
  'field_values',
  'folded',
  'tokens',
] as const satisfies (keyof SubscriberRow)[];
const ADDRESS_INDEX = ['customer_id', 'email_key', 'list_id'];

/** Columns that a written row may replace in the one that has its address. */
export type ReplacedColumns = readonly (Exclude<keyof SubscriberRow, 'uid'> | 'updated_at' | 'unsubscribed_at')[];

/**
 * Writes many subscribers. An address that the list holds already is left as it is, or has the `replaced` columns
 * replaced.
 * @param at now, ms
 * @returns how many rows were written
 */
export async function insertSubscribers(
  tx: Tx,
  list: Pick<List, 'id' | 'customer_id'>,
  rows: readonly SubscriberRow[],
  at: number,
  replaced: ReplacedColumns = [],
): Promise<number> {
  const gone = rows.filter((row) => row.status === 'unsubscribed');
  if (gone.length > 0 && gone.length < rows.length) {
    const others = rows.filter((row) => row.status !== 'unsubscribed');
    const written = await insertSubscribers(tx, list, others, at, replaced);
    return written + (await insertSubscribers(tx, list, gone, at, replaced));
  }
  const shared = {
    customer_id: list.customer_id,
    list_id: list.id,
    created_at: at,
    updated_at: at,
    unsubscribed_at: gone.length > 0 ? at : null,
  };
  const values = rows.flatMap((row) => COLUMNS.map((column) => row[column]));
  return insertRows(tx, 'subscriber', shared, COLUMNS, values, { on: ADDRESS_INDEX, update: replaced });
}
