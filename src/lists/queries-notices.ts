// Statements about which lists have notices to send.
import { skipLocked } from '../storage/dialect.ts';
import { isAmong, reachableCustomers } from '../storage/spread/customers-to-poll.ts';
import type { List, Tx } from '../storage/tables.ts';

/**
 * Locks lists of a customer whose last notice covers the time before `until`, the longest ago
 * first; no other process gets them meanwhile. Of the customer who has waited longest.
 */
export async function lockListsToNotice(tx: Tx, until: number, limit: number): Promise<List[]> {
  const due = () =>
    tx.selectFrom('list').where('noticed_at', '<', until).where('status', '=', 'active').orderBy('noticed_at');
  const those = await reachableCustomers(tx);
  const first = await due().where(isAmong(those, 'customer_id')).select('customer_id').limit(1).executeTakeFirst();
  if (!first) return [];
  return due()
    .selectAll()
    .where('customer_id', '=', first.customer_id)
    .limit(limit)
    .modifyEnd(skipLocked(tx))
    .execute();
}

/** Records until when a list's people have been notified. */
export async function markNoticed(tx: Tx, list: Pick<List, 'id' | 'customer_id'>, at: number): Promise<void> {
  await tx
    .updateTable('list')
    .set({ noticed_at: at })
    .where('id', '=', list.id)
    .where('customer_id', '=', list.customer_id)
    .execute();
}
