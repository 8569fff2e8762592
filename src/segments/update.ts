// Changes a segment.
import type { Db } from '../storage/db.ts';
import type { Segment } from '../storage/tables.ts';
import { updateSegment } from './queries.ts';
import { type Definition, definitionColumns } from './rules.ts';

/** Sets the name and the conditions. The last count stays until the next one, but is stale. */
export function changeSegment(
  db: Db,
  segment: Segment,
  { name, definition }: { name: string; definition: Definition },
  at: number,
): Promise<Segment> {
  return updateSegment(db, segment, {
    name,
    ...definitionColumns(definition),
    members_revision: -1,
    members_counted_at: 0,
    updated_at: at,
  });
}
