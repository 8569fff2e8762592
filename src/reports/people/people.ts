// The people of a list as a table shows them: searched, filtered, in one of two orders.
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Place } from '../../http/members/keyset.ts';
import { emailKey } from '../../kernel/address.ts';
import { AppError } from '../../kernel/errors.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { compileSegment } from '../../segments/compile.ts';
import { getSegment } from '../../segments/queries.ts';
import type { Db } from '../../storage/db.ts';
import { numberSet, textHolds } from '../../storage/dialect.ts';
import type { List, ListField, Subscriber, Tables } from '../../storage/tables.ts';
import { LAST, scanAddresses, scanNewest } from './scan.ts';

export const SORTS = ['newest', 'address'] as const;
export const MATCHES = ['beginning', 'contains'] as const;

/** Which people. Instants in ms; absent: all. */
export type PeopleFilter = {
  search?: string | undefined;
  match: (typeof MATCHES)[number];
  status?: string | undefined;
  segmentUid?: string | undefined;
  field?: string | undefined;
  value?: string | undefined;
  activeSince?: number | undefined;
  inactiveSince?: number | undefined;
  addedFrom?: number | undefined;
  addedUntil?: number | undefined;
};

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
  const condition = await conditionOf(db, list, filter, fields, at);
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

async function conditionOf(
  db: Db,
  list: List,
  filter: PeopleFilter,
  fields: readonly ListField[],
  at: number,
): Promise<Expression<SqlBool>> {
  const all: Expression<SqlBool>[] = [];
  const { search, match, segmentUid, activeSince, inactiveSince, addedFrom, addedUntil } = filter;
  if (search !== undefined) {
    const key = emailKey(search);
    all.push(
      match === 'contains'
        ? textHolds(db, sql<string>`subscriber.email_key`, key)
        : sql<SqlBool>`subscriber.email_key >= ${key} and subscriber.email_key < ${key + LAST}`,
    );
  }
  if (segmentUid !== undefined) {
    const segment = await getSegment(db, list.customer_id, list.id, segmentUid);
    all.push(compileSegment(db, segment, fields, at), sql<SqlBool>`subscriber.status = 'confirmed'`);
  }
  if (filter.field !== undefined) all.push(valueIs(db, list, fields, filter.field, filter.value ?? ''));
  if (activeSince !== undefined) all.push(wasActive(list, activeSince));
  if (inactiveSince !== undefined) all.push(sql<SqlBool>`not ${wasActive(list, inactiveSince)}`);
  if (addedFrom !== undefined) all.push(sql<SqlBool>`subscriber.created_at >= ${addedFrom}`);
  if (addedUntil !== undefined) all.push(sql<SqlBool>`subscriber.created_at < ${addedUntil}`);
  return expressionBuilder<Tables, 'subscriber'>().and(all);
}

/** As the condition `is` of a segment. */
function valueIs(db: Db, list: List, fields: readonly ListField[], tag: string, value: string): Expression<SqlBool> {
  const field = fields.find((one) => one.tag === tag.toUpperCase());
  if (!field) {
    const known = fields.map((one) => one.tag).join(', ');
    throw new AppError('invalid', 'The field is not known.', { field: `Field must be one of: ${known}.` });
  }
  const conditions = JSON.stringify([{ fieldNumber: field.number, operator: 'is', value }]);
  const asked = { customer_id: list.customer_id, operator_match: 'all', conditions, campaign_conditions: '[]' };
  return compileSegment(db, asked, fields, 0);
}

const eventsBy = (table: 'open' | 'click', list: Pick<List, 'customer_id'>): RawBuilder<unknown> =>
  sql`${sql.table(table)} as event where event.customer_id = ${list.customer_id}
    and event.subscriber_id = subscriber.id and event.machine is null`;

/** Whether they opened or clicked anything since, as people. */
function wasActive(list: Pick<List, 'customer_id'>, since: number): RawBuilder<SqlBool> {
  const did = (table: 'open' | 'click') =>
    sql`exists (select 1 from ${eventsBy(table, list)} and event.at >= ${since})`;
  return sql<SqlBool>`(${did('open')} or ${did('click')})`;
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
