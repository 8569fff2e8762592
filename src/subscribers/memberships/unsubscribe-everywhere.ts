// Unsubscribes an address from every list of a customer.
import { emailKey } from '../../kernel/address.ts';
import { inTransaction } from '../../storage/db.ts';
import type { Db } from '../../storage/tables.ts';
import type { Evidence } from '../consent/record.ts';
import { unsubscribe } from '../status.ts';

/**
 * Unsubscribes an address from all lists of a customer, in one transaction.
 * @param at now, ms
 * @returns on how many lists that changed something
 */
export function unsubscribeEverywhere(
  db: Db,
  customerId: number,
  email: string,
  at: number,
  evidence: Evidence = { way: 'api' },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const subscribers = await tx
      .selectFrom('subscriber')
      .select(['id', 'customer_id', 'list_id'])
      .where('customer_id', '=', customerId)
      .where('email_key', '=', emailKey(email))
      .orderBy('list_id') // everyone locks lists in this order
      .execute();
    let changed = 0;
    for (const subscriber of subscribers) if (await unsubscribe(tx, subscriber, at, evidence)) changed += 1;
    return changed;
  });
}
