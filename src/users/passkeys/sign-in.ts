// Signing in with a passkey: it is two factors by itself (proof.ts), so that nothing else is asked.
import type { Visitor } from '../../http/route.ts';
import { agreedNow } from '../../kernel/clock.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { inTransaction } from '../../storage/db.ts';
import { countAttempt } from '../limits.ts';
import { findUser, holdUser } from '../queries.ts';
import { openSession } from '../sessions/open.ts';
import { customerFor, refuse } from '../sessions/sign-in.ts';
import { newChallenge, takeChallenge } from './challenge.ts';
import { handleOf, requestOptions } from './options.ts';
import type { PasskeyTools } from './passkeys.ts';
import { type Assertion, challengeIn, provenKey } from './proof.ts';
import { findPasskey, noteUse } from './queries.ts';
import { siteOf } from './site.ts';

/** The same words whatever was wrong: nobody learns whose passkeys are known. */
const REFUSED = say('user-passkey-refused');

/** What the browser is asked for whoever signs in. @throws AppError `state` (site.ts) */
export function askForPasskey(tools: Omit<PasskeyTools, 'db'>): Record<string, unknown> {
  return requestOptions(siteOf(tools.baseUrl), newChallenge(tools));
}

/**
 * Signs in whose passkey answered.
 * @returns the cookie of the new session
 * @throws AppError `unauthorized`, `too_many`; `forbidden` when no customer of the user is active
 */
export async function signInWithPasskey(
  tools: PasskeyTools & { network: string; visitor: Visitor },
  assertion: Assertion,
): Promise<string> {
  const { db, clock, visitor } = tools;
  await countAttempt(tools);
  const passkey = await findPasskey(db, assertion.credential);
  if (!passkey) return refuse(tools, undefined, REFUSED);
  const user = await findUser(db, passkey.user_id);
  const { credential_id: credentialId, public_key: publicKey, sign_count: signCount } = passkey;
  const [site, challenge] = [siteOf(tools.baseUrl), challengeIn(assertion)];
  const isTheirs = user?.disabled_at === null && handleOf(user) === assertion.user_handle;
  if (!isTheirs || !(await takeChallenge(tools, challenge))) return refuse(tools, user, REFUSED);
  const key = { credentialId, publicKey, signCount };
  const proven = await provenKey({ kind: 'known', site, challenge, given: assertion, key }, user.id);
  if (!proven) return refuse(tools, user, REFUSED);
  const at = agreedNow(clock);
  const token = await inTransaction(db, async (tx) => {
    const now = await holdUser(tx, user.id);
    // Either may have been removed, shut out, or used with a higher count meanwhile.
    if (now?.disabled_at !== null || !(await noteUse(tx, passkey.id, proven.signCount, at))) return undefined;
    const customer = await customerFor(tx, now);
    return openSession(tx, { userId: now.id, customerId: customer.id, visitor }, at);
  });
  return token ?? refuse(tools, user, REFUSED);
}
