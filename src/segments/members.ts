// The members of a segment, page by page, newest first. The end of each page is remembered, so that
// a client that walks through the pages goes through the list once; any other page is reached from
// the nearest remembered one before it.

import type { Expression, SqlBool } from 'kysely';
import type { PageRequest } from '../kernel/page.ts';
import { recentOf } from '../kernel/recent.ts';
import { fieldsOf } from '../lists/fields/queries.ts';
import type { Db } from '../storage/db.ts';
import type { List, ListField, Segment, Subscriber } from '../storage/tables.ts';
import { compileSegment } from './compile.ts';
import { withCount } from './count.ts';
import { inZone } from './queries.ts';
import { searchOf, subscribersById } from './queries-members.ts';
import { stretchOf } from './rules.ts';

/** Subscribers looked at in the first statement: few, as that fills a page in most segments. */
const FIRST_STRETCH = 500;

/**
 * One page of a segment's members, the list's fields, and the stored count: less where the page
 * shows that there are fewer by now, as opens, clicks and mails change who is in it.
 */
export async function membersOf(
  db: Db,
  list: List,
  segment: Segment,
  { request, at }: { request: PageRequest; at: number },
): Promise<{ count: number; fields: ListField[]; subscribers: Subscriber[] }> {
  const counted = await withCount(db, list, segment, at);
  const fields = await fieldsOf(db, list.customer_id, list.id);
  const condition = compileSegment(db, await inZone(db, counted), fields, at);
  const { count, ids } = await pageOfMembers(db, counted, { condition, request });
  return { count, fields, subscribers: await subscribersById(db, counted, ids) };
}

async function pageOfMembers(
  db: Db,
  segment: Segment,
  { condition, request }: { condition: Expression<SqlBool>; request: PageRequest },
): Promise<{ count: number; ids: number[] }> {
  const { page, perPage } = request;
  const before = (page - 1) * perPage;
  if (before >= segment.members) return { count: segment.members, ids: [] };
  const ends = endsOf(db, segment, perPage);
  const from = nearestBefore(ends, page);
  let skip = (page - 1 - from.page) * perPage;
  let beforeId = from.end;
  const search = searchOf(db, segment, condition);
  const largest = stretchOf(segment);
  let limit = Math.min(FIRST_STRETCH, largest);
  const ids: number[] = [];
  const wanted = Math.min(perPage, segment.members - before);
  while (ids.length < wanted && beforeId > 0) {
    const take = skip + wanted - ids.length;
    const stretch = await search.before(beforeId, { limit, take });
    ids.push(...stretch.ids.slice(skip));
    skip = Math.max(0, skip - stretch.ids.length);
    beforeId = stretch.nextId;
    limit = Math.min(limit * 2, largest);
    if (beforeId > 0) await new Promise(setImmediate); // lets other work run
  }
  const last = ids.at(-1);
  if (last !== undefined) ends.set(page, last);
  return { count: ids.length < wanted ? before + ids.length : segment.members, ids };
}

/** For each page the id of its last member, valid for one count of the segment. */
type Ends = Map<number, number>;
const REMEMBERED_PAGES = 10_000;
const rememberedOf = recentOf<Db, Ends>(200);

function endsOf(db: Db, segment: Segment, perPage: number): Ends {
  const remembered = rememberedOf(db);
  const key = `${segment.id} ${segment.members_counted_at} ${segment.members_revision} ${segment.members} ${perPage}`;
  const known = remembered.get(key);
  if (known && known.size < REMEMBERED_PAGES) return known;
  const ends: Ends = new Map();
  remembered.set(key, ends);
  return ends;
}

function nearestBefore(ends: Ends, page: number): { page: number; end: number } {
  let nearest = { page: 0, end: Number.MAX_SAFE_INTEGER };
  for (const [known, end] of ends) {
    if (known < page && known > nearest.page) nearest = { page: known, end };
  }
  return nearest;
}
