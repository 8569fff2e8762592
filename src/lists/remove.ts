// Removes a list: no call finds it any more, and its rows are removed in the background.
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { inTransaction } from '../storage/db.ts';
import type { Db, List } from '../storage/tables.ts';
import { addToTally, removeTallies } from '../storage/tally.ts';
import { deleteFieldsOf } from './fields/queries.ts';
import {
  deleteListRow,
  getLockedList,
  isBeingSent,
  isNamed,
  lockList,
  markForRemoval,
  markRemoved,
  nextToRemove,
} from './queries.ts';
import { endRemoval } from './queries-removal.ts';

/**
 * Removes a list for all later calls; its rows go in the background (`clearRemovedList`).
 * @throws AppError `state` while one of its campaigns is being sent, `not_found`
 */
export async function removeList(db: Db, list: Pick<List, 'id' | 'customer_id'>, at: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await getLockedList(tx, list);
    if (await isBeingSent(tx, list, at)) {
      throw new AppError('state', say('list-sending'));
    }
    await markForRemoval(tx, list, at);
    await addToTally(tx, list.customer_id, 'lists', -1);
  });
}

/** Removes up to `limit` rows that belong to a list. @returns how many; 0 when none is left */
export type RemovePart = (db: Db, list: Pick<List, 'id' | 'customer_id'>, limit: number) => Promise<number>;

/**
 * Removes one chunk of what belongs to a removed list.
 * @param parts remove what else belongs to a list (subscribers, segments); passed in because those
 * rooms come later in the order
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
    await endRemoval(tx, list);
    await removeTallies(tx, list.customer_id, ['fields'], list.id);
    // Campaigns show the list that they went to, also when it was removed.
    if (await isNamed(tx, list)) await markRemoved(tx, list);
    else await deleteListRow(tx, list);
  });
  return true;
}
