// Takes what names a person out of opens, clicks and unsubscribes, which stay, as they are counted:
// from where they came, with which program, and what was written.
import { numberSet } from '../storage/dialect.ts';
import type { Tx } from '../storage/tables.ts';

/** @returns how many of each there are of these subscribers */
export async function eraseInEvents(tx: Tx, customerId: number, subscriberIds: readonly number[]) {
  const blank = async (table: 'open' | 'click' | 'unsubscribe', more: { reason?: string; note?: string } = {}) => {
    const done = await tx
      .updateTable(table)
      .set({ ip_address: null, user_agent: null, ...more })
      .where('customer_id', '=', customerId)
      .where('subscriber_id', 'in', numberSet(tx, subscriberIds))
      .executeTakeFirst();
    return Number(done.numUpdatedRows);
  };
  return {
    opens: await blank('open'),
    clicks: await blank('click'),
    unsubscribes: await blank('unsubscribe', { reason: '', note: '' }),
  };
}
