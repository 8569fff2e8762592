// Signing in with mail address and password.
import { firstCustomerId } from '../../accounts/queries.ts';
import { NOBODY } from '../../audit/entry.ts';
import { insertEntries } from '../../audit/queries.ts';
import type { Visitor } from '../../http/route.ts';
import { agreedNow, type Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import type { User } from '../../storage/tables/people.ts';
import type { Customer } from '../../storage/tables.ts';
import { countAttempt, countCode } from '../limits.ts';
import { isPassword, requireRoom } from '../password.ts';
import { findCustomerOf, findUserByEmail, holdProven, listCustomersOf } from '../queries.ts';
import { isCode } from '../totp/totp.ts';
import { openSession } from './open.ts';

/** The same words whatever was wrong: nobody learns who has an account. */
const REFUSED = say('user-sign-in');

export type SignInTools = { db: Db; clock: Clock; secret: string; network: string; visitor: Visitor };

/**
 * Signs a user in.
 * @returns the cookie of the new session; undefined when a code of the second factor is needed
 * @throws AppError `unauthorized` in the same words and time whether there is such a user;
 * `too_many`; `forbidden` when no customer of the user is active
 */
export async function signIn(
  tools: SignInTools,
  given: { email: string; password: string; code?: string | undefined },
): Promise<string | undefined> {
  const { db, clock, visitor } = tools;
  requireRoom();
  await countAttempt(tools, given.email);
  const user = await findUserByEmail(db, given.email);
  const isRight = await isPassword(given.password, user?.password);
  if (!isRight || !user || user.disabled_at !== null) return refuse(tools, user);
  if (user.totp_secret !== null) {
    if (given.code === undefined) return undefined;
    await countCode(tools, user.email);
    if (!(await isCode(tools, user.id, given.code))) return refuse(tools, user);
  }
  const token = await inTransaction(db, async (tx) => {
    if (!(await holdProven(tx, user))) return undefined;
    const customer = await customerFor(tx, user);
    return openSession(tx, { userId: user.id, customerId: customer.id, visitor }, agreedNow(clock));
  });
  return token ?? refuse(tools, user); // a new password ended all sessions, and this one comes after it
}

/** For whom a user works first. @throws AppError `forbidden` when none of theirs is active */
export async function customerFor(db: Db, user: User): Promise<Pick<Customer, 'id'>> {
  const { id, last_customer_id: last } = user;
  const known = last === null ? undefined : await findCustomerOf(db, id, { id: last });
  const customer = known ?? (await listCustomersOf(db, id, 1))[0];
  if (!customer) throw new AppError('forbidden', say('user-no-customer'));
  return customer;
}

/** Refuses, and notes it: with the user's customer, else with the operator's. */
export async function refuse(
  { db, clock, visitor }: Pick<SignInTools, 'db' | 'clock' | 'visitor'>,
  user: User | undefined,
  why: Told = REFUSED,
): Promise<never> {
  const customerId = user ? (await listCustomersOf(db, user.id, 1))[0]?.id : await firstCustomerId(db);
  const object = user && { kind: 'user', id: user.uid };
  const entry = { operation: 'failedSignIn', object, actor: NOBODY, ipAddress: visitor.address };
  if (customerId !== undefined) await insertEntries(db, [{ customerId, ...entry }], clock.now());
  throw new AppError('unauthorized', why);
}
