// Removes a segment.
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import type { Segment } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import { deleteSegment, holdSegment, isInUse } from './queries.ts';

/** Removes the segment. @throws AppError `state` while a campaign that has not finished uses it */
export function removeSegment(db: Db, segment: Segment): Promise<void> {
  return inTransaction(db, async (tx) => {
    await holdSegment(tx, segment); // no campaign takes it meanwhile
    if (await isInUse(tx, segment)) {
      throw new AppError('state', say('segment-used'));
    }
    if (await deleteSegment(tx, segment)) await addToTally(tx, segment.customer_id, 'segments', -1, segment.list_id);
  });
}
