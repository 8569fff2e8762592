// How many requests keys have made in the minute that runs: in memory, by each process for itself.
// A minute begins with the first request after the one before; nothing is carried over.
import { type Rate, RateError, WINDOW_SECONDS } from '../../http/requests/rate.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newRecent } from '../../kernel/recent.ts';

/**
 * How many keys are counted; beyond that the key that was used longest ago is forgotten, and begins
 * a new minute.
 */
const MOST = 10_000;

/**
 * Counts requests. @returns a function that counts one, with how many the key may make a minute
 * @throws AppError `too_many` for one more than that, which does not count
 */
export function newRates(clock: Clock): (keyId: number, limit: number) => Rate {
  const minutes = newRecent<number, { used: number; endsAt: number }>(MOST);
  return (keyId, limit) => {
    const now = clock.now();
    let minute = minutes.get(keyId);
    if (!minute || now >= minute.endsAt || minute.endsAt > now + WINDOW_SECONDS * 1_000) {
      minute = { used: 0, endsAt: now + WINDOW_SECONDS * 1_000 };
      minutes.set(keyId, minute);
    }
    const seconds = Math.ceil((minute.endsAt - now) / 1_000);
    if (minute.used >= limit) throw new RateError({ limit, left: 0, seconds });
    minute.used += 1;
    return { limit, left: limit - minute.used, seconds };
  };
}
