// Statements on table welcome_link.
import type { Role } from '../../http/rights.ts';
import { emailKey } from '../../kernel/address.ts';
import type { Db, Tx } from '../../storage/db.ts';
import type { NewWelcomeLink, WelcomeLink } from '../../storage/tables/people.ts';

/** Writes a link. @returns false when there is an invitation to the mail address already */
export async function insertLink(db: Db, link: NewWelcomeLink): Promise<boolean> {
  const made = await db
    .insertInto('welcome_link')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

/** The link with this token, if it still lets somebody in: to a customer that is on. */
export function findLinkByHash(db: Db, hash: string, at: number): Promise<WelcomeLink | undefined> {
  return db
    .selectFrom('welcome_link as link')
    .leftJoin('customer', 'customer.id', 'link.customer_id')
    .selectAll('link')
    .where('link.hash', '=', hash)
    .where('link.expires_at', '>', at)
    .where((is) => is.or([is('link.customer_id', 'is', null), is('customer.status', '=', 'active')]))
    .executeTakeFirst();
}

/**
 * Takes a link away, as it is being used; with one of the first owner's all of them, as there is
 * one first owner.
 * @returns it as it was at last: an invitation may be to another role since it was read. Undefined
 * when it lets nobody in any more: of two who use it at the same time the second waits for the
 * first, and gets that
 */
export async function takeLink(
  tx: Tx,
  { hash, id, kind }: Pick<WelcomeLink, 'hash' | 'id' | 'kind'>,
  at: number,
): Promise<WelcomeLink | undefined> {
  if (!(await findLinkByHash(tx, hash, at))) return undefined;
  const query = tx.deleteFrom('welcome_link').returningAll();
  const taken = await (kind === 'first-owner' ? query.where('kind', '=', kind) : query.where('id', '=', id)).execute();
  return taken.find((one) => one.id === id);
}

/** Takes a user's links away. */
export async function deleteLinksOfUser(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('welcome_link').where('user_id', '=', userId).execute();
}

function invitations(db: Db, customerId: number) {
  return db
    .selectFrom('welcome_link')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'invitation');
}

/** The invitations of a customer that are not accepted, oldest first, also those that ran out. */
export function listInvitations(db: Db, customerId: number): Promise<WelcomeLink[]> {
  return invitations(db, customerId).orderBy('id').execute();
}

/** The invitations of all customers, oldest first, for the operator. */
export function listEverybodyInvited(db: Db) {
  return db
    .selectFrom('welcome_link as link')
    .innerJoin('customer', 'customer.id', 'link.customer_id')
    .select(['link.uid', 'link.name', 'link.email', 'link.role', 'link.expires_at', 'customer.uid as customer_uid'])
    .where('link.kind', '=', 'invitation')
    .orderBy('link.id')
    .execute();
}

/** An invitation of a customer by its uid. */
export function findInvitation(db: Db, customerId: number, uid: string): Promise<WelcomeLink | undefined> {
  return invitations(db, customerId).where('uid', '=', uid).executeTakeFirst();
}

/** The invitation of a customer to a mail address (any case). */
export function findInvitationTo(db: Db, customerId: number, email: string): Promise<WelcomeLink | undefined> {
  return invitations(db, customerId).where('email_key', '=', emailKey(email)).executeTakeFirst();
}

/** Gives an invitation another role. @returns whether it was there */
export async function updateInvitation(tx: Tx, customerId: number, uid: string, role: Role): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('welcome_link')
    .set({ role })
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'invitation')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Takes an invitation back. @returns whether it was there */
export async function deleteInvitation(tx: Tx, customerId: number, uid: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('welcome_link')
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'invitation')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/**
 * Deletes up to `limit` links that let nobody in any more; invitations that ran out before
 * `invitedBefore`, as those are shown until then. @returns whether there may be more
 */
export async function deleteRunOut(
  db: Db,
  { at, invitedBefore, limit }: { at: number; invitedBefore: number; limit: number },
): Promise<boolean> {
  const some = db
    .selectFrom('welcome_link')
    .select('id')
    .where('expires_at', '<=', at)
    .where((is) => is.or([is('kind', '<>', 'invitation'), is('expires_at', '<=', invitedBefore)]))
    .orderBy('expires_at')
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('welcome_link').where('id', 'in', some).executeTakeFirst();
  return numDeletedRows >= limit;
}
