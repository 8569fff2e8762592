// How often somebody may try to get in, by where they come from and whom they name, whether there
// is such a user or not. A single network that tries shuts nobody else out.

import { emailKey } from '../kernel/address.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { sha256 } from '../kernel/ids.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Db } from '../storage/db.ts';
import { countWithin } from '../storage/rate.ts';

const WINDOW_MS = 15 * 60_000;

/** Attempts in a quarter of an hour. */
export const ATTEMPTS = { ofNetwork: 50, ofAccountFromNetwork: 10, ofAccount: 100 };

type Tried = { db: Db; clock: Clock; network: string };

/**
 * Counts an attempt to prove who one is.
 * @throws AppError `too_many`
 */
export async function countAttempt({ db, clock, network }: Tried, email: string): Promise<void> {
  const account = accountName(email);
  const isWithin = async (name: string, most: number) =>
    countWithin(db, `sign-in ${name}`, { most, windowMs: WINDOW_MS }, clock.now());
  const within = [
    await isWithin(`from ${network}`, ATTEMPTS.ofNetwork),
    await isWithin(`of ${account} from ${network}`, ATTEMPTS.ofAccountFromNetwork),
    await isWithin(`of ${account}`, ATTEMPTS.ofAccount),
  ];
  if (within.includes(false))
    throw new AppError('too_many', say('user-attempts'), undefined, {
      retryAfter: WINDOW_MS / 1_000,
    });
}

/** Whom an attempt names: no address is kept. */
export function accountName(email: string): string {
  return sha256(emailKey(email)).slice(0, 32);
}
