// Statements that read table `subscriber`.
import { AppError } from '../kernel/errors.ts';
import { newPause } from '../kernel/slices.ts';
import { rowsOf } from '../storage/dialect/rows-of.ts';
import { areOwn, textSet } from '../storage/dialect.ts';
import { inOrderOf } from '../storage/paging.ts';
import { isAmong } from '../storage/spread/customers-to-poll.ts';
import { ownerNamed } from '../storage/spread/owners.ts';
import { reading, type ValuePlace } from '../storage/statement.ts';
import type { Db, List, Subscriber } from '../storage/tables.ts';
import { findTally } from '../storage/tally.ts';
import { STATUSES, TEXTS } from './rules.ts';

type OfList = { customerId: number; listId: number };

/** A subscriber of a list by uid, if there is one. */
export async function findSubscriber(
  db: Db,
  customerId: number,
  listId: number,
  uid: string,
): Promise<Subscriber | undefined> {
  const [row] = await subscriberByUid(db, { customerId, listId, uid });
  return row;
}

const subscriberByUid = reading((db, value: ValuePlace<OfList & { uid: string }>) =>
  db
    .selectFrom('subscriber')
    .selectAll()
    .where('uid', '=', value('uid'))
    .where('list_id', '=', value('listId'))
    .where('customer_id', '=', value('customerId')),
);

/** A subscriber of a list by uid. @throws AppError `not_found` */
export async function getSubscriber(db: Db, customerId: number, listId: number, uid: string): Promise<Subscriber> {
  const subscriber = await findSubscriber(db, customerId, listId, uid);
  if (!subscriber) throw new AppError('not_found', TEXTS.unknown);
  return subscriber;
}

/** The subscriber of a customer by uid. @throws AppError `not_found` */
export async function getSubscriberOfCustomer(db: Db, customerId: number, uid: string): Promise<Subscriber> {
  const row = await db
    .selectFrom('subscriber')
    .innerJoin('list', (on) =>
      on.onRef('list.customer_id', '=', 'subscriber.customer_id').onRef('list.id', '=', 'subscriber.list_id'),
    )
    .selectAll('subscriber')
    .where('subscriber.uid', '=', uid)
    .where('subscriber.customer_id', '=', customerId)
    .where('list.status', '=', 'active')
    .executeTakeFirst();
  if (!row) throw new AppError('not_found', TEXTS.unknown);
  return row;
}

/** A subscriber by id, if there is one. */
export function findSubscriberById(db: Db, customerId: number, id: number): Promise<Subscriber | undefined> {
  return db
    .selectFrom('subscriber')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

/** The subscriber of a list with an address (`kernel/address.ts`: emailKey), if there is one. */
export async function findByEmail(
  db: Db,
  customerId: number,
  listId: number,
  key: string,
): Promise<Subscriber | undefined> {
  const [row] = await subscriberByEmail(db, { customerId, listId, key });
  return row;
}

const subscriberByEmail = reading((db, value: ValuePlace<OfList & { key: string }>) =>
  db
    .selectFrom('subscriber')
    .selectAll()
    .where('customer_id', '=', value('customerId'))
    .where('email_key', '=', value('key'))
    .where('list_id', '=', value('listId')),
);

const KEYS_A_QUERY = 500; // some milliseconds on SQLite

/** The subscribers of a list that have one of many addresses, to select from. */
export function ofAddresses(db: Db, { customerId, listId }: OfList, keys: readonly string[]) {
  const same = { customer_id: customerId, list_id: listId };
  return rowsOf<Subscriber>(db, 'subscriber', { among: { column: 'email_key', texts: keys }, same }).as('subscriber');
}

/**
 * The subscribers of a list that have one of many addresses, by address (`kernel/address.ts`:
 * emailKey).
 */
export async function findByEmails(
  db: Db,
  customerId: number,
  listId: number,
  keys: readonly string[],
): Promise<Map<string, Subscriber>> {
  const found = new Map<string, Subscriber>();
  const pause = newPause();
  for (let at = 0; at < keys.length; at += KEYS_A_QUERY) {
    const rows = await db
      .selectFrom(ofAddresses(db, { customerId, listId }, keys.slice(at, at + KEYS_A_QUERY)))
      .selectAll()
      .execute();
    for (const row of rows) found.set(row.email_key, row);
    await pause();
  }
  return found;
}

/**
 * How many of these addresses (`kernel/address.ts`: emailKey) are on the list without being
 * confirmed.
 */
export async function countNotConfirmed(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  const [all, confirmed] = [await countSubscribers(db, list), await countSubscribers(db, list, 'confirmed')];
  if (all === confirmed) return 0;
  let n = 0;
  const pause = newPause();
  for (let at = 0; at < keys.length; at += KEYS_A_QUERY) {
    const row = await db
      .selectFrom(ofAddresses(db, { customerId: list.customer_id, listId: list.id }, keys.slice(at, at + KEYS_A_QUERY)))
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('status', '!=', 'confirmed')
      .executeTakeFirstOrThrow();
    n += Number(row.n);
    await pause();
  }
  return n;
}

/** Those of some uids that subscribers of the customer have. */
export async function takenUids(db: Db, customerId: number, uids: readonly string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set();
  const rows = await db
    .selectFrom('subscriber')
    .select('uid')
    .where('customer_id', '=', customerId)
    .where('uid', 'in', textSet(db, uids))
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

/** The subscribers with these ids, in that order. */
export async function subscribersOfIds(db: Db, customerId: number, ids: readonly number[]): Promise<Subscriber[]> {
  const rows = await db
    .selectFrom('subscriber')
    .selectAll()
    .where(areOwn(db, 'subscriber', customerId, ids))
    .execute();
  return inOrderOf(ids, rows);
}

/** The next subscribers of a list after an id, in the order of their ids. */
export function subscribersAfter(
  db: Db,
  place: { list_id: number; customer_id: number; after_id: number },
  limit: number,
): Promise<Subscriber[]> {
  return db
    .selectFrom('subscriber')
    .selectAll()
    .where('customer_id', '=', place.customer_id)
    .where('list_id', '=', place.list_id)
    .where('id', '>', place.after_id)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** How many subscribers a list has, of one status or of all: read from the tallies. */
export async function countSubscribers(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  status?: string,
): Promise<number> {
  if (status !== undefined) return findTally(db, list.customer_id, tallyScope(status), list.id);
  const rows = await talliesOfList(db, { customerId: list.customer_id, listId: list.id });
  return rows.reduce((sum, row) => sum + row.n, 0);
}

const talliesOfList = reading((db, value: ValuePlace<OfList>) =>
  db
    .selectFrom('tally')
    .select('n')
    .where('customer_id', '=', value('customerId'))
    .where('scope', 'in', STATUSES.map(tallyScope))
    .where('owner_id', '=', value('listId')),
);

/** The scope of a status's tally, which belongs to the list. */
export function tallyScope(status: string): string {
  return `subscribers:${status}`;
}

/**
 * A list by uid alone, for operators, who may use every customer's; not one that is being removed.
 */
export async function findListByUid(db: Db, uid: string): Promise<List | undefined> {
  return db
    .selectFrom('list')
    .selectAll()
    .where('uid', '=', uid)
    .where('status', '=', 'active')
    .where(isAmong(await ownerNamed(db, 'list-uid', uid), 'customer_id'))
    .executeTakeFirst();
}
