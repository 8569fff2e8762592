// Challenges that an authenticator signs (WebAuthn Level 3, section 13.4.3): the server keeps none.
// Each carries for whom it is and until when, and is signed by the installation's secret, so that
// any node takes it; that one was answered is written down, as it is good once.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { agreedNow, type Clock } from '../../kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { MAC_BLOCK, macOf, sealersOf } from '../../kernel/mac.ts';
import type { Db } from '../../storage/db.ts';
import { countWithin } from '../../storage/rate.ts';

/** How long somebody may take to answer. */
export const CHALLENGE_MS = 5 * MINUTE_MS;

const PURPOSE = 'mailwright passkey challenge';
/** Nobody has this id: a challenge for whoever signs in. */
const ANYBODY = 0;

export type ChallengeTools = { db: Db; clock: Clock; secret: string };

/**
 * A new challenge, 32 bytes.
 * @param userId who is to answer; absent: whoever signs in
 */
export function newChallenge(
  { clock, secret }: Pick<ChallengeTools, 'clock' | 'secret'>,
  userId = ANYBODY,
): Uint8Array<ArrayBuffer> {
  const content = randomBytes(MAC_BLOCK);
  content.writeUInt32BE(Math.ceil((agreedNow(clock) + CHALLENGE_MS) / 1_000), 0);
  content.writeUInt32BE(userId, 4);
  return new Uint8Array([...content, ...macOf(secret, PURPOSE)(content)]);
}

/**
 * Takes a challenge that was answered.
 * @param challenge in base64url, as the authenticator signed it
 * @returns whether it is one of ours for this user, not too old, and not answered before
 */
export async function takeChallenge(
  { db, clock, secret }: ChallengeTools,
  challenge: string,
  userId = ANYBODY,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== 2 * MAC_BLOCK) return false;
  const [content, mac] = [bytes.subarray(0, MAC_BLOCK), bytes.subarray(MAC_BLOCK)];
  const isOurs = sealersOf(secret, PURPOSE).some(({ seal }) => timingSafeEqual(seal(content), mac));
  const until = content.readUInt32BE(0) * 1_000;
  if (!isOurs || content.readUInt32BE(4) !== userId || agreedNow(clock) >= until) return false;
  // Counted at an instant of its own, so that it is in one window whenever it is answered.
  const name = `passkey ${bytes.toString('base64url')}`;
  return countWithin(db, name, { most: 1, windowMs: DAY_MS }, until);
}
