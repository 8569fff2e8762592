// The second factor of a user: codes by time from an app, and recovery codes for the day on which
// the app is lost. The secret is sealed in the store, recovery codes are hashed.
import { randomBytes } from 'node:crypto';
import { agreedNow, type Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { seal, unseal } from '../../kernel/seal.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { User } from '../../storage/tables/people.ts';
import { holdActingUser } from '../actor.ts';
import { findUser, holdProven, holdUser, updateUser } from '../queries.ts';
import { refuse } from '../rules.ts';
import { base32, newTotpSecret, stepOfCode, totpStep, totpUri } from './codes.ts';
import { replaceRecoveryCodes, takeRecoveryCode, useStep } from './queries.ts';

const PURPOSE = 'totp';
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10; // 80 bits: 16 characters

export type TotpTools = { db: Db; clock: Clock; secret: string };

/**
 * Begins to set the second factor up; it counts when it is confirmed.
 * @param user who gave the password
 * @returns the secret, and what a QR code says
 * @throws AppError `state` when there is one; `invalid` when the password is another by now
 */
export async function beginTotp({ db, secret }: TotpTools, user: User): Promise<{ secret: string; uri: string }> {
  const made = newTotpSecret();
  await inTransaction(db, async (tx) => {
    const now = await holdUser(tx, user.id);
    if (now && now.totp_secret !== null) throw new AppError('state', say('user-factor-there'));
    if (!(await holdProven(tx, user))) refuse('password', say('user-password-wrong'));
    await updateUser(tx, user.id, { totp_pending: seal(secret, PURPOSE, made) });
  });
  return { secret: made, uri: totpUri(made, { issuer: 'Mailwright', account: user.email }) };
}

/**
 * Confirms the second factor with a code of the app.
 * @returns recovery codes, which can never be read again
 * @throws AppError `state` when nothing was begun, `invalid` for a wrong code, `unauthorized` when
 * the session ended meanwhile
 */
export async function confirmTotp({ db, clock, secret }: TotpTools, user: User, code: string): Promise<string[]> {
  const pending = user.totp_pending;
  if (pending === null) throw new AppError('state', say('user-factor-not-begun'));
  const step = stepOfCode(unseal(secret, PURPOSE, pending), digits(code), agreedNow(clock));
  if (step === undefined) refuse('code', say('user-code-wrong'));
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryText(base32(randomBytes(RECOVERY_BYTES))));
  await inTransaction(db, async (tx) => {
    // Of two confirmations at once, the second would replace the recovery codes that the first one
    // returned.
    if ((await holdActingUser(tx, user)).totp_pending !== pending)
      throw new AppError('state', say('user-factor-not-begun'));
    await updateUser(tx, user.id, { totp_secret: pending, totp_pending: null, totp_step: step });
    await replaceRecoveryCodes(tx, user.id, codes.map(recoveryHash));
  });
  return codes;
}

/**
 * Whether a code of the app, or a recovery code, is right; either is good once. Of two requests
 * with the same one at the same time one gets false.
 */
export async function isCode({ db, clock, secret }: TotpTools, userId: number, code: string): Promise<boolean> {
  const sealed = (await findUser(db, userId))?.totp_secret;
  if (sealed === null || sealed === undefined) return false;
  const at = agreedNow(clock);
  const step = stepOfCode(unseal(secret, PURPOSE, sealed), digits(code), at);
  return step === undefined
    ? takeRecoveryCode(db, userId, recoveryHash(code))
    : useStep(db, userId, step, totpStep(at) + 1);
}

/**
 * Ends the second factor of a user who gave the password.
 * @throws AppError `invalid` when the password or the second factor is another by now
 */
export async function endTotp(db: Db, user: User): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await holdProven(tx, user))) refuse('password', say('user-password-wrong'));
    await removeTotp(tx, user.id);
  });
}

/** Signing in needs no code any more. */
export async function removeTotp(tx: Tx, userId: number): Promise<void> {
  await updateUser(tx, userId, { totp_secret: null, totp_pending: null, totp_step: 0 });
  await replaceRecoveryCodes(tx, userId, []);
}

/** Apps show `123 456`. */
const digits = (code: string) => code.replaceAll(/\s/g, '');

/** `abcd-efgh-…`, easier to copy by hand. */
function recoveryText(code: string): string {
  return (code.toLowerCase().match(/.{4}/g) ?? []).join('-');
}

/** Of a recovery code however it was typed. */
function recoveryHash(code: string): string {
  return sha256(code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''));
}
