// The audience of a campaign, as a condition on table `subscriber`.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../storage/db.ts';
import type { Campaign, ListField } from '../storage/tables.ts';
import { compileSegment } from './compile.ts';
import { findSegmentById, inZone } from './queries.ts';

/**
 * The condition of a campaign that is narrowed to a segment; without one everybody meets it.
 * A segment that is gone has no members: rather nobody gets a message than everybody.
 * @param at as in compileSegment
 */
export async function audienceCondition(
  db: Db | Tx,
  { customer_id, segment_id }: Pick<Campaign, 'customer_id' | 'segment_id'>,
  fields: readonly Pick<ListField, 'id' | 'number' | 'type'>[],
  at: number,
): Promise<Expression<SqlBool>> {
  if (segment_id === null) return compileSegment(db, undefined, fields, at);
  const segment = await findSegmentById(db, customer_id, segment_id);
  return segment ? compileSegment(db, await inZone(db, segment), fields, at) : sql<SqlBool>`1 = 0`;
}
