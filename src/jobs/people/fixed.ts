// The people that a job is about, fixed when it is made: whoever joins later is not among them, and
// a segment that changes meanwhile changes nothing.
import { sql } from 'kysely';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { lockList } from '../../lists/queries.ts';
import {
  conditionOfPeople,
  type PeopleFilter,
  type SegmentThen,
  segmentOfFilter,
} from '../../segments/people/filter.ts';
import type { Stretch } from '../../segments/people/walk.ts';
import type { Db, List, ListField, Tx } from '../../storage/tables.ts';

/** `first` and `upTo`: the ids of the oldest and newest on the list; `at`: when that was, ms. */
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
  const { rows } = await sql<{ first: number | null; last: number | null }>`select
    (select id from subscriber where customer_id = ${list.customer_id} and list_id = ${list.id}
      order by id limit 1) as first,
    (select id from subscriber where customer_id = ${list.customer_id} and list_id = ${list.id}
      order by id desc limit 1) as last`.execute(tx);
  return { filter, segment: segment ?? null, first: rows[0]?.first ?? 1, upTo: rows[0]?.last ?? 0, at };
}

/** Where a job goes on with its people. */
export function stretchOf(
  db: Db | Tx,
  list: Pick<List, 'id' | 'customer_id'>,
  fields: readonly ListField[],
  { filter, segment, upTo, at }: FixedPeople,
  after: number,
): Stretch {
  const condition = conditionOfPeople(db, { list, filter, segment: segment ?? undefined, fields, at });
  return { list, status: filter.status, condition, after, upTo };
}

/** How much of the people is behind an id, 0 to 99 in a hundred. */
export function percentBehind({ first, upTo }: FixedPeople, after: number): number {
  const share = (after - first + 1) / Math.max(upTo - first + 1, 1);
  return Math.floor(Math.min(Math.max(share, 0), 0.99) * 100);
}
