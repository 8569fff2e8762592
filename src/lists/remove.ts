// Removing a list: gone for every call at once, cleared away in the background.
import { AppError } from '../kernel/errors.ts';
import { inTransaction } from '../storage/db.ts';
import type { Db, List } from '../storage/tables.ts';
import { addToTally, removeTallies } from '../storage/tally.ts';
import { deleteFieldsOf } from './fields/queries.ts';
import { deleteListRow, isBeingSent, isNamed, lockList, markForRemoval, markRemoved, nextToRemove } from './queries.ts';
import { endRemoval } from './queries-removal.ts';

/**
 * Removes a list for every call that follows; its rows go in the background (`clearRemovedList`).
 * @throws AppError `state` while a campaign of it is leaving
 */
export async function removeList(db: Db, list: List, at: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockList(tx, list);
    if (await isBeingSent(tx, list, at)) {
      throw new AppError('state', 'This list cannot be removed while a campaign of it is being sent.');
    }
    if (await markForRemoval(tx, list, at)) await addToTally(tx, 'lists', list.customer_id, -1);
  });
}

/** Removes up to `limit` rows that belong to a list. @returns how many; 0 when none is left */
export type RemovePart = (db: Db, list: Pick<List, 'id' | 'customer_id'>, limit: number) => Promise<number>;

/**
 * One short step of clearing away a removed list.
 * @param parts what else belongs to a list (subscribers, segments): later nouns, so the caller
 * brings them
 * @returns whether there may be more to do
 */
export async function clearRemovedList(db: Db, parts: readonly RemovePart[], limit = 2000): Promise<boolean> {
  const list = await nextToRemove(db);
  if (!list) return false;
  for (const removePart of parts) {
    if ((await removePart(db, list, limit)) > 0) return true;
  }
  await inTransaction(db, async (tx) => {
    await lockList(tx, list);
    await deleteFieldsOf(tx, list);
    await endRemoval(tx, list.id);
    await removeTallies(tx, ['fields'], list.id);
    // Campaigns say which list they went to, also when it is no more.
    if (await isNamed(tx, list)) await markRemoved(tx, list);
    else await deleteListRow(tx, list);
  });
  return true;
}
