// Who is in a segment. Only confirmed subscribers are: nobody else can be mailed. No index knows a segment's members, so
// they are looked for in stretches of the list: on SQLite a statement holds up everything else in the process.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '../storage/db.ts';
import { inOrderOf } from '../storage/paging.ts';
import type { Segment, Subscriber } from '../storage/tables.ts';

const EVERYBODY = sql<SqlBool>`1 = 1`;

const confirmedIn = (db: Db, segment: Segment, condition: Expression<SqlBool>) =>
  db
    .selectFrom('subscriber')
    .where('subscriber.list_id', '=', segment.list_id)
    .where('subscriber.customer_id', '=', segment.customer_id)
    .where('subscriber.status', '=', 'confirmed')
    .where(condition);

/** Members among the next `limit` confirmed subscribers behind an id, and where that stretch ended; 0 when it was the last. */
export async function countMembersAfter(
  db: Db,
  segment: Segment,
  { condition, afterId, limit }: { condition: Expression<SqlBool>; afterId: number; limit: number },
): Promise<{ members: number; lastId: number }> {
  const end = await confirmedIn(db, segment, EVERYBODY)
    .select('subscriber.id')
    .where('subscriber.id', '>', afterId)
    .orderBy('subscriber.id')
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst();
  let stretch = confirmedIn(db, segment, condition)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('subscriber.id', '>', afterId);
  if (end) stretch = stretch.where('subscriber.id', '<=', end.id);
  const { n } = await stretch.executeTakeFirstOrThrow();
  return { members: Number(n), lastId: end?.id ?? 0 };
}

/**
 * Ids of members among the `limit` confirmed subscribers before an id, newest first, at most `take`; and where to go on, 0 when
 * the list has no more.
 */
export async function membersBefore(
  db: Db,
  segment: Segment,
  {
    condition,
    beforeId,
    limit,
    take,
  }: { condition: Expression<SqlBool>; beforeId: number; limit: number; take: number },
): Promise<{ ids: number[]; nextId: number }> {
  const end = await confirmedIn(db, segment, EVERYBODY)
    .select('subscriber.id')
    .where('subscriber.id', '<', beforeId)
    .orderBy('subscriber.id', 'desc')
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst();
  let stretch = confirmedIn(db, segment, condition).select('subscriber.id').where('subscriber.id', '<', beforeId);
  if (end) stretch = stretch.where('subscriber.id', '>=', end.id);
  const ids = (await stretch.orderBy('subscriber.id', 'desc').limit(take).execute()).map((row) => row.id);
  const last = ids.at(-1);
  return { ids, nextId: ids.length === take && last !== undefined ? last : (end?.id ?? 0) };
}

/** The subscribers of these ids, in this order. */
export async function subscribersById(db: Db, segment: Segment, ids: readonly number[]): Promise<Subscriber[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('subscriber')
    .selectAll()
    .where('customer_id', '=', segment.customer_id)
    .where('id', 'in', ids)
    .execute();
  return inOrderOf(ids, rows);
}
