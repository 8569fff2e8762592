// Listings of subscribers, a page at a time: of a list, of an address in all lists, and of exact
// field values.

import { type Expression, type SqlBool, sql } from 'kysely';
import { scalarText } from '../../http/form/decode.ts';
import { emailKey } from '../../kernel/address.ts';
import type { PageRequest } from '../../kernel/page.ts';
import { recentOf } from '../../kernel/recent.ts';
import { foldText } from '../../kernel/text/comparing.ts';
import { hasTokens, isOwn, jsonText } from '../../storage/dialect.ts';
import { pageOfIds } from '../../storage/paging.ts';
import type { Db, List, ListField, Subscriber } from '../../storage/tables.ts';
import { countSubscribers, subscribersOfIds } from '../queries.ts';
import { type CheckedField, checkChangedValue, checkedFields } from '../values/field-input.ts';
import { foldValue, tokenOf } from '../values/folded.ts';
import { EMAIL_TAG } from '../values/values.ts';

/** One page, and the number of all. */
export type SubscriberPage<T = Subscriber> = { count: number; subscribers: T[] };

/** A list's subscribers, newest first, of one status or of all. */
export async function pageOfList(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  status: string | undefined,
  request: PageRequest,
): Promise<SubscriberPage> {
  const count = await countSubscribers(db, list, status);
  const key = `subscribers of ${list.id} ${status ?? ''}`;
  const ids = await pageOfIds(db, { key, column: 'subscriber.id', count, request }, () => {
    const query = db
      .selectFrom('subscriber')
      .select('subscriber.id as id')
      .where('subscriber.customer_id', '=', list.customer_id)
      .where('subscriber.list_id', '=', list.id);
    return status === undefined ? query : query.where('subscriber.status', '=', status);
  });
  return { count, subscribers: await subscribersOfIds(db, list.customer_id, ids) };
}

/** A subscriber with the uid and names of its list. */
export type SubscriberOfList = Subscriber & { list_uid: string; list_name: string; list_display_name: string };

/**
 * The subscribers with an address in all lists of a customer, newest first. There are at most as
 * many as lists.
 */
export async function pageOfAddress(
  db: Db,
  customerId: number,
  email: string,
  request: PageRequest,
): Promise<SubscriberPage<SubscriberOfList>> {
  const found = db
    .selectFrom('subscriber')
    .innerJoin('list', (on) =>
      on.onRef('list.customer_id', '=', 'subscriber.customer_id').onRef('list.id', '=', 'subscriber.list_id'),
    )
    .where('subscriber.customer_id', '=', customerId)
    .where('subscriber.email_key', '=', emailKey(email))
    .where('list.status', '=', 'active');
  const all = await found.select('subscriber.id').execute();
  const subscribers = await found
    .selectAll('subscriber')
    .select(['list.uid as list_uid', 'list.name as list_name', 'list.display_name as list_display_name'])
    .orderBy('subscriber.id', 'desc')
    .limit(request.perPage)
    .offset((request.page - 1) * request.perPage)
    .execute();
  return { count: all.length, subscribers };
}

/** Values to search for: the address, and other fields. */
type Criteria = { email: string | undefined; values: { fieldId: number; text: string }[] };

/** The values in the form in which they are stored (a phone number, a country's name). */
function criteriaOf({ fields, sent, at }: Search): Criteria {
  const values = checkedFields(fields)
    .filter((field) => Object.hasOwn(sent, field.tag))
    .map((field) => ({ fieldId: field.id, text: searchedText(field, sent[field.tag], at) }));
  const email = sent[EMAIL_TAG];
  return { email: typeof email === 'string' ? emailKey(email.trim()) : undefined, values };
}

function searchedText(field: CheckedField, raw: unknown, at: number): string {
  const { value } = checkChangedValue(field, raw, { at });
  return value === undefined ? foldText(scalarText(raw) ?? '') : foldValue(value);
}

/**
 * A search: `sent` has a value per tag, at least one, each of one of the list's `fields`; `at` is
 * now, ms.
 */
export type Search = { sent: Record<string, unknown>; fields: readonly ListField[]; at: number };

/**
 * The subscribers of a list whose fields have exactly these values (ignoring case), newest first.
 */
export async function pageOfValues(db: Db, list: List, search: Search, request: PageRequest): Promise<SubscriberPage> {
  const criteria = criteriaOf(search);
  const conditions = conditionsOf(db, list, criteria);
  const found = () => {
    let query = db
      .selectFrom('subscriber')
      .where(isOwn(db, 'subscriber.customer_id', list.customer_id))
      .where('subscriber.list_id', '=', list.id);
    for (const condition of conditions) query = query.where(condition);
    return query;
  };
  const what = `${list.id} ${JSON.stringify(criteria)}`;
  const count = await counted(db, `${list.revision} ${what}`, async () => {
    const row = await found()
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(row.n);
  });
  const key = `subscribers with ${what}`;
  const query = () => found().select('subscriber.id as id');
  const ids = await pageOfIds(db, { key, column: 'subscriber.id', count, request }, query);
  return { count, subscribers: await subscribersOfIds(db, list.customer_id, ids) };
}

function conditionsOf(db: Db, list: List, { email, values }: Criteria): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (email !== undefined) {
    conditions.push(sql<SqlBool>`subscriber.customer_id = ${list.customer_id} and subscriber.email_key = ${email}`);
  }
  if (values.length === 0) return conditions;
  conditions.push(
    hasTokens(
      db,
      values.map(({ fieldId, text }) => tokenOf(fieldId, text)),
    ),
  );
  for (const { fieldId, text } of values) {
    conditions.push(sql<SqlBool>`${jsonText(db, 'subscriber.folded', String(fieldId))} = ${text}`);
  }
  return conditions;
}

const countsOf = recentOf<Db, number>(1000);

/**
 * Counts a search once for each revision of the list, so that its further pages count nothing
 * again.
 */
async function counted(db: Db, key: string, count: () => Promise<number>): Promise<number> {
  const counts = countsOf(db);
  const known = counts.get(key);
  if (known !== undefined) return known;
  const n = await count();
  counts.set(key, n);
  return n;
}
