// The user behind a request: most endpoints ask what the caller may do; those of a person's own
// account need the person.
import type { Call } from '../http/route.ts';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Tx } from '../storage/db.ts';
import type { User } from '../storage/tables/people.ts';
import { findUser, holdUser } from './queries.ts';

/** @throws AppError `forbidden` for an API key */
export function actingUser({ caller: { actor } }: Call): { userId: number; sessionId: number } {
  if (actor.kind === 'user') return actor;
  throw new AppError('forbidden', say('user-not-signed-in'));
}

/** The row of who is signed in. @throws AppError `forbidden` for an API key */
export async function getActingUser(call: Call): Promise<User> {
  const user = await findUser(call.db, actingUser(call).userId);
  if (user) return user;
  throw ended();
}

/**
 * The same user as they are now, held until the transaction ends.
 * @throws AppError `unauthorized` when they are gone or shut out since, or have another password:
 * each of these ended the session that asks
 */
export async function holdActingUser(tx: Tx, { id, password }: Pick<User, 'id' | 'password'>): Promise<User> {
  const now = await holdUser(tx, id);
  if (now?.password === password && now.disabled_at === null) return now;
  throw ended();
}

const ended = () => new AppError('unauthorized', say('user-session-ended'));
