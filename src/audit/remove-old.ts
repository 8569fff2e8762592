// Removes entries of the audit when their time is over.
import type { Db } from '../storage/db.ts';
import { customerWithOlder, deleteOlder } from './queries.ts';

/** How long entries are kept. */
export const KEPT_MS = 180 * 86_400_000;
const CHUNK = 1_000;

/** Removes some old entries of one customer. @returns whether there may be more */
export async function removeOldEntries(db: Db, at: number): Promise<boolean> {
  const customerId = await customerWithOlder(db, at - KEPT_MS);
  if (customerId === undefined) return false;
  await deleteOlder(db, customerId, at - KEPT_MS, CHUNK);
  return true;
}
