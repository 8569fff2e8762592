// Erases an address from all lists of a customer.
import type { Db, Subscriber, Tx } from '../storage/tables.ts';
import { eraseConsents } from './consent/record.ts';
import { deleteSubscribers } from './queries-write.ts';
import { beginChange, countMove } from './status.ts';

/** The ids and uids under which an address is known on lists. */
export function namesWith(db: Db, customerId: number, key: string): Promise<Pick<Subscriber, 'id' | 'uid'>[]> {
  return db
    .selectFrom('subscriber')
    .select(['id', 'uid'])
    .where('customer_id', '=', customerId)
    .where('email_key', '=', key)
    .execute();
}

/**
 * @param at now, ms
 * @returns the rows that are gone, also those of lists that are being removed, and how many records
 * of consent went with them
 */
export async function eraseSubscribers(
  tx: Tx,
  customerId: number,
  key: string,
  at: number,
): Promise<{ rows: Subscriber[]; consents: number }> {
  const rowsOf = () =>
    tx
      .selectFrom('subscriber')
      .selectAll()
      .where('customer_id', '=', customerId)
      .where('email_key', '=', key)
      .orderBy('list_id') // everyone locks lists in this order
      .execute();
  for (const { list_id } of await rowsOf()) await beginChange(tx, { id: list_id, customer_id: customerId });
  const rows = await rowsOf(); // again, as they are now that their lists are locked
  for (const row of rows) {
    const list = { id: row.list_id, customer_id: customerId };
    await deleteSubscribers(tx, list, [row.id]);
    await countMove(tx, list, row.status, undefined, at);
  }
  return { rows, consents: await eraseConsents(tx, customerId, key) };
}
