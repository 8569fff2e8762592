// Whom a campaign may reach, as a condition on table `subscriber`.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../storage/db.ts';
import type { ListField } from '../storage/tables.ts';
import { compileSegment } from './compile.ts';
import { findSegmentById } from './queries.ts';

/**
 * The condition for a campaign narrowed to a segment (null: to none, which everybody meets).
 * A segment that is gone has no members: rather nobody gets a message than everybody.
 * @param at as in compileSegment
 */
export async function audienceCondition(
  db: Db | Tx,
  segmentId: number | null,
  fields: readonly Pick<ListField, 'id' | 'number' | 'type'>[],
  at: number,
): Promise<Expression<SqlBool>> {
  if (segmentId === null) return compileSegment(db, undefined, fields, at);
  const segment = await findSegmentById(db, segmentId);
  return segment ? compileSegment(db, segment, fields, at) : sql<SqlBool>`1 = 0`;
}
