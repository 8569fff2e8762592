// The member count of a segment: stored, so that no request takes longer because its list has
// grown. The list's revision says whether it is still right.
import type { Clock } from '../kernel/clock.ts';
import { systemClock } from '../kernel/clock.ts';
import { fieldsOf } from '../lists/fields/queries.ts';
import type { Db } from '../storage/db.ts';
import type { List, ListField, Segment } from '../storage/tables.ts';
import { findTally } from '../storage/tally.ts';
import { compileSegment } from './compile.ts';
import { inZone, keepCount, staleSegments } from './queries.ts';
import { searchOf } from './queries-members.ts';
import { COUNT_STANDS_MS, COUNTED_AT_ONCE, isStale, nextStretch, stretchOf, UNASKED_COUNT_STANDS_MS } from './rules.ts';

/** How long one request may spend on counting; segments beyond that keep their last count. */
export const REQUEST_MS = 250;

/**
 * The segments of one list with counts: a stale count is updated now when the list is small, else
 * the last count is given and recountStaleSegments updates it later.
 * @param until the last instant at which one is begun (performance.now(), ms)
 */
export async function withCounts(
  db: Db,
  list: List,
  segments: readonly Segment[],
  at: number,
  until = performance.now() + REQUEST_MS,
): Promise<Segment[]> {
  const isSmall = (await findTally(db, list.customer_id, 'subscribers:confirmed', list.id)) <= COUNTED_AT_ONCE;
  if (!isSmall || !segments.some((segment) => isStale(segment, list, at))) return [...segments];
  const fields = await fieldsOf(db, list.customer_id, list.id);
  const counted: Segment[] = [];
  for (const segment of segments) {
    const isDue = isStale(segment, list, at) && performance.now() < until;
    counted.push(isDue ? await recount(db, segment, { list, fields, at }) : segment);
  }
  return counted;
}

/** As withCounts, for one segment. */
export async function withCount(db: Db, list: List, segment: Segment, at: number): Promise<Segment> {
  return (await withCounts(db, list, [segment], at))[0] ?? segment;
}

/**
 * Updates stale counts until none is left or `limitMs` is over, at least one a call. A segment is
 * counted at most once a minute, however fast its list changes, and each ten minutes where its
 * count changes without the list.
 * @returns how many were counted
 */
export async function recountStaleSegments(db: Db, limitMs: number, clock: Clock = systemClock): Promise<number> {
  const until = performance.now() + limitMs;
  let counted = 0;
  const now = clock.now();
  const before = { changed: now - COUNT_STANDS_MS, byItself: now - UNASKED_COUNT_STANDS_MS };
  for (const segment of await staleSegments(db, before, 100)) {
    if (counted > 0 && performance.now() > until) break;
    const list = await db
      .selectFrom('list')
      .select(['id', 'customer_id', 'revision'])
      .where('customer_id', '=', segment.customer_id)
      .where('id', '=', segment.list_id)
      .executeTakeFirst();
    if (!list) continue;
    await recount(db, segment, { list, fields: await fieldsOf(db, list.customer_id, list.id), at: clock.now() });
    counted += 1;
  }
  return counted;
}

async function recount(
  db: Db,
  segment: Segment,
  { list, fields, at }: { list: Pick<List, 'revision'>; fields: ListField[]; at: number },
): Promise<Segment> {
  const search = searchOf(db, segment, compileSegment(db, await inZone(db, segment), fields, at));
  let limit = stretchOf(segment);
  let members = 0;
  let afterId = 0;
  do {
    const began = performance.now();
    const stretch = await search.countAfter(afterId, limit);
    members += stretch.members;
    afterId = stretch.lastId;
    limit = nextStretch(limit, performance.now() - began);
    await new Promise(setImmediate); // lets other work run between two stretches
  } while (afterId > 0);
  // The revision from before the count: changes made meanwhile make the count stale again.
  const count = { members, members_revision: list.revision, members_counted_at: at };
  return (await keepCount(db, segment, count)) ?? { ...segment, ...count };
}
