// Quotas of a relay for one message that leaves outside of a worker: counted as those of workers.
import { AppError } from '../../../kernel/errors.ts';
import type { UsableRelay } from '../../../relays/usable.ts';
import type { Db } from '../../../storage/db.ts';
import { PERIODS, type Period, periodOf, quotaOf, usedUp } from './periods.ts';
import { reservePermits, returnPermits } from './rows.ts';

type Send<T> = () => Promise<T>;

/**
 * Sends one message within the relay's quotas and warm-up. When it throws, nothing left, and it
 * does not count.
 * @param at now, ms
 * @throws AppError `conflict` when a quota is used up: then nothing was tried
 */
export async function withinQuotas<T>(db: Db, relay: UsableRelay, at: number, send: Send<T>): Promise<T> {
  const taken: Period[] = [];
  try {
    for (const name of PERIODS) {
      const limit = quotaOf(relay, name, at);
      if (limit === undefined) continue;
      const period = periodOf(name, at);
      const { granted, startsAt } = await reservePermits(db, { relayId: relay.id, period, limit, want: 1 });
      if (granted < 1) throw new AppError('conflict', usedUp(relay, period, limit));
      taken.push(periodOf(name, startsAt));
    }
    return await send();
  } catch (error) {
    for (const { name, startsAt } of taken)
      await returnPermits(db, { relayId: relay.id, period: name, startsAt, permits: 1 });
    throw error;
  }
}
