// Uses a link: it lets its bearer in once, whatever happens at the same time or in between. All of
// it is one transaction, and the link's row goes with it.
import { nameFirstCustomer } from '../../accounts/first-start.ts';
import { lockTimeZone } from '../../accounts/queries.ts';
import { type Role, roleNamed } from '../../http/rights.ts';
import type { ActingUser, Visitor } from '../../http/route.ts';
import { agreedNow, type Clock } from '../../kernel/clock.ts';
import { newUid } from '../../kernel/ids.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { User, WelcomeLink } from '../../storage/tables/people.ts';
import { countAttempt } from '../limits.ts';
import { hashPassword, isPassword, requireRoom } from '../password.ts';
import {
  findUserByEmail,
  hasUsers,
  holdProven,
  holdUser,
  insertMembership,
  insertUser,
  listCustomersOf,
  updateUser,
} from '../queries.ts';
import { type Language, refuse } from '../rules.ts';
import { openSession } from '../sessions/open.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
import { refuseLink } from './links.ts';
import { deleteLinksOfUser, takeLink } from './queries.ts';

export type WelcomeTools = { db: Db; clock: Clock; network: string; visitor: Visitor };

/** What the bearer gives; the address counts for the first owner only. */
export type Welcomed = { name: string; email: string; password: string; language: Language };

/** Who was let in. `token`: the cookie; undefined: they have to sign in with a second factor. */
export type LetIn = { token: string | undefined; by: ActingUser };

/**
 * Lets the bearer of a link in.
 * @throws AppError `not_found` when the link was used meanwhile; `invalid` when somebody who has an
 * account gives another password. Then nothing has changed, and the link stays good.
 */
export async function redeemLink(tools: WelcomeTools, link: WelcomeLink, given: Welcomed): Promise<LetIn> {
  const { db, clock, visitor } = tools;
  const known = link.kind === 'invitation' ? await findUserByEmail(db, link.email) : undefined;
  if (known) await requirePassword(tools, known, given.password);
  const password = known ? known.password : await hashPassword(given.password);
  return inTransaction(db, async (tx) => {
    const at = agreedNow(clock);
    if (link.customer_id !== null) await lockTimeZone(tx, link.customer_id); // as whoever invites, or gives roles
    const taken = (await takeLink(tx, link, at)) ?? refuseLink();
    const user = await USES[taken.kind as keyof typeof USES](tx, taken, { ...given, password, known }, at);
    const customerId = taken.customer_id ?? (await listCustomersOf(tx, user.id, 1))[0]?.id ?? refuseLink();
    const needsCode = user.totp_secret !== null;
    const token = needsCode ? undefined : await openSession(tx, { userId: user.id, customerId, visitor }, at);
    return { token, by: { customerId, uid: user.uid, name: user.name } };
  });
}

/**
 * Somebody invited who has an account must give its password: whoever invited them knows the link,
 * too.
 */
async function requirePassword(tools: WelcomeTools, user: User, password: string): Promise<void> {
  requireRoom();
  await countAttempt(tools, user.email);
  if (user.disabled_at === null && (await isPassword(password, user.password))) return;
  refuse('password', NOT_PROVEN);
}

const NOT_PROVEN = say('user-account-password');

/** `known`: who had an account with the address of an invitation, and proved it. */
type Proven = Welcomed & { known: User | undefined };
type Use = (tx: Tx, link: WelcomeLink, given: Proven, at: number) => Promise<User>;

const USES: Readonly<Record<'first-owner' | 'invitation' | 'reset', Use>> = {
  async 'first-owner'(tx, link, given, at) {
    if (link.customer_id === null || (await hasUsers(tx))) refuseLink();
    const user = (await addUser(tx, given, { isOperator: true, at })) ?? refuse('email', say('user-account-there'));
    await join(tx, { customerId: link.customer_id, userId: user.id, role: 'owner', at });
    await nameFirstCustomer(tx, link.customer_id, given);
    return user;
  },
  async invitation(tx, link, given, at) {
    const { email, role, customer_id: customerId } = link;
    if (customerId === null) refuseLink();
    // Of an account that somebody made meanwhile the password was not asked.
    const user =
      (given.known
        ? await holdProven(tx, given.known)
        : await addUser(tx, { ...given, email }, { isOperator: false, at })) ?? refuse('password', NOT_PROVEN);
    await deleteLinksOfUser(tx, user.id); // mailed when they let in to less
    await join(tx, { customerId, userId: user.id, role: roleNamed(role), at });
    return user;
  },
  async reset(tx, link, { password }) {
    const user = link.user_id === null ? undefined : await holdUser(tx, link.user_id);
    if (!user || user.disabled_at !== null) refuseLink();
    await deleteLinksOfUser(tx, user.id);
    await deleteSessionsOf(tx, user.id);
    await updateUser(tx, user.id, { password });
    return user;
  },
};

/** Undefined when somebody has the mail address. */
function addUser(
  tx: Tx,
  given: Welcomed,
  { isOperator, at }: { isOperator: boolean; at: number },
): Promise<User | undefined> {
  const { name, email, password, language } = given;
  return insertUser(tx, {
    uid: newUid(),
    email,
    name,
    password,
    language,
    theme: 'system',
    is_operator: isOperator ? 1 : 0,
    totp_step: 0,
    created_at: at,
  });
}

function join(tx: Tx, of: { customerId: number; userId: number; role: Role; at: number }): Promise<void> {
  return insertMembership(tx, { customer_id: of.customerId, user_id: of.userId, role: of.role, created_at: of.at });
}
