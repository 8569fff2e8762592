// Statements on table `list`, and the few on other tables that lists need. A list that is being
// removed is not found.
import { type RawBuilder, type SqlBool, sql, type UpdateObject } from 'kysely';
import { hasTag } from '../http/members/stored-tags.ts';
import { AppError } from '../kernel/errors.ts';
import type { PageRequest } from '../kernel/page.ts';
import { pageByName } from '../kernel/page.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { hasNotBegun } from '../storage/campaign-conditions.ts';
import { rowBesidePage } from '../storage/dialect/beside.ts';
import { lockRows } from '../storage/dialect.ts';
import { inOrderOf, pageOfIds } from '../storage/paging.ts';
import { customersToPoll, isAmong } from '../storage/spread/customers-to-poll.ts';
import { reading, type ValuePlace } from '../storage/statement.ts';
import type { Customer, Db, List, NewList, Tables, Tx } from '../storage/tables.ts';
import { findTally } from '../storage/tally.ts';

/** The list of that uid, when it is the customer's. */
export async function findList(db: Db, customerId: number, uid: string): Promise<List | undefined> {
  const [row] = await listByUid(db, { customerId, uid });
  return row;
}

const listByUid = reading((db, value: ValuePlace<{ customerId: number; uid: string }>) =>
  activeOf(db, value('customerId')).where('list.uid', '=', value('uid')),
);

/** What those need of a list who add people. */
export const TO_ADD = ['id', 'customer_id', 'opt_in', 'fields_revision'] as const;
export type ListToAdd = Pick<List, (typeof TO_ADD)[number]>;

/** The list of that uid, when it is the customer's. @throws AppError `not_found` */
export async function getListToAdd(db: Db, customerId: number, uid: string): Promise<ListToAdd> {
  const [row] = await toAddByUid(db, { customerId, uid });
  if (!row) throw new AppError('not_found', say('list-missing'));
  return row;
}

const toAddByUid = reading((db, value: ValuePlace<{ customerId: number; uid: string }>) =>
  activeOf(db, value('customerId')).clearSelect().select(TO_ADD).where('list.uid', '=', value('uid')),
);

/** A customer's list by id, unless it is being removed. */
export function findListById(db: Db, customerId: number, id: number): Promise<List | undefined> {
  return activeOf(db, customerId).where('list.id', '=', id).executeTakeFirst();
}

/** As findList. @throws AppError `not_found` */
export async function getList(db: Db, customerId: number, uid: string): Promise<List> {
  const list = await findList(db, customerId, uid);
  if (!list) throw new AppError('not_found', say('list-missing'));
  return list;
}

/** As findList, and its row is locked until the transaction ends. @throws AppError `not_found` */
export async function getLockedList(tx: Tx, list: Pick<List, 'id' | 'customer_id'>): Promise<List> {
  await lockList(tx, list);
  const now = await findListById(tx, list.customer_id, list.id);
  if (!now) throw new AppError('not_found', say('list-missing'));
  return now;
}

/** What is shown of a list, and of the customer whose company it may have. */
const SHOWN = [
  'uid',
  'name',
  'display_name',
  'description',
  'opt_in',
  'opt_out',
  'visibility',
  'defaults',
  'notifications',
  'company',
  'tags',
  'created_at',
] as const;
export type ShownList = Pick<List, (typeof SHOWN)[number]>;
const SHOWN_COLUMNS = SHOWN.map((name) => `list.${name}` as const);

/** The list of that uid, and the company of its customer. @throws AppError `not_found` */
export async function getShownList(
  db: Db,
  customerId: number,
  uid: string,
): Promise<{ list: ShownList; customer: Pick<Customer, 'company'> }> {
  const [row] = await shownByUid(db, { customerId, uid });
  if (!row) throw new AppError('not_found', say('list-missing'));
  return { list: row, customer: { company: row.of_customer } };
}

const shownByUid = reading((db, value: ValuePlace<{ customerId: number; uid: string }>) =>
  activeOf(db, value('customerId'))
    .innerJoin('customer', 'customer.id', 'list.customer_id')
    .clearSelect()
    .select(SHOWN_COLUMNS)
    .select('customer.company as of_customer')
    .where('list.uid', '=', value('uid')),
);

/** The first page of a customer's lists, the number of all, and the customer's company. */
export async function firstPageOfLists(
  db: Db,
  customerId: number,
  { perPage }: PageRequest,
): Promise<{ count: number; lists: ShownList[]; customer: Pick<Customer, 'company'> } | undefined> {
  const { row, page } = await firstPage(db, { customerId, size: perPage });
  return row && { count: row.n ?? 0, lists: page, customer: { company: row.company } };
}

const ON_PAGE = ['id', ...SHOWN] as const;
type FirstPage = { company: string; n: number | null };

const firstPage = rowBesidePage<{ customerId: number; size: number }, FirstPage, ShownList & { id: number }>(
  ON_PAGE,
  (db, { value }) => ({
    row: (page) => sql`select customer.company, (select n from tally where tally.customer_id = ${value('customerId')}
        and tally.scope = 'lists' and tally.owner_id = 0) as n, ${page}
      from customer where customer.id = ${value('customerId')}`,
    rows: activeOf(db, value('customerId') as RawBuilder<number>)
      .clearSelect()
      .select(['list.id', ...SHOWN_COLUMNS])
      .orderBy('list.id', 'desc')
      .limit(value('size') as RawBuilder<number>),
  }),
);

/**
 * One page of the customer's lists, newest first, and how many there are; with `search`, only those
 * whose name contains it, with `tag` those that have it.
 */
export async function pageOfLists(
  db: Db,
  customerId: number,
  request: PageRequest,
  { search, tag }: { search?: string | undefined; tag?: string | undefined } = {},
): Promise<{ count: number; lists: List[] }> {
  if (search !== undefined || tag !== undefined) {
    const columns = ['list.id', 'list.name', 'list.tags'] as const;
    const all = await activeOf(db, customerId).clearSelect().select(columns).orderBy('list.id', 'desc').execute();
    const tagged = tag === undefined ? all : all.filter(({ tags }) => hasTag(tags, tag));
    const { count, ids } = pageByName(tagged, search ?? '', request);
    return { count, lists: await listsOfIds(db, customerId, ids) };
  }
  const count = await findTally(db, customerId, 'lists');
  const ids = await pageOfIds(db, { key: `lists of ${customerId}`, column: 'list.id', count, request }, () =>
    activeOf(db, customerId).clearSelect().select('list.id as id'),
  );
  return { count, lists: await listsOfIds(db, customerId, ids) };
}

async function listsOfIds(db: Db, customerId: number, ids: number[]): Promise<List[]> {
  if (ids.length === 0) return [];
  return inOrderOf(ids, await activeOf(db, customerId).where('list.id', 'in', ids).execute());
}

function activeOf(db: Db, customerId: number | RawBuilder<number>) {
  return db
    .selectFrom('list')
    .selectAll('list')
    .where('list.customer_id', '=', customerId)
    .where('list.status', '=', 'active');
}

/** Whether any customer has, or had, a list of that uid. */
export async function isListUidTaken(db: Db, uid: string): Promise<boolean> {
  return (await db.selectFrom('list').select('id').where('uid', '=', uid).executeTakeFirst()) !== undefined;
}

export function insertList(tx: Tx, list: NewList): Promise<List> {
  return tx.insertInto('list').values(list).returningAll().executeTakeFirstOrThrow();
}

/** Changes a list, unless it is being removed. */
export async function updateListRow(
  tx: Tx,
  list: Pick<List, 'id' | 'customer_id'>,
  changes: UpdateObject<Tables, 'list'>,
): Promise<void> {
  await tx
    .updateTable('list')
    .set(changes)
    .where('id', '=', list.id)
    .where('customer_id', '=', list.customer_id)
    .where('status', '=', 'active')
    .execute();
}

/** Marks a list that is held for removal. */
export async function markForRemoval(tx: Tx, list: Pick<List, 'id' | 'customer_id'>, at: number): Promise<void> {
  await tx
    .updateTable('list')
    .set({ status: 'pending-delete', updated_at: at, noticed_at: null })
    .where('id', '=', list.id)
    .where('customer_id', '=', list.customer_id)
    .where('status', '=', 'active')
    .execute();
}

/** Locks the list's row until the transaction ends. */
export async function lockList(tx: Tx, list: Pick<List, 'id' | 'customer_id'>): Promise<void> {
  await tx
    .selectFrom('list')
    .select('id')
    .where('id', '=', list.id)
    .where('customer_id', '=', list.customer_id)
    .modifyEnd(lockRows(tx))
    .execute();
}

/**
 * Whether a campaign of the list is being sent at the instant `at` (ms); one that has not begun is
 * not, whatever its status.
 */
export async function isBeingSent(tx: Tx, list: Pick<List, 'id' | 'customer_id'>, at: number): Promise<boolean> {
  const campaign = await tx
    .selectFrom('campaign')
    .select('id')
    .where('customer_id', '=', list.customer_id)
    .where('status', 'in', ['processing', 'sending']) // few, whatever the list was sent before: the index of these
    .where(goesTo(list))
    .where((is) =>
      is.or([is('status', '=', 'processing'), is.and([is('status', '=', 'sending'), is.not(hasNotBegun(at))])]),
    )
    .limit(1)
    .executeTakeFirst();
  return campaign !== undefined;
}

/** On table `campaign`: the list is one of several that it is sent to, but not the first. */
const isFurther = ({ id }: Pick<List, 'id'>) =>
  sql<SqlBool>`further_lists is not null and ',' || further_lists || ',' like ${`%,${id},%`}`;

/** On table `campaign`: it is sent to the list. */
const goesTo = (list: Pick<List, 'id'>) => sql<SqlBool>`(list_id = ${list.id} or (${isFurther(list)}))`;

/** The list that has waited longest for its removal. */
export async function nextToRemove(db: Db): Promise<Pick<List, 'id' | 'customer_id'> | undefined> {
  return db
    .selectFrom('list')
    .select(['id', 'customer_id'])
    .where('status', '=', 'pending-delete')
    .where(isAmong(await customersToPoll(db, 'upkeep'), 'customer_id'))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Whether campaigns or segments still refer to the list. */
export async function isNamed(tx: Tx, list: Pick<List, 'id' | 'customer_id'>): Promise<boolean> {
  for (const table of ['campaign', 'segment'] as const) {
    const row = await tx
      .selectFrom(table)
      .select('id')
      .where('list_id', '=', list.id)
      .where('customer_id', '=', list.customer_id)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  const further = await tx
    .selectFrom('campaign')
    .select('id')
    .where('customer_id', '=', list.customer_id)
    .where(isFurther(list))
    .limit(1)
    .executeTakeFirst();
  return further !== undefined;
}

export async function deleteListRow(tx: Tx, list: Pick<List, 'id' | 'customer_id'>): Promise<void> {
  await tx.deleteFrom('list').where('id', '=', list.id).where('customer_id', '=', list.customer_id).execute();
}

/** Empties the row of a removed list except for what its campaigns show. */
export async function markRemoved(tx: Tx, list: Pick<List, 'id' | 'customer_id'>): Promise<void> {
  await tx
    .updateTable('list')
    .set({ status: 'removed' })
    .where('id', '=', list.id)
    .where('customer_id', '=', list.customer_id)
    .execute();
}

/** The same of all lists of a customer that goes, so that none of their pages is found any more. */
export async function markAllRemoved(tx: Tx, customerId: number): Promise<void> {
  await tx
    .updateTable('list')
    .set({ status: 'removed', noticed_at: null })
    .where('customer_id', '=', customerId)
    .execute();
}
