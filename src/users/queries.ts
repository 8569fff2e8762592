// Statements on tables user_account and membership.
import type { Role } from '../http/rights.ts';
import { emailKey } from '../kernel/address.ts';
import type { Db, Tx } from '../storage/db.ts';
import { lockRows } from '../storage/dialect.ts';
import type { NewUser, User } from '../storage/tables/people.ts';

/** The user with this mail address (any case). */
export function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  return db.selectFrom('user_account').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst();
}

/** A user by id. */
export function findUser(db: Db, id: number): Promise<User | undefined> {
  return db.selectFrom('user_account').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * A user as they are now, held against changes by others until the transaction ends. Whoever also
 * holds customers (lockTimeZone) holds them first.
 */
export function holdUser(tx: Tx, id: number): Promise<User | undefined> {
  return tx.selectFrom('user_account').selectAll().where('id', '=', id).modifyEnd(lockRows(tx)).executeTakeFirst();
}

/**
 * The same of a user who proved who they are before the transaction: undefined when the password or
 * the second factor is another since then, or the user was switched off, so that the proof is worth
 * nothing.
 */
export async function holdProven(
  tx: Tx,
  { id, password, totp_secret }: Pick<User, 'id' | 'password' | 'totp_secret'>,
): Promise<User | undefined> {
  const now = await holdUser(tx, id);
  const isProven = now?.password === password && now.totp_secret === totp_secret && now.disabled_at === null;
  return isProven ? now : undefined;
}

/** A user of the installation by uid. */
export function findUserByUid(db: Db, uid: string): Promise<User | undefined> {
  return db.selectFrom('user_account').selectAll().where('uid', '=', uid).executeTakeFirst();
}

/** Whether there is any user. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Inserts a user. @returns undefined when another one has the mail address */
export function insertUser(tx: Tx, user: Omit<NewUser, 'email_key'>): Promise<User | undefined> {
  return tx
    .insertInto('user_account')
    .values({ ...user, email_key: emailKey(user.email) })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Updates a user. */
export async function updateUser(db: Db, id: number, changes: Partial<NewUser>): Promise<void> {
  await db.updateTable('user_account').set(changes).where('id', '=', id).execute();
}

/** Makes a user a member of a customer; one who is keeps the role. */
export async function insertMembership(
  tx: Tx,
  membership: { customer_id: number; user_id: number; role: Role; created_at: number },
): Promise<void> {
  await tx
    .insertInto('membership')
    .values(membership)
    .onConflict((conflict) => conflict.columns(['customer_id', 'user_id']).doNothing())
    .execute();
}

/** To how many customers a user belongs, also to those that are not active now. */
export async function countMemberships(db: Db, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('membership')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/**
 * The active customers of a user with the role in each, in the order of joining.
 * @param most absent: all of them
 */
export function listCustomersOf(db: Db, userId: number, most?: number) {
  return customersOf(db, userId)
    .selectAll('customer')
    .select('membership.role')
    .orderBy('membership.created_at')
    .orderBy('customer.id')
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute();
}

/** An active customer of a user, with the role there. */
export function findCustomerOf(db: Db, userId: number, named: { id: number } | { uid: string }) {
  return customersOf(db, userId)
    .selectAll('customer')
    .select('membership.role')
    .where((is) => ('id' in named ? is('customer.id', '=', named.id) : is('customer.uid', '=', named.uid)))
    .executeTakeFirst();
}

/** The number of active customers of a user. */
export async function countCustomersOf(db: Db, userId: number): Promise<number> {
  const { n } = await customersOf(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** What the active customers of a user are called by, with the role in each. */
export function listNamesOfCustomersOf(db: Db, userId: number) {
  return customersOf(db, userId)
    .select(['customer.uid', 'customer.company', 'customer.first_name', 'customer.last_name', 'membership.role'])
    .execute();
}

function customersOf(db: Db, userId: number) {
  return db
    .selectFrom('membership')
    .innerJoin('customer', 'customer.id', 'membership.customer_id')
    .where('membership.user_id', '=', userId)
    .where('customer.status', '=', 'active');
}
