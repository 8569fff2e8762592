// The people behind the counts of an audience, a page at a time.
import { type SqlBool, sql } from 'kysely';
import type { KeysetRequest, Place } from '../../http/members/keyset.ts';
import type { Db } from '../../storage/db.ts';
import type { List, Segment, Subscriber } from '../../storage/tables.ts';
import { isSuppressed } from '../../suppression/queries.ts';
import { scanNewest } from '../people/scan.ts';
import { conditionOf, LEFT_OUT } from './audience.ts';
import { nextEntries } from './entries.ts';

/** Whom to show: who gets it, or those left out for a reason. */
export const WHOM = ['gets', ...LEFT_OUT, 'suppressed', 'segment'] as const;
export type Whom = (typeof WHOM)[number];

/** Somebody; `cause` and `since` of one whose address is suppressed. */
export type Somebody = Pick<Subscriber, 'uid' | 'email' | 'status' | 'created_at'> & {
  cause?: string;
  since?: number;
};
type Page = { people: Somebody[]; next: Place | undefined };

/** The kinds of the values in a place: of all but the suppressed, the first is 0. */
export const PLACE = ['number', 'number'] as const;

/** One page of them: newest first; the suppressed in the order of their suppressions. */
export async function peopleOf(
  db: Db,
  { list, segment }: { list: List; segment: Segment | undefined },
  whom: Whom,
  { after, perPage }: KeysetRequest,
  at: number,
): Promise<Page> {
  const [source = 0, id] = (after ?? []) as number[];
  if (whom === 'suppressed') return suppressedPeople(db, list, { source, after: id ?? 0 }, perPage);
  const inSegment = await conditionOf(db, list, segment, at);
  const suppressed = isSuppressed(list.customer_id, 'subscriber.email_key');
  const bySegment = {
    gets: sql<SqlBool>`${inSegment} and not ${suppressed}`,
    segment: sql<SqlBool>`not (${inSegment}) and not ${suppressed}`,
  };
  const isBySegment = whom === 'gets' || whom === 'segment';
  const condition = isBySegment ? bySegment[whom] : sql<SqlBool>`1 = 1`;
  const status = isBySegment ? 'confirmed' : whom;
  const from = { condition, after: id, limit: perPage };
  const { rows, next } = await scanNewest(db, { list, status }, from);
  return { people: rows, next: next === undefined ? undefined : [0, next] };
}

/** Entries that one request looks at. */
const LOOKED_AT = 5_000;

async function suppressedPeople(
  db: Db,
  list: List,
  from: { source: number; after: number },
  perPage: number,
): Promise<Page> {
  const looked = await nextEntries(db, list, from, LOOKED_AT);
  // Found first: what comes or goes meanwhile moves no page.
  const ends = await sql<{ id: number | null; n: number }>`select max(id) as id, count(*) as n
    from (${looked}) as entry`.execute(db);
  const end = Number(ends.rows[0]?.n ?? 0) === LOOKED_AT ? Number(ends.rows[0]?.id) : undefined;
  type Row = Required<Somebody> & { entry_id: number };
  const { rows } = await sql<Row>`select subscriber.uid, subscriber.email, subscriber.status, subscriber.created_at,
      entry.reason as cause, entry.created_at as since, entry.id as entry_id
    from (${looked}) as entry join subscriber on subscriber.customer_id = ${list.customer_id}
      and subscriber.email_key = entry.email_key and subscriber.list_id = ${list.id}
    where subscriber.status = 'confirmed' and entry.id <= ${end ?? Number.MAX_SAFE_INTEGER} order by entry.id limit ${perPage + 1}`.execute(
    db,
  );
  const people = rows.slice(0, perPage);
  const last = people.at(-1);
  if (rows.length > perPage && last) return { people, next: [from.source, last.entry_id] };
  if (end !== undefined) return { people, next: [from.source, end] };
  if (from.source === 1) return { people, next: undefined };
  if (people.length === perPage) return { people, next: [1, 0] };
  const others = await suppressedPeople(db, list, { source: 1, after: 0 }, perPage - people.length);
  return { people: [...people, ...others.people], next: others.next };
}
