// How often somebody may try to get in, by where they come from and whom they name, whether there
// is such a user or not. A single network that tries shuts nobody else out.

import { emailKey } from '../kernel/address.ts';
import type { Clock } from '../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import { AppError } from '../kernel/errors.ts';
import { sha256 } from '../kernel/ids.ts';
import { say, type Told } from '../kernel/sentences/sentence.ts';
import type { Db } from '../storage/db.ts';
import { countWithin, type RateLimit } from '../storage/rate.ts';

const WINDOW_MS = 15 * MINUTE_MS;

/** Attempts in a quarter of an hour. */
export const ATTEMPTS = { ofNetwork: 50, ofAccountFromNetwork: 10, ofAccount: 100 };

/** Codes of the second factor in an hour. */
export const CODES = { most: 10, windowMs: HOUR_MS };

type Tried = { db: Db; clock: Clock; network: string };

/**
 * Counts an attempt to prove who one is.
 * @param email whom it names; absent: nobody, as a passkey does
 * @throws AppError `too_many`
 */
export async function countAttempt({ db, clock, network }: Tried, email?: string): Promise<void> {
  const limits: [name: string, most: number][] = [[`from ${network}`, ATTEMPTS.ofNetwork]];
  if (email !== undefined) {
    const account = accountName(email);
    limits.push(
      [`of ${account} from ${network}`, ATTEMPTS.ofAccountFromNetwork],
      [`of ${account}`, ATTEMPTS.ofAccount],
    );
  }
  // What is refused of a network does not count for the account.
  for (const [name, most] of limits) {
    const limit = { most, windowMs: WINDOW_MS };
    if (!(await isWithin({ db, clock }, name, limit))) throw tooMany(say('user-attempts'), limit);
  }
}

/**
 * Counts an attempt with a code of the second factor, from wherever it comes: a code has six
 * digits, and who gets as far as to try one knows the password.
 * @throws AppError `too_many`
 */
export async function countCode(tried: Counting, email: string): Promise<void> {
  if (!(await isWithin(tried, `code of ${accountName(email)}`, CODES))) throw tooMany(say('user-codes'), CODES);
}

type Counting = Pick<Tried, 'db' | 'clock'>;

const isWithin = ({ db, clock }: Counting, name: string, limit: RateLimit) =>
  countWithin(db, `sign-in ${name}`, limit, clock.now());

const tooMany = (why: Told, { windowMs }: RateLimit) => new AppError('too_many', why, { retryAfter: windowMs / 1_000 });

/** Whom an attempt names: no address is kept. */
export function accountName(email: string): string {
  return sha256(emailKey(email)).slice(0, 32);
}
