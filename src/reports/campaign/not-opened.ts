// How many got a campaign, did not open it, and can get it again.
import { mailingOf } from '../../campaigns/ab-test/queries.ts';
import { countStretch, type NotOpened, noneCounted } from '../../campaigns/send-again/count.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import type { Summing } from '../counting.ts';

/** How they are counted. */
export function summingNotOpened(
  db: Db,
  campaign: Pick<Campaign, 'id' | 'customer_id' | 'test_of'>,
): Summing<NotOpened> {
  return {
    begin: noneCounted,
    async piece(sums) {
      return countStretch(db, campaign.customer_id, await mailingOf(db, campaign), sums);
    },
  };
}
