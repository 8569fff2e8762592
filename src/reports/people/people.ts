// The people of a list as a table shows them: searched, filtered, in one of two orders.
import { sql } from 'kysely';
import type { Place } from '../../http/members/keyset.ts';
import { emailKey } from '../../kernel/address.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import {
  conditionOfPeople,
  eventsBy,
  isStatusOnly,
  type PeopleFilter,
  segmentOfFilter,
} from '../../segments/people/filter.ts';
import { countPeople } from '../../segments/people/walk.ts';
import type { Db } from '../../storage/db.ts';
import { numberSet } from '../../storage/dialect.ts';
import type { List, ListField, Subscriber } from '../../storage/tables.ts';
import { countSubscribers } from '../../subscribers/queries.ts';
import { scanAddresses, scanNewest } from './scan.ts';

export const SORTS = ['newest', 'address'] as const;

export type PeopleRequest = { sort: (typeof SORTS)[number]; after: Place | undefined; perPage: number };

/** Somebody of a list; `activeAt`: when they opened or clicked last, as people. */
export type Person = Subscriber & { activeAt: number | null };

/**
 * One page of a list's people. It can be short although there are more: then those that were looked
 * at do not fit.
 * @throws AppError `invalid` for a field that the list has not, `not_found` for a segment
 */
export async function pageOfPeople(
  db: Db,
  list: List,
  filter: PeopleFilter,
  { sort, after, perPage }: PeopleRequest,
  at: number,
): Promise<{ people: Person[]; fields: ListField[]; next: Place | undefined }> {
  const fields = await fieldsOf(db, list.customer_id, list.id);
  const segment = await segmentOfFilter(db, list, filter);
  const condition = conditionOfPeople(db, { list, filter, segment, fields, at });
  const range = { list, status: filter.status };
  const found =
    sort === 'newest'
      ? await scanNewest(db, range, { condition, after: after && Number(after[0]), limit: perPage })
      : await scanAddresses(db, range, {
          condition,
          after: after && String(after[0]),
          beginning: filter.match === 'beginning' ? emailKey(filter.search ?? '') : '',
          limit: perPage,
        });
  const people = await withActivity(db, list, found.rows);
  return { people, fields, next: found.next === undefined ? undefined : [found.next] };
}

const COUNTING_MS = 200;

/**
 * How many of a list's people fit, as far as a request looks; `next`: where to go on.
 * @throws AppError `invalid` for a field that the list has not, `not_found` for a segment
 */
export async function countOfPeople(
  db: Db,
  list: List,
  filter: PeopleFilter,
  after: number | undefined,
  at: number,
): Promise<{ n: number; next: Place | undefined }> {
  if (isStatusOnly(filter)) return { n: await countSubscribers(db, list, filter.status), next: undefined };
  const segment = await segmentOfFilter(db, list, filter);
  const fields = await fieldsOf(db, list.customer_id, list.id);
  const condition = conditionOfPeople(db, { list, filter, segment, fields, at });
  const range = { list, status: filter.status, condition, after: after ?? 0, upTo: Number.MAX_SAFE_INTEGER };
  const counted = await countPeople(db, range, COUNTING_MS);
  return { n: counted.n, next: counted.after === undefined ? undefined : [counted.after] };
}

async function withActivity(db: Db, list: Pick<List, 'customer_id'>, rows: readonly Subscriber[]): Promise<Person[]> {
  if (rows.length === 0) return [];
  const last = (table: 'open' | 'click') => sql`(select max(event.at) from ${eventsBy(table, list)})`;
  const ids = rows.map(({ id }) => id);
  const { rows: found } = await sql<{ id: number; opened_at: number | null; clicked_at: number | null }>`
    select subscriber.id, ${last('open')} as opened_at, ${last('click')} as clicked_at
    from (select value as id from ${numberSet(db, ids)} as ids) as subscriber`.execute(db);
  const activity = new Map(found.map((row) => [row.id, Math.max(row.opened_at ?? 0, row.clicked_at ?? 0) || null]));
  return rows.map((row) => ({ ...row, activeAt: activity.get(row.id) ?? null }));
}
