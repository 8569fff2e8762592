// Takes what names a person out of bounces and complaints, which stay, as they are counted.
import { numberSet } from '../storage/dialect.ts';
import type { Tx } from '../storage/tables.ts';

/** @returns how many bounces and complaints there are of these subscribers */
export async function eraseInReturned(tx: Tx, customerId: number, subscriberIds: readonly number[]) {
  const blank = async (table: 'bounce' | 'complaint') => {
    const done = await tx
      .updateTable(table)
      .set({ message: '' })
      .where('customer_id', '=', customerId)
      .where('subscriber_id', 'in', numberSet(tx, subscriberIds))
      .executeTakeFirst();
    return Number(done.numUpdatedRows);
  };
  return { bounces: await blank('bounce'), complaints: await blank('complaint') };
}
