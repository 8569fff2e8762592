// Segments of all lists of a customer, list by list, the newest first of each. They are read along
// one index, so that a page costs the same whatever the customer has.
import { sql } from 'kysely';
import type { Place } from '../../http/members/keyset.ts';
import { foldText } from '../../kernel/text/comparing.ts';
import type { Db } from '../../storage/db.ts';
import { numberSet } from '../../storage/dialect.ts';
import { inOrderOf } from '../../storage/paging.ts';
import type { List, Segment } from '../../storage/tables.ts';
import { REQUEST_MS, withCounts } from '../count.ts';

/** A segment and the list that it is a part of. */
export type Listed = { segment: Segment; list: List };

type Asked = { after: Place | undefined; perPage: number; search: string | undefined };

/** This many are looked at for a search, in one statement, and for one answer. */
const PIECE = 1000;
const LOOKED_AT = 10_000;

/**
 * One page of the customer's segments; with `search` only those whose name, or whose list's name,
 * holds this text, without regard to case. Counts are as in withCounts.
 *
 * @returns `next`: the place after the last one that was looked at; undefined: there are no more
 */
export async function pageOfAllSegments(
  db: Db,
  customerId: number,
  { after, perPage, search }: Asked,
  at: number,
): Promise<{ listed: Listed[]; next: Place | undefined }> {
  const wanted = search === undefined ? undefined : foldText(search);
  const limit = wanted === undefined ? perPage + 1 : PIECE;
  const ids: number[] = [];
  let last = after;
  for (let looked = 0; looked < LOOKED_AT; looked += limit) {
    const some = await candidatesAfter(db, customerId, last, limit);
    for (const one of some) {
      if (ids.length === perPage) return { listed: await listedOf(db, customerId, ids, at), next: last };
      last = [one.list_id, one.id];
      if (wanted === undefined || foldText(`${one.name}\n${one.list_name}`).includes(wanted)) ids.push(one.id);
    }
    if (some.length < limit) return { listed: await listedOf(db, customerId, ids, at), next: undefined };
  }
  return { listed: await listedOf(db, customerId, ids, at), next: last };
}

type Candidate = Pick<Segment, 'id' | 'list_id' | 'name'> & { list_name: string };

function candidatesAfter(db: Db, customerId: number, after: Place | undefined, limit: number): Promise<Candidate[]> {
  return db
    .selectFrom('segment')
    .innerJoin('list', (join) =>
      join.onRef('list.customer_id', '=', 'segment.customer_id').onRef('list.id', '=', 'segment.list_id'),
    )
    .select(['segment.id', 'segment.list_id', 'segment.name', 'list.name as list_name'])
    .where('segment.customer_id', '=', customerId)
    .where('list.status', '=', 'active')
    .$if(after !== undefined, (query) => {
      const [listId = 0, id = 0] = after ?? [];
      return query.where(sql<boolean>`(segment.list_id, segment.id) < (${listId}, ${id})`);
    })
    .orderBy('segment.list_id', 'desc')
    .orderBy('segment.id', 'desc')
    .limit(limit)
    .execute();
}

/** The segments of these ids, in this order; counted where due, in all as long as for one list. */
async function listedOf(db: Db, customerId: number, ids: readonly number[], at: number): Promise<Listed[]> {
  if (ids.length === 0) return [];
  const found = db.selectFrom('segment').selectAll().where('customer_id', '=', customerId);
  const segments = inOrderOf(ids, await found.where('id', 'in', numberSet(db, ids)).execute());
  const listIds = numberSet(db, [...new Set(segments.map(({ list_id }) => list_id))]);
  const some = db.selectFrom('list').selectAll().where('customer_id', '=', customerId);
  const lists = new Map((await some.where('id', 'in', listIds).execute()).map((list) => [list.id, list]));
  const until = performance.now() + REQUEST_MS;
  const listed: Listed[] = [];
  for (const [listId, ofList] of Map.groupBy(segments, ({ list_id }) => list_id)) {
    const list = lists.get(listId);
    if (!list) continue; // removed since
    const counted = await withCounts(db, list, ofList, at, until);
    listed.push(...counted.map((segment) => ({ segment, list })));
  }
  return listed;
}
