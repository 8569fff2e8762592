// Invites people to a customer. Whoever invites gets the link, too: there may be no relay yet.

import { lockTimeZone } from '../../accounts/queries.ts';
import type { Role } from '../../http/rights.ts';
import { agreedNow, type Clock } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import { countWithin } from '../../storage/rate.ts';
import type { WelcomeLink } from '../../storage/tables/people.ts';
import type { Customer } from '../../storage/tables.ts';
import { findMemberByEmail } from '../members/queries.ts';
import { type Language, languageOf } from '../rules.ts';
import { customerName } from '../sessions/show.ts';
import { makeLink, welcomeAddress } from './links.ts';
import { invitationMail } from './mail.ts';
import { deleteInvitation, findInvitation } from './queries.ts';
import { mailTo } from './send.ts';

/** Mails to strangers that a customer may have sent in a day. */
const INVITATIONS_A_DAY = 50;

export type InviteTools = { db: Db; clock: Clock; baseUrl: string };
export type Invited = { email: string; name: string; role: Role; language: Language };
/** Who invites: their name and address in the mail. */
export type Inviter = { name: string; email: string };

/**
 * Invites somebody, by mail.
 * @returns the uid of the invitation, and the link
 * @throws AppError `conflict` for who belongs to the customer or is invited already; `too_many`
 */
export async function invite(
  { db, clock, baseUrl }: InviteTools,
  customer: Customer,
  invited: Invited,
  by: Inviter,
): Promise<{ uid: string; link: string }> {
  return inTransaction(db, async (tx) => {
    await lockTimeZone(tx, customer.id); // whoever was invited and joins at this moment is a member, or is not yet
    await countInvitation(tx, clock, customer);
    if (await findMemberByEmail(tx, customer.id, invited.email)) throw new AppError('conflict', say('user-belongs'));
    return sendInvitation(tx, { customer, by, baseUrl, at: agreedNow(clock) }, invited);
  });
}

/**
 * Sends an invitation once more, with a new link; the old one works no more.
 * @param changes what is another than it was
 * @throws AppError `not_found`, `too_many`
 */
export async function inviteAgain(
  { db, clock, baseUrl }: InviteTools,
  customer: Customer,
  uid: string,
  by: Inviter,
  changes: Partial<Omit<Invited, 'email'>> = {},
): Promise<{ uid: string; link: string }> {
  const found = await findInvitation(db, customer.id, uid);
  if (!found) throw new AppError('not_found', say('user-invitation-missing'));
  return inTransaction(db, async (tx) => {
    await lockTimeZone(tx, customer.id);
    await countInvitation(tx, clock, customer);
    if (!(await deleteInvitation(tx, customer.id, uid)))
      throw new AppError('not_found', say('user-invitation-accepted'));
    return sendInvitation(
      tx,
      { customer, by, baseUrl, at: agreedNow(clock) },
      { ...invitedOf(found), ...changes },
      uid,
    );
  });
}

function invitedOf({ email, name, role, language }: WelcomeLink): Invited {
  return { email, name, role: role as Role, language: languageOf(language) };
}

/** In the transaction: one that is refused does not count. */
async function countInvitation(tx: Tx, clock: Clock, { id }: Customer): Promise<void> {
  const limit = { most: INVITATIONS_A_DAY, windowMs: DAY_MS };
  if (await countWithin(tx, `invitations of ${id}`, limit, clock.now())) return;
  throw new AppError('too_many', say('user-invitations-many'));
}

type Sending = { customer: Customer; by: Inviter; baseUrl: string; at: number };

async function sendInvitation(tx: Tx, { customer, by, baseUrl, at }: Sending, invited: Invited, uid?: string) {
  const made = await makeLink(tx, 'invitation', { customer_id: customer.id, user_id: null, ...invited }, at, uid);
  const link = welcomeAddress(baseUrl, made.token);
  const mail = invitationMail(invited.language, { customer: customerName(customer), by: by.name, link });
  await mailTo(tx, customer, { ...invited, fallback: by.email }, mail, at);
  return { uid: made.uid, link };
}
