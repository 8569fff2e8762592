// How many got a campaign, did not open it, and can get it again.
import { notOpenedBehind } from '../../campaigns/send-again/count.ts';
import type { Db } from '../../storage/db.ts';
import type { Summing } from '../counting.ts';
import type { Of } from './pieces.ts';

export type NotOpened = { count: number; after: number };

/** How they are counted. */
export function summingNotOpened(db: Db, campaign: Of): Summing<NotOpened> {
  return {
    begin: () => ({ count: 0, after: 0 }),
    async piece(sums) {
      const { count, last } = await notOpenedBehind(db, campaign, sums.after);
      sums.count += count;
      sums.after = last ?? sums.after;
      return last !== undefined;
    },
  };
}
