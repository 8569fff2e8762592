// Links that let somebody in once: the first owner of an installation, somebody who was invited, a
// user who forgot the password. The store knows a link's hash only.
import { emailKey } from '../../kernel/address.ts';
import { agreedNow, type Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { newToken, newUid, sha256 } from '../../kernel/ids.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db } from '../../storage/db.ts';
import type { WelcomeLink } from '../../storage/tables/people.ts';
import { LINK_MS, type LinkKind } from '../rules.ts';
import { findLinkByHash, insertLink } from './queries.ts';

type ForWhom = Pick<WelcomeLink, 'customer_id' | 'user_id' | 'email' | 'name' | 'role' | 'language'>;

/**
 * Makes a link.
 * @returns its uid, and its token, which can never be read again
 * @throws AppError `conflict` for a second invitation to a mail address
 */
export async function makeLink(
  db: Db,
  kind: LinkKind,
  whom: ForWhom,
  at: number,
  uid = newUid(),
): Promise<{ uid: string; token: string }> {
  const token = newToken();
  const isMade = await insertLink(db, {
    uid,
    hash: sha256(token),
    kind,
    ...whom,
    email_key: emailKey(whom.email),
    created_at: at,
    expires_at: at + LINK_MS[kind],
  });
  if (!isMade) throw new AppError('conflict', say('user-invited'));
  return { uid, token };
}

/** The address that somebody opens in a browser. */
export function welcomeAddress(baseUrl: string, token: string): string {
  return `${baseUrl}/app/welcome?token=${token}`;
}

/**
 * The link with this token; undefined when it was used, is too old, never was, or leads to a
 * customer that is switched off.
 */
export async function findLink(
  { db, clock }: { db: Db; clock: Clock },
  token: string,
): Promise<WelcomeLink | undefined> {
  return findLinkByHash(db, sha256(token), agreedNow(clock));
}

/** @throws AppError `not_found`, in the same words whatever a link lacks */
export function refuseLink(): never {
  throw new AppError('not_found', say('user-link-ended'));
}
