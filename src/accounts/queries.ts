// Statements on tables customer and setting.
import { sql } from 'kysely';
import { emailKey } from '../kernel/address.ts';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Db, Tx } from '../storage/db.ts';
import { lockRows } from '../storage/dialect.ts';
import { reading, type ValuePlace } from '../storage/statement.ts';
import type { Customer, NewCustomer } from '../storage/tables.ts';
import { companyOf, hasNoAddress, PLACEHOLDERS } from './company.ts';

/** A customer by id. */
export async function findCustomer(db: Db, id: number): Promise<Customer | undefined> {
  const [row] = await customerById(db, { id });
  return row;
}

/** As findCustomer. @throws AppError `not_found` */
export async function getCustomer(db: Db, id: number): Promise<Customer> {
  const customer = await findCustomer(db, id);
  if (!customer) throw new AppError('not_found', say('account-customer-missing'));
  return customer;
}

const customerById = reading((db, value: ValuePlace<{ id: number }>) =>
  db.selectFrom('customer').selectAll().where('id', '=', value('id')),
);

/** A customer by uid. */
export function findCustomerByUid(db: Db, uid: string): Promise<Customer | undefined> {
  return db.selectFrom('customer').selectAll().where('uid', '=', uid).executeTakeFirst();
}

/** The customer with this mail address (any case). */
export function findCustomerByEmail(db: Db, email: string): Promise<Customer | undefined> {
  return db.selectFrom('customer').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst();
}

/** The customer created first. */
export function findFirstCustomer(db: Db): Promise<Customer | undefined> {
  return db.selectFrom('customer').selectAll().orderBy('id').limit(1).executeTakeFirst();
}

/** All customers, oldest first. */
export function listCustomers(db: Db): Promise<Customer[]> {
  return db.selectFrom('customer').selectAll().orderBy('id').execute();
}

/**
 * Inserts a customer. @returns undefined when another customer has the mail address; of two
 * concurrent inserts the second waits, then gets this
 */
export function insertCustomer(tx: Tx, customer: Omit<NewCustomer, 'email_key'>): Promise<Customer | undefined> {
  return tx
    .insertInto('customer')
    .values({ ...customer, email_key: emailKey(customer.email) })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * The time zone of a customer, locked until the transaction ends. By an update that changes
 * nothing: rows that refer to the customer can still be inserted.
 */
export async function lockTimeZone(tx: Tx, id: number): Promise<string> {
  const { time_zone } = await tx
    .updateTable('customer')
    .set((row) => ({ time_zone: row.ref('time_zone') }))
    .where('id', '=', id)
    .returning('time_zone')
    .executeTakeFirstOrThrow();
  return time_zone;
}

/** Updates a customer. */
export async function updateCustomerRow(tx: Tx, id: number, changes: Partial<NewCustomer>): Promise<void> {
  await tx.updateTable('customer').set(changes).where('id', '=', id).execute();
}

/** The uids of customers whose removal has begun. */
export async function listLeaving(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('customer').select('uid').where('status', '=', 'removing').orderBy('id').execute();
  return rows.map(({ uid }) => uid);
}

/** Deletes a customer to whom nothing belongs any more. */
export async function deleteCustomerRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('customer').where('id', '=', id).execute();
}

/**
 * The customer created at first start: its keys are the operator's. Undefined when there is none.
 */
export async function firstCustomerId(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('customer').select('id').orderBy('id').limit(1).executeTakeFirst();
  return row?.id;
}

/** Inserts a setting when it has no value yet. @returns whether it was inserted */
export async function insertSetting(db: Db, name: string, value: string): Promise<boolean> {
  const row = await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** The value of a setting. */
export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** The values of several settings, of those that have one. */
export async function findSettings(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('setting').select(['name', 'value']).where('name', 'in', names).execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** As findSetting, locked until the transaction ends. */
export async function lockSetting(tx: Tx, name: string): Promise<string | undefined> {
  const held = await sql<{ value: string }>`select value from setting where name = ${name} ${lockRows(tx)}`.execute(tx);
  return held.rows[0]?.value;
}

/** Removes a setting. */
export async function removeSetting(db: Db, name: string): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', name).execute();
}

/** Inserts or replaces a setting. */
export async function replaceSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** This many customers are counted; one more stands for any number. */
export const MOST_WITHOUT_ADDRESS = 100;
const AT_ONCE = 200;

/**
 * Active customers without a postal address, up to MOST_WITHOUT_ADDRESS + 1 of them: it is asked
 * with each look at how the server is.
 */
export async function countWithoutAddress(db: Db): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const candidates = await db
      .selectFrom('customer')
      .select(['id', 'company'])
      .where('id', '>', after)
      .where('status', '=', 'active')
      .where((is) =>
        is.or([
          is('company', 'is', null),
          is('company', 'not like', '%"address_1":"_%'), // absent, or empty
          is('company', 'like', '%"address_1":" %'),
          ...PLACEHOLDERS.map((address) => is('company', 'like', `%"address_1":"${address}"%`)),
        ]),
      )
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    count += candidates.filter((customer) => hasNoAddress(companyOf(customer))).length;
    if (count > MOST_WITHOUT_ADDRESS) return MOST_WITHOUT_ADDRESS + 1;
    after = candidates.at(-1)?.id ?? after;
    if (candidates.length < AT_ONCE) return count;
  }
}
