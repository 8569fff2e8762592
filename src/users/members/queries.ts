// Statements on memberships, as a customer sees them.
import type { Role } from '../../http/rights.ts';
import { emailKey } from '../../kernel/address.ts';
import type { Db, Tx } from '../../storage/db.ts';

/** A user as a customer knows them. */
export type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>;

function members(db: Db, customerId: number) {
  return db
    .selectFrom('membership')
    .innerJoin('user_account as user', 'user.id', 'membership.user_id')
    .select(['user.id', 'user.uid', 'user.name', 'user.email', 'user.is_operator', 'user.disabled_at'])
    .select(['user.totp_secret', 'membership.role', 'membership.created_at'])
    .select((is) =>
      is
        .selectFrom('user_session')
        .select(({ fn }) => fn.max('user_session.seen_at').as('at'))
        .whereRef('user_session.user_id', '=', 'user.id')
        .where('user_session.customer_id', '=', customerId)
        .as('seen_at'),
    )
    .where('membership.customer_id', '=', customerId);
}

/** The members of a customer in the order of joining. */
export function listMembers(db: Db, customerId: number) {
  return members(db, customerId).orderBy('membership.created_at').orderBy('user.id').execute();
}

/** Owners of a customer who can sign in, as mails name them. */
export function listOwners(db: Db | Tx, customerId: number) {
  return db
    .selectFrom('membership')
    .innerJoin('user_account as user', 'user.id', 'membership.user_id')
    .select(['user.name', 'user.email', 'user.language'])
    .where('membership.customer_id', '=', customerId)
    .where('membership.role', '=', 'owner')
    .where('user.disabled_at', 'is', null)
    .orderBy('user.id')
    .execute();
}

/** Operators of the installation who can sign in, as mails name them. */
export function listOperators(db: Db | Tx) {
  return db
    .selectFrom('user_account as user')
    .select(['user.name', 'user.email', 'user.language'])
    .where('user.is_operator', '=', 1)
    .where('user.disabled_at', 'is', null)
    .orderBy('user.id')
    .execute();
}

/** A member of a customer by uid. */
export function findMember(db: Db, customerId: number, uid: string) {
  return members(db, customerId).where('user.uid', '=', uid).executeTakeFirst();
}

/** A member of a customer by mail address (any case). */
export function findMemberByEmail(db: Db, customerId: number, email: string) {
  return members(db, customerId).where('user.email_key', '=', emailKey(email)).executeTakeFirst();
}

/** Owners of a customer who can sign in, besides this user. */
export async function countOtherOwners(tx: Tx, customerId: number, userId: number): Promise<number> {
  const { n } = await tx
    .selectFrom('membership')
    .innerJoin('user_account as user', 'user.id', 'membership.user_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('membership.customer_id', '=', customerId)
    .where('membership.role', '=', 'owner')
    .where('membership.user_id', '<>', userId)
    .where('user.disabled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Gives a member another role. */
export async function updateRole(tx: Tx, customerId: number, userId: number, role: Role): Promise<void> {
  await tx
    .updateTable('membership')
    .set({ role })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
}

/** Ends a membership. */
export async function deleteMembership(tx: Tx, customerId: number, userId: number): Promise<void> {
  await tx.deleteFrom('membership').where('customer_id', '=', customerId).where('user_id', '=', userId).execute();
}

/** Deletes a user, who is held, when they belong to no customer and operate nothing. */
export async function deleteUserWithout(tx: Tx, userId: number): Promise<void> {
  const membership = await tx.selectFrom('membership').select('role').where('user_id', '=', userId).executeTakeFirst();
  if (membership) return;
  for (const table of ['user_session', 'recovery_code', 'passkey', 'welcome_link'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  await tx.deleteFrom('user_account').where('id', '=', userId).where('is_operator', '=', 0).execute();
}

/** The users of a customer, and whether they belong to no other one, in the order of their ids. */
export async function membersAndOthers(db: Db, customerId: number): Promise<{ id: number; isOnlyHere: boolean }[]> {
  const rows = await db
    .selectFrom('membership as own')
    .leftJoin('membership as other', (on) =>
      on.onRef('other.user_id', '=', 'own.user_id').onRef('other.customer_id', '<>', 'own.customer_id'),
    )
    .select(['own.user_id as id'])
    .select(({ fn }) => fn.count<number>('other.user_id').as('others'))
    .where('own.customer_id', '=', customerId)
    .groupBy('own.user_id')
    .orderBy('own.user_id')
    .execute();
  return rows.map(({ id, others }) => ({ id, isOnlyHere: Number(others) === 0 }));
}

/** Ends all memberships of a customer, with what leads its users there. */
export async function deleteAllMemberships(tx: Tx, customerId: number): Promise<void> {
  for (const table of ['user_session', 'welcome_link', 'membership'] as const)
    await tx.deleteFrom(table).where('customer_id', '=', customerId).execute();
  await tx
    .updateTable('user_account')
    .set({ last_customer_id: null })
    .where('last_customer_id', '=', customerId)
    .execute();
}

/** Every user of the installation with a customer and a role a row, for the operator. */
export function listEverybody(db: Db) {
  return db
    .selectFrom('user_account as user')
    .leftJoin('membership', 'membership.user_id', 'user.id')
    .leftJoin('customer', 'customer.id', 'membership.customer_id')
    .select(['user.uid', 'user.name', 'user.email', 'user.is_operator', 'user.disabled_at', 'user.totp_secret'])
    .select(['user.signed_in_at', 'membership.role', 'customer.uid as customer_uid'])
    .orderBy('user.id')
    .orderBy('customer.id')
    .execute();
}
