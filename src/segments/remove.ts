// Removes a segment.
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { lockList } from '../lists/queries.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import type { Segment } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import { deleteSegment, holdSegment, isInUse } from './queries.ts';

/**
 * Removes the segment. Its list is held before it, as by whoever changes a segment.
 * @throws AppError `state` while a campaign that has not finished uses it, `not_found`
 */
export function removeSegment(db: Db, segment: Segment): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockList(tx, { id: segment.list_id, customer_id: segment.customer_id });
    const isThere = await holdSegment(tx, segment); // from now on no campaign takes it
    if (!isThere) throw new AppError('not_found', say('segment-missing'));
    if (await isInUse(tx, segment)) {
      throw new AppError('state', say('segment-used'));
    }
    await deleteSegment(tx, segment);
    await addToTally(tx, segment.customer_id, 'segments', -1, segment.list_id);
  });
}
