// The people that a job is about, fixed when it is made: whoever joins later is not among them, and
// a segment that changes meanwhile changes nothing.
import { sql } from 'kysely';
import { fieldsOf } from '../lists/fields/queries.ts';
import { lockList } from '../lists/queries.ts';
import { conditionOfPeople, type PeopleFilter, type SegmentThen, segmentOfFilter } from '../segments/people/filter.ts';
import type { Stretch } from '../segments/people/walk.ts';
import { textSet } from '../storage/dialect.ts';
import type { Db, List, ListField, Tx } from '../storage/tables.ts';

/**
 * `first` and `upTo`: the ids of the oldest and newest on the list, or of those who are chosen;
 * `at`: when that was, ms.
 */
export type FixedPeople = {
  filter: PeopleFilter;
  segment: SegmentThen | null;
  first: number;
  upTo: number;
  at: number;
};

/**
 * Fixes the people of a filter.
 * @throws AppError `not_found` for a segment, `invalid` for a field that the list has not
 */
export async function fixPeople(
  tx: Tx,
  list: Pick<List, 'id' | 'customer_id'>,
  filter: PeopleFilter,
  at: number,
): Promise<FixedPeople> {
  await lockList(tx, list); // whoever is being added is there before, or comes later
  const segment = await segmentOfFilter(tx, list, filter);
  const fields = await fieldsOf(tx, list.customer_id, list.id);
  conditionOfPeople(tx, { list, filter, segment, fields, at });
  const { rows } = await (filter.uids ? endsOfChosen(tx, list, filter.uids) : endsOfList(tx, list));
  return { filter, segment: segment ?? null, first: rows[0]?.first ?? 1, upTo: rows[0]?.last ?? 0, at };
}

type Ends = { first: number | null; last: number | null };

const endsOfList = (tx: Tx, list: Pick<List, 'id' | 'customer_id'>) =>
  sql<Ends>`select
    (select id from subscriber where customer_id = ${list.customer_id} and list_id = ${list.id}
      order by id limit 1) as first,
    (select id from subscriber where customer_id = ${list.customer_id} and list_id = ${list.id}
      order by id desc limit 1) as last`.execute(tx);

/** Chosen people mostly stand side by side: a job need not look at all the others. */
const endsOfChosen = (tx: Tx, list: Pick<List, 'customer_id'>, uids: readonly string[]) =>
  sql<Ends>`select min(id) as first, max(id) as last from subscriber
    where customer_id = ${list.customer_id} and uid in ${textSet(tx, uids)}`.execute(tx);

/** Where a job goes on with its people. */
export function stretchOf(
  db: Db | Tx,
  list: Pick<List, 'id' | 'customer_id'>,
  fields: readonly ListField[],
  { filter, segment, first, upTo, at }: FixedPeople,
  after: number,
): Stretch {
  const condition = conditionOfPeople(db, { list, filter, segment: segment ?? undefined, fields, at });
  return { list, status: filter.status, condition, after: Math.max(after, first - 1), upTo };
}

/** How much of the people is behind an id, 0 to 99 in a hundred. */
export function percentBehind({ first, upTo }: FixedPeople, after: number): number {
  const share = (after - first + 1) / Math.max(upTo - first + 1, 1);
  return Math.floor(Math.min(Math.max(share, 0), 0.99) * 100);
}
