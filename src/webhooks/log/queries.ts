// Statements on tables `event_fact`, `event_head` and `event_page`.
import { sql } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
import { lockRows, numberSet } from '../../storage/dialect.ts';
import { customersToPoll, isAmong } from '../../storage/spread/customers-to-poll.ts';
import { ofCustomers } from '../../storage/statement.ts';
import type { EventPage } from '../../storage/tables/webhooks.ts';

/** Makes the count of a customer's events, where there is none. */
async function ensureHead(tx: Tx, customerId: number): Promise<void> {
  await tx
    .insertInto('event_head')
    .values({ customer_id: customerId, next_n: 1 })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute();
}

/** The number of a customer's next event. */
export async function nextNumber(db: Db | Tx, customerId: number): Promise<number> {
  const row = await db
    .selectFrom('event_head')
    .select('next_n')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.next_n ?? 1;
}

/** The same, held until the transaction ends: one at a time numbers a customer's events. */
export async function holdNextNumber(tx: Tx, customerId: number): Promise<number> {
  await ensureHead(tx, customerId);
  const row = await tx
    .selectFrom('event_head')
    .select('next_n')
    .where('customer_id', '=', customerId)
    .modifyEnd(lockRows(tx))
    .executeTakeFirstOrThrow();
  return row.next_n;
}

/** Holds the heads of customers, as far as there are any, until the transaction ends. */
export async function holdHeads(tx: Tx, customerIds: readonly number[]): Promise<void> {
  await tx
    .selectFrom('event_head')
    .select('next_n')
    .where(ofCustomers(tx, 'customer_id', customerIds))
    .orderBy('customer_id')
    .modifyEnd(lockRows(tx))
    .execute();
}

export async function setNextNumber(tx: Tx, customerId: number, next: number): Promise<void> {
  await tx
    .updateTable('event_head')
    .set({ next_n: next, is_behind: 1 })
    .where('customer_id', '=', customerId)
    .execute();
}

/**
 * Call it with the change when lanes go back, or a webhook is switched on: it is looked at then.
 * Where there is no event yet there is nothing to be behind.
 */
export async function markBehind(tx: Tx, customerId: number): Promise<void> {
  await tx.updateTable('event_head').set({ is_behind: 1 }).where('customer_id', '=', customerId).execute();
}

/** The customers of whom facts wait for their numbers. */
export async function customersWithFacts(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('event_fact')
    .select('customer_id')
    .distinct()
    .where(isAmong(await customersToPoll(db, 'webhooks'), 'customer_id'))
    .limit(sql<number>`${sql.lit(limit)}`)
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}

/** The facts of a customer in their order. */
export function factsOf(tx: Tx, customerId: number, limit: number): Promise<{ id: number; content: string }[]> {
  return tx
    .selectFrom('event_fact')
    .select(['id', 'content'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function deleteFacts(tx: Tx, customerId: number, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('event_fact')
    .where('customer_id', '=', customerId)
    .where('id', 'in', numberSet(tx, ids))
    .execute();
}

/** The same from an id on. */
export function factsBehind(
  tx: Tx,
  customerId: number,
  id: number,
  limit: number,
): Promise<{ id: number; content: string }[]> {
  return tx
    .selectFrom('event_fact')
    .select(['id', 'content'])
    .where('customer_id', '=', customerId)
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function replaceFacts(
  tx: Tx,
  customerId: number,
  { id, content }: { id: number; content: string },
): Promise<void> {
  await tx
    .updateTable('event_fact')
    .set({ content })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute();
}

/** The next page after the one that begins with a number. */
export function findPageAfter(db: Db, customerId: number, n: number): Promise<EventPage | undefined> {
  return db
    .selectFrom('event_page')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('first_n', '>', n)
    .orderBy('first_n')
    .limit(1)
    .executeTakeFirst();
}

type PageKey = Pick<EventPage, 'customer_id' | 'first_n'>;

/** A page, held until the transaction ends. */
export function holdPage(tx: Tx, { customer_id, first_n }: PageKey): Promise<EventPage | undefined> {
  return tx
    .selectFrom('event_page')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('first_n', '=', first_n)
    .modifyEnd(lockRows(tx))
    .executeTakeFirst();
}

/** Puts other events into the places of a page. */
export async function replacePage(tx: Tx, { customer_id, first_n }: PageKey, content: Uint8Array): Promise<void> {
  await tx
    .updateTable('event_page')
    .set({ content })
    .where('customer_id', '=', customer_id)
    .where('first_n', '=', first_n)
    .execute();
}

export async function insertPage(tx: Tx, page: EventPage): Promise<void> {
  await tx.insertInto('event_page').values(page).execute();
}

/** The page with the event of a number, or the next one after it. */
export function findPage(db: Db, customerId: number, n: number): Promise<EventPage | undefined> {
  const before = db
    .selectFrom('event_page')
    .select((is) => is.fn.max('first_n').as('first_n'))
    .where('customer_id', '=', customerId)
    .where('first_n', '<=', n);
  return db
    .selectFrom('event_page')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('first_n', '>=', sql<number>`coalesce((${before}), 0)`)
    .where(sql<boolean>`first_n + size > ${n}`)
    .orderBy('first_n')
    .limit(1)
    .executeTakeFirst();
}

/** The number of a customer's first event that is kept; where none is, that of the next one. */
export async function firstKept(db: Db | Tx, customerId: number): Promise<number> {
  const row = await db
    .selectFrom('event_page')
    .select('first_n')
    .where('customer_id', '=', customerId)
    .orderBy('first_n')
    .limit(1)
    .executeTakeFirst();
  return row?.first_n ?? nextNumber(db, customerId);
}

/** The first page that has an event of this instant or later. */
export function findPageAt(db: Db | Tx, customerId: number, at: number): Promise<EventPage | undefined> {
  return db
    .selectFrom('event_page')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('last_at', '>=', at)
    .orderBy('last_at')
    .orderBy('first_n')
    .limit(1)
    .executeTakeFirst();
}
