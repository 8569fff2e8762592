// Changes who belongs to a customer, and as what. A customer always keeps an owner who can sign in.
import { lockTimeZone } from '../../accounts/queries.ts';
import type { Role } from '../../http/rights.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { User } from '../../storage/tables/people.ts';
import { holdUser, listCustomersOf, updateUser } from '../queries.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
import { deleteInvitation, updateInvitation } from '../welcome/queries.ts';
import {
  countOtherOwners,
  deleteMembership,
  deleteUserWithout,
  findMember,
  type Member,
  updateRole,
} from './queries.ts';

/**
 * Gives a member, or somebody who is invited, another role; it counts from the next request on.
 * @throws AppError `not_found`; `state` for the last owner
 */
export async function changeRole(db: Db, customerId: number, uid: string, role: Role): Promise<void> {
  await inTransaction(db, async (tx) => {
    const member = await lockMember(tx, customerId, uid);
    if (!member) {
      if (await updateInvitation(tx, customerId, uid, role)) return;
      throw new AppError('not_found', say('user-missing'));
    }
    if (role !== 'owner') await requireOtherOwner(tx, customerId, member);
    await updateRole(tx, customerId, member.id, role);
  });
}

/**
 * Removes a member with their sessions, or takes an invitation back. A user who belongs to no
 * customer any more is deleted.
 * @throws AppError `not_found`; `state` for the last owner
 */
export async function removeMember(db: Db, customerId: number, uid: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const member = await lockMember(tx, customerId, uid);
    if (!member) {
      if (await deleteInvitation(tx, customerId, uid)) return;
      throw new AppError('not_found', say('user-missing'));
    }
    await requireOtherOwner(tx, customerId, member);
    await holdUser(tx, member.id); // who signs in, or joins another customer at this moment, is done or finds no user
    await deleteMembership(tx, customerId, member.id);
    await deleteSessionsOf(tx, member.id, { customerId });
    await deleteUserWithout(tx, member.id);
  });
}

/**
 * Shuts a user out everywhere, at once; or lets them in again.
 * @throws AppError `state` for the last owner of a customer
 */
export async function disableUser(db: Db, user: User, isDisabled: boolean, clock: Clock): Promise<void> {
  await inTransaction(db, async (tx) => {
    const customers = isDisabled ? await listCustomersOf(tx, user.id) : [];
    // In the order of ids, so that two who shut out members of several never deadlock.
    for (const customer of customers.toSorted((a, b) => a.id - b.id)) {
      const member = await lockMember(tx, customer.id, user.uid);
      if (member) await requireOtherOwner(tx, customer.id, member);
    }
    await updateUser(tx, user.id, { disabled_at: isDisabled ? clock.now() : null });
    if (isDisabled) await deleteSessionsOf(tx, user.id);
  });
}

/**
 * The lock is the customer's row: of two owners who remove each other the second waits, and sees
 * it.
 */
async function lockMember(tx: Tx, customerId: number, uid: string): Promise<Member | undefined> {
  await lockTimeZone(tx, customerId);
  return findMember(tx, customerId, uid);
}

async function requireOtherOwner(tx: Tx, customerId: number, member: Member): Promise<void> {
  if (member.role !== 'owner' || member.disabled_at !== null) return;
  if ((await countOtherOwners(tx, customerId, member.id)) > 0) return;
  throw new AppError('state', say('user-only-owner', { name: member.name }));
}
