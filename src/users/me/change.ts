// What users change about themselves.
import type { Visitor } from '../../http/route.ts';
import { agreedNow, type Clock } from '../../kernel/clock.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import type { NewUser, User } from '../../storage/tables/people.ts';
import { countAttempt } from '../limits.ts';
import { hashPassword, isPassword, requireRoom } from '../password.ts';
import { holdProven, updateUser } from '../queries.ts';
import { refuse } from '../rules.ts';
import { openSession } from '../sessions/open.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
import { deleteLinksOfUser } from '../welcome/queries.ts';

export type MeTools = { db: Db; clock: Clock; network: string; visitor: Visitor };

export type MeChange = {
  name?: string | undefined;
  language?: string | undefined;
  theme?: string | undefined;
  hides_checklist?: 'yes' | 'no' | undefined;
  current_password?: string | undefined;
  password?: string | undefined;
};

/**
 * Changes what is given. With the password all sessions end, and a new one begins; a link that was
 * mailed to choose one works no more.
 * @returns the cookie of the new session; undefined when the old one goes on
 * @throws AppError `invalid` when the current password is another; `too_many`
 */
export async function changeMe(
  tools: MeTools,
  { user, customerId }: { user: User; customerId: number },
  { current_password, password, hides_checklist: hides, ...settings }: MeChange,
): Promise<string | undefined> {
  const { db, clock, visitor } = tools;
  const flag = hides && { hides_checklist: hides === 'yes' ? 1 : 0 };
  const changes = Object.fromEntries(
    Object.entries({ ...settings, ...flag }).filter(([, value]) => value !== undefined),
  );
  if (password === undefined) {
    await updateSettings(db, user.id, changes);
    return undefined;
  }
  await requirePassword(tools, user, current_password ?? '', 'current_password');
  const hashed = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    if (!(await holdProven(tx, user))) refuse('current_password', WRONG);
    await updateUser(tx, user.id, { ...changes, password: hashed });
    await deleteSessionsOf(tx, user.id);
    await deleteLinksOfUser(tx, user.id);
    return openSession(tx, { userId: user.id, customerId, visitor }, agreedNow(clock));
  });
}

const WRONG = say('user-password-wrong');

async function updateSettings(db: Db, id: number, changes: Partial<NewUser>): Promise<void> {
  if (Object.keys(changes).length > 0) await updateUser(db, id, changes);
}

/**
 * @throws AppError `invalid` that names the member, when it is not the user's password; `too_many`
 */
export async function requirePassword(
  tools: Pick<MeTools, 'db' | 'clock' | 'network'>,
  user: User,
  password: string,
  member: string,
): Promise<void> {
  requireRoom();
  await countAttempt(tools, user.email);
  if (!(await isPassword(password, user.password))) refuse(member, WRONG);
}
