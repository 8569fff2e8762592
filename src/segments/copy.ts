// Copies a list with its segments. The room of lists does not know segments, so this is here.
import { newUid } from '../kernel/ids.ts';
import { copyList } from '../lists/copy.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { takeNumbers } from '../storage/numbers.ts';
import type { List } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import { insertSegment, segmentsOfList } from './queries.ts';
import { definitionColumns, definitionOf, type Group } from './rules.ts';

/**
 * Gives `target` a copy of every segment of `source`.
 * @param fieldNumbers from the number of a source field to that of its copy; a segment on a field
 * that was removed has nobody in it, there as here
 */
async function copySegments(
  tx: Tx,
  {
    source,
    target,
    fieldNumbers,
    at,
  }: {
    source: Pick<List, 'id' | 'customer_id'>;
    target: Pick<List, 'id' | 'customer_id'>;
    fieldNumbers: ReadonlyMap<number, number>;
    at: number;
  },
): Promise<void> {
  const segments = await segmentsOfList(tx, source.customer_id, source.id);
  const first = await takeNumbers(tx, 'segment', target.customer_id, segments.length);
  for (const [index, segment] of segments.entries()) {
    const definition = definitionOf(segment);
    await insertSegment(tx, {
      uid: newUid(),
      customer_id: target.customer_id,
      number: first + index,
      list_id: target.id,
      name: segment.name,
      ...definitionColumns(withFields(definition, fieldNumbers)),
      members: 0,
      members_revision: -1,
      members_counted_at: 0,
      created_at: at,
      updated_at: at,
    });
  }
  await addToTally(tx, target.customer_id, 'segments', segments.length, target.id);
}

/** The same with the fields of the copy. */
function withFields<G extends Group>(group: G, numbers: ReadonlyMap<number, number>): G {
  const named = <C extends { fieldNumber: number }>(condition: C): C => ({
    ...condition,
    fieldNumber: numbers.get(condition.fieldNumber) ?? condition.fieldNumber,
  });
  return {
    ...group,
    conditions: group.conditions.map(named),
    dateConditions: group.dateConditions.map(named),
    groups: group.groups.map((within) => withFields(within, numbers)),
  };
}

/**
 * Copies a list: its settings, fields and segments, no subscribers.
 * @param source held, so that its segments are about the fields that are copied
 */
export function copyListWithSegments(db: Db, source: List, at: number): Promise<List> {
  return inTransaction(db, async (tx) => {
    const { list, fieldNumbers } = await copyList(tx, source, at);
    await copySegments(tx, { source, target: list, fieldNumbers, at });
    return list;
  });
}
