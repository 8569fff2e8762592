// Removes what is kept for repeated requests when its day is over.
import type { Db } from '../../storage/db.ts';
import { customerWithOlder } from '../../storage/spread/oldest.ts';
import { KEPT_MS } from './once.ts';
import { deleteOlder } from './queries.ts';

const CHUNK = 1_000;

/** Removes some old requests of one customer. @returns whether there may be more */
export async function removeOldAnswers(db: Db, at: number): Promise<boolean> {
  const customerId = await customerWithOlder(db, 'keyed_request', at - KEPT_MS);
  if (customerId === undefined) return false;
  await deleteOlder(db, customerId, at - KEPT_MS, CHUNK);
  return true;
}
