// Deletes a sending domain and its keys.
import { type Db, inTransaction } from '../storage/db.ts';
import type { SendingDomain } from '../storage/tables/delivery.ts';
import { addToTally } from '../storage/tally.ts';
import { TALLY } from './create.ts';
import { deleteDomain, holdDomain } from './queries.ts';

/**
 * Deletes the domain and its private keys for good; mail is unsigned within half a minute.
 * @throws AppError `not_found`
 */
export function removeDomain(db: Db, domain: SendingDomain): Promise<void> {
  return inTransaction(db, async (tx) => {
    await holdDomain(tx, domain); // whoever adds keys to it, or notes what a look found, is done
    await deleteDomain(tx, domain);
    await addToTally(tx, domain.customer_id, TALLY, -1);
  });
}
