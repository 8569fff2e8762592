// Removes the subscribers of a deleted list in the background, in short transactions; call again
// until it returns 0.

import { inTransaction } from '../storage/db.ts';
import type { Db, List } from '../storage/tables.ts';
import { removeTallies } from '../storage/tally.ts';
import { removeConsentsOf } from './consent/record.ts';
import { removeGrowth } from './growth/note.ts';
import { tallyScope } from './queries.ts';
import { deleteSubscribers } from './queries-write.ts';
import { STATUSES } from './rules.ts';
import { removeMarks } from './search/marks.ts';
import { beginChange, countByStatus } from './status.ts';

/**
 * Removes up to `limit` subscribers of a list, with their counts.
 * @returns how many were removed, at least 1 as long as there is something left of them; 0 when
 * nothing is, and then the list's counts are gone too
 */
export function removeSubscribersOf(db: Db, list: Pick<List, 'id' | 'customer_id'>, limit = 2000): Promise<number> {
  return inTransaction(db, async (tx) => {
    await beginChange(tx, list);
    const rows = await tx
      .selectFrom('subscriber')
      .select(['id', 'status'])
      .where('list_id', '=', list.id)
      .where('customer_id', '=', list.customer_id)
      .orderBy('id')
      .limit(limit)
      .execute();
    if (rows.length === 0) {
      if ((await removeConsentsOf(tx, list, limit)) > 0) return 1;
      await removeMarks(tx, list);
      await removeGrowth(tx, list);
      await removeTallies(tx, list.customer_id, STATUSES.map(tallyScope), list.id);
      return 0;
    }
    const ids = rows.map((row) => row.id);
    await deleteSubscribers(tx, list, ids);
    const deltas = new Map<string, number>();
    for (const { status } of rows) deltas.set(status, (deltas.get(status) ?? 0) - 1);
    await countByStatus(tx, list, deltas, undefined);
    return rows.length;
  });
}
