// Removes entries of the audit when their time is over.
import { DAY_MS } from '../kernel/durations.ts';
import type { Db } from '../storage/db.ts';
import { customerWithOlder } from '../storage/spread/oldest.ts';
import { deleteOlder } from './queries.ts';

/** How long entries are kept, unless the installation says otherwise. */
export const KEPT_DAYS = 180;
const CHUNK = 1_000;

/**
 * Removes some old entries of one customer.
 * @param from the id of the first customer to look at
 * @returns the customer to go on from; undefined: nobody has more
 */
export async function removeOldEntries(
  db: Db,
  at: number,
  from: number,
  keptDays = KEPT_DAYS,
): Promise<number | undefined> {
  const before = at - keptDays * DAY_MS;
  const customerId = await customerWithOlder(db, 'audit', { before, from });
  if (customerId !== undefined) await deleteOlder(db, customerId, before, CHUNK);
  return customerId;
}
