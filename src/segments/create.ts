// Creates a segment.
import { newUid } from '../kernel/ids.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { takeNumbers } from '../storage/numbers.ts';
import type { List, Segment } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import { insertSegment } from './queries.ts';
import { type Definition, definitionColumns } from './rules.ts';

/** Creates a segment of the list; it has no count yet. */
export function createSegment(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  { name, definition }: { name: string; definition: Definition },
  at: number,
): Promise<Segment> {
  return inTransaction(db, async (tx) => {
    await addToTally(tx, list.customer_id, 'segments', 1, list.id);
    return insertSegment(tx, {
      uid: newUid(),
      customer_id: list.customer_id,
      number: await takeNumbers(tx, 'segment', list.customer_id),
      list_id: list.id,
      name,
      ...definitionColumns(definition),
      members: 0,
      members_revision: -1,
      members_counted_at: 0,
      created_at: at,
      updated_at: at,
    });
  });
}
