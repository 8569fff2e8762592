// Removes what is kept for repeated requests when its day is over.
import type { Db } from '../../storage/db.ts';
import { customerWithOlder } from '../../storage/spread/oldest.ts';
import { KEPT_MS } from './once.ts';
import { deleteOlder } from './queries.ts';

const CHUNK = 1_000;

/**
 * Removes some old requests of one customer.
 * @param from the id of the first customer to look at
 * @returns the customer to go on from; undefined: nobody has more
 */
export async function removeOldAnswers(db: Db, at: number, from: number): Promise<number | undefined> {
  const before = at - KEPT_MS;
  const customerId = await customerWithOlder(db, 'keyed_request', { before, from });
  if (customerId !== undefined) await deleteOlder(db, customerId, before, CHUNK);
  return customerId;
}
