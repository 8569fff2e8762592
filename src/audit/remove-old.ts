// Removes entries of the audit when their time is over.
import type { Db } from '../storage/db.ts';
import { customerWithOlder } from '../storage/spread/oldest.ts';
import { deleteOlder } from './queries.ts';

const DAY_MS = 86_400_000;
/** How long entries are kept, unless the installation says otherwise. */
export const KEPT_DAYS = 180;
const CHUNK = 1_000;

/** Removes some old entries of one customer. @returns whether there may be more */
export async function removeOldEntries(db: Db, at: number, keptDays = KEPT_DAYS): Promise<boolean> {
  const before = at - keptDays * DAY_MS;
  const customerId = await customerWithOlder(db, 'audit', before);
  if (customerId === undefined) return false;
  await deleteOlder(db, customerId, before, CHUNK);
  return true;
}
