// Which people of a list are meant: what tables, exports and bulk actions are asked for.

import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { emailKey } from '../../kernel/address.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { textHolds, textSet } from '../../storage/dialect.ts';
import type { List, ListField, Tables } from '../../storage/tables.ts';
import { conditionText } from '../../subscribers/values/folded.ts';
import { compileSegment, type DefinitionThere } from '../compile.ts';
import { getSegment, inZone } from '../queries.ts';
import { storedDefinition } from '../rules.ts';

export const MATCHES = ['beginning', 'contains', 'anywhere'] as const;

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
  /** These people alone, by their uids. */
  uids?: readonly string[] | undefined;
};

/** What a segment is at one instant. */
export type SegmentThen = Omit<DefinitionThere, 'customer_id'>;

/** Sorts after every character that an address may have. */
export const LAST = '\u{10ffff}';

/** The segment of a filter, as it is now. @throws AppError `not_found` */
export async function segmentOfFilter(
  db: Db | Tx,
  list: Pick<List, 'id' | 'customer_id'>,
  { segmentUid }: PeopleFilter,
): Promise<SegmentThen | undefined> {
  if (segmentUid === undefined) return undefined;
  const segment = await getSegment(db, list.customer_id, list.id, segmentUid);
  const { time_zone } = await inZone(db, segment);
  return { ...storedDefinition(segment), time_zone };
}

/** Whether nothing but a status is asked for: then the tallies know how many there are. */
export const isStatusOnly = ({ match: _, status: __, ...others }: PeopleFilter): boolean =>
  Object.values(others).every((value) => value === undefined);

type Meant = {
  list: Pick<List, 'id' | 'customer_id'>;
  filter: PeopleFilter;
  segment: SegmentThen | undefined;
  fields: readonly ListField[];
  at: number;
};

/**
 * The condition that a row of `subscriber` (not aliased) is meant, apart from its list and status.
 * @throws AppError `invalid` for a field that the list has not
 */
export function conditionOfPeople(db: Db | Tx, { list, filter, segment, fields, at }: Meant): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = [];
  const { search, match, activeSince, inactiveSince, addedFrom, addedUntil } = filter;
  if (search !== undefined) all.push(isFound(db, list, fields, { search, match }));
  if (segment !== undefined) {
    const own = { ...segment, customer_id: list.customer_id };
    all.push(compileSegment(db, own, fields, at), sql<SqlBool>`subscriber.status = 'confirmed'`);
  }
  if (filter.field !== undefined) all.push(valueIs(db, list, fields, filter.field, filter.value ?? ''));
  if (activeSince !== undefined) all.push(wasActive(list, activeSince));
  if (inactiveSince !== undefined) all.push(sql<SqlBool>`not ${wasActive(list, inactiveSince)}`);
  if (addedFrom !== undefined) all.push(sql<SqlBool>`subscriber.created_at >= ${addedFrom}`);
  if (filter.uids !== undefined) all.push(sql<SqlBool>`subscriber.uid in ${textSet(db, filter.uids)}`);
  if (addedUntil !== undefined) all.push(sql<SqlBool>`subscriber.created_at < ${addedUntil}`);
  return expressionBuilder<Tables, 'subscriber'>().and(all);
}

type Searched = { search: string; match: PeopleFilter['match'] };

/** By the address, or by the value of any field. */
function isFound(
  db: Db | Tx,
  list: Pick<List, 'customer_id'>,
  fields: readonly ListField[],
  { search, match }: Searched,
): Expression<SqlBool> {
  const key = emailKey(search);
  if (match === 'beginning')
    return sql<SqlBool>`subscriber.email_key >= ${key} and subscriber.email_key < ${key + LAST}`;
  const inAddress = textHolds(db, sql<string>`subscriber.email_key`, key);
  // A search of which nothing is left when it is folded would match every value.
  if (match === 'contains' || conditionText(search) === '') return inAddress;
  const conditions = fields.map(({ number }) => ({ fieldNumber: number, operator: 'contains', value: search }));
  return sql<SqlBool>`(${inAddress} or ${meets(db, list, fields, conditions)})`;
}

/** As the condition `is` of a segment. */
function valueIs(
  db: Db | Tx,
  list: Pick<List, 'customer_id'>,
  fields: readonly ListField[],
  tag: string,
  value: string,
): Expression<SqlBool> {
  const field = fields.find((one) => one.tag === tag.toUpperCase());
  if (!field) {
    const known = fields.map((one) => one.tag).join(', ');
    throw new AppError('invalid', say('filter-field-unknown'), {
      faults: { field: say('filter-field-of', { known }) },
    });
  }
  if (value !== '' && conditionText(value) === '') return sql<SqlBool>`1 = 0`; // else those without one
  return meets(db, list, fields, [{ fieldNumber: field.number, operator: 'is', value }]);
}

/** At least one of the conditions of a segment. */
function meets(
  db: Db | Tx,
  list: Pick<List, 'customer_id'>,
  fields: readonly ListField[],
  conditions: readonly { fieldNumber: number; operator: string; value: string }[],
): Expression<SqlBool> {
  const asked = {
    customer_id: list.customer_id,
    time_zone: 'UTC',
    operator_match: 'any',
    conditions: JSON.stringify(conditions),
    campaign_conditions: '[]',
  };
  return compileSegment(db, asked, fields, 0);
}

/** What the people of a customer opened or clicked, as far as no machine did it. */
export const eventsBy = (table: 'open' | 'click', list: Pick<List, 'customer_id'>): RawBuilder<unknown> =>
  sql`${sql.table(table)} as event where event.customer_id = ${list.customer_id}
    and event.subscriber_id = subscriber.id and event.machine is null`;

/** Whether they opened or clicked anything since, as people. */
function wasActive(list: Pick<List, 'customer_id'>, since: number): RawBuilder<SqlBool> {
  const did = (table: 'open' | 'click') =>
    sql`exists (select 1 from ${eventsBy(table, list)} and event.at >= ${since})`;
  return sql<SqlBool>`(${did('open')} or ${did('click')})`;
}
