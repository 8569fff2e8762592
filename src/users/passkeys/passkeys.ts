// The passkeys of a user (WebAuthn): added with the password, then each signs in by itself.
import { agreedNow } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { newUid } from '../../kernel/ids.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { inTransaction } from '../../storage/db.ts';
import type { Passkey, User } from '../../storage/tables/people.ts';
import { holdActingUser } from '../actor.ts';
import { type ChallengeTools, newChallenge, takeChallenge } from './challenge.ts';
import { creationOptions, handleOf } from './options.ts';
import { challengeIn, type NewCredential, provenKey } from './proof.ts';
import { deletePasskey, insertPasskey, listPasskeys, updateName } from './queries.ts';
import { siteOf } from './site.ts';

export type PasskeyTools = ChallengeTools & { baseUrl: string };

const UNPROVEN = say('user-passkey-unproven');

/** How many passkeys a user may have. */
export const MOST_PASSKEYS = 20;

/**
 * Begins to add a passkey: what the browser is to be asked.
 * @throws AppError `state` where there are no passkeys (site.ts), or no more may be added
 */
export async function beginPasskey(tools: PasskeyTools, user: User): Promise<Record<string, unknown>> {
  const site = siteOf(tools.baseUrl);
  const known = await listPasskeys(tools.db, user.id);
  if (known.length >= MOST_PASSKEYS) throw tooMany();
  return creationOptions(site, newChallenge(tools, user.id), {
    handle: handleOf(user),
    email: user.email,
    name: user.name,
    known: known.map(({ credential_id }) => credential_id),
  });
}

/**
 * Adds the passkey that the browser made.
 * @throws AppError `invalid` when the answer proves none, `conflict` when it is known,
 * `unauthorized` when the session ended meanwhile, `state` as beginPasskey
 */
export async function addPasskey(
  tools: PasskeyTools,
  user: User,
  { name, ...credential }: NewCredential & { name: string },
): Promise<Passkey> {
  const site = siteOf(tools.baseUrl);
  const challenge = challengeIn(credential);
  const isAsked = await takeChallenge(tools, challenge, user.id);
  const key = isAsked ? await provenKey({ kind: 'new', site, challenge, given: credential }, user.id) : undefined;
  if (!key) throw unproven();
  return inTransaction(tools.db, async (tx) => {
    await holdActingUser(tx, user);
    if ((await listPasskeys(tx, user.id)).length >= MOST_PASSKEYS) throw tooMany();
    const added = await insertPasskey(tx, {
      uid: newUid(),
      user_id: user.id,
      credential_id: key.credentialId,
      public_key: key.publicKey,
      sign_count: key.signCount,
      name,
      created_at: agreedNow(tools.clock),
      used_at: null,
    });
    if (!added) throw new AppError('conflict', say('user-passkey-known'));
    return added;
  });
}

/** Gives a passkey another name. @throws AppError `not_found` */
export async function renamePasskey(
  { db }: PasskeyTools,
  { userId, uid, name }: { userId: number; uid: string; name: string },
): Promise<Passkey> {
  return (await updateName(db, userId, uid, name)) ?? missing();
}

/** Removes a passkey: it lets nobody in any more. @throws AppError `not_found` */
export async function removePasskey({ db }: PasskeyTools, userId: number, uid: string): Promise<void> {
  if (!(await deletePasskey(db, userId, uid))) missing();
}

const unproven = () => new AppError('invalid', UNPROVEN, { faults: { attestation: UNPROVEN } });
const tooMany = () => new AppError('state', say('user-passkey-many', { most: MOST_PASSKEYS }));

function missing(): never {
  throw new AppError('not_found', say('user-passkey-missing'));
}
