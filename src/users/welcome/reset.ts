// A link for a user who forgot the password.

import { findCustomer, firstCustomerId } from '../../accounts/queries.ts';
import { NOBODY } from '../../audit/entry.ts';
import { insertEntries } from '../../audit/queries.ts';
import type { Visitor } from '../../http/route.ts';
import { agreedNow, type Clock } from '../../kernel/clock.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import { countWithin } from '../../storage/rate.ts';
import type { User } from '../../storage/tables/people.ts';
import type { Customer } from '../../storage/tables.ts';
import { accountName } from '../limits.ts';
import { countMemberships, findUserByEmail, holdUser, listCustomersOf } from '../queries.ts';
import { languageOf } from '../rules.ts';
import { makeLink, welcomeAddress } from './links.ts';
import { resetMail } from './mail.ts';
import { deleteLinksOfUser } from './queries.ts';
import { mailTo } from './send.ts';

/** In an hour. */
export const RESETS = { ofNetwork: 20, ofAccount: 3 };

export type ResetTools = { db: Db; clock: Clock; baseUrl: string };

/**
 * Mails a link to a user, if there is one with this address; nobody learns whether.
 * @throws AppError `too_many` when one network asks for many
 */
export async function requestReset(
  tools: ResetTools & { network: string; visitor: Visitor },
  email: string,
): Promise<void> {
  const { db, clock, network, visitor } = tools;
  const ipAddress = visitor.address;
  const isWithin = (name: string, most: number) =>
    countWithin(db, `reset ${name}`, { most, windowMs: HOUR_MS }, clock.now());
  if (!(await isWithin(`from ${network}`, RESETS.ofNetwork))) throw new AppError('too_many', say('request-often'));
  const mayMail = await isWithin(`of ${accountName(email)}`, RESETS.ofAccount);
  const user = await findUserByEmail(db, email);
  if (!user || user.disabled_at !== null || !mayMail) return;
  await inTransaction(db, async (tx) => {
    const link = await resetLink(tx, tools, user);
    const [customer] = await listCustomersOf(tx, user.id, 1);
    const mail = resetMail(languageOf(user.language), link);
    if (!customer) return;
    const by = await senderOf(tx, user, customer);
    await mailTo(tx, by, { ...user, fallback: user.email }, mail, clock.now());
    const object = { kind: 'user', id: user.uid };
    const entry = { customerId: customer.id, operation: 'requestPasswordReset', object, actor: NOBODY, ipAddress };
    await insertEntries(tx, [entry], clock.now());
  });
}

/**
 * Whose mail it is, and so whose relays see the link: the customer's, when whoever owns it gains
 * nothing by it. It lets into all customers of a user: then the operator's, which all others trust.
 */
async function senderOf(tx: Tx, { id, is_operator }: User, own: Customer): Promise<Customer> {
  if (is_operator === 0 && (await countMemberships(tx, id)) === 1) return own;
  const first = await findCustomer(tx, (await firstCustomerId(tx)) ?? own.id);
  return first?.status === 'active' ? first : own;
}

/** A link with which a user chooses a new password; earlier ones work no more. */
export async function resetLink(
  tx: Tx,
  { clock, baseUrl }: Pick<ResetTools, 'clock' | 'baseUrl'>,
  { id, email, name, language }: User,
): Promise<string> {
  await holdUser(tx, id); // two who ask at once leave one link
  await deleteLinksOfUser(tx, id);
  const whom = { customer_id: null, user_id: id, email, name, role: '', language };
  return welcomeAddress(baseUrl, (await makeLink(tx, 'reset', whom, agreedNow(clock))).token);
}
