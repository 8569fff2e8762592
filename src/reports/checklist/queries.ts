// Statements of the checklist. Each reads a few rows, whatever is stored.
import type { Db } from '../../storage/db.ts';
import type { SendingDomain } from '../../storage/tables/delivery.ts';

const LOOKED_AT = 20;

/** Sending domains, oldest first. */
export function someDomains(db: Db, customerId: number): Promise<SendingDomain[]> {
  return db
    .selectFrom('sending_domain')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .limit(LOOKED_AT)
    .execute();
}

/** Whether a list has somebody confirmed on it, from the counts of lists. */
export async function hasPeople(db: Db, customerId: number): Promise<boolean> {
  const query = db.selectFrom('tally').select('n').where('customer_id', '=', customerId);
  return (
    (await query.where('scope', '=', 'subscribers:confirmed').where('n', '>', 0).limit(1).executeTakeFirst()) !==
    undefined
  );
}

/** From draft on: `campaign_status` has the index. */
const BEGUN = ['sent', 'sending', 'processing', 'paused', 'blocked'] as const;

/** Whether a campaign has begun to be sent. */
export async function hasBegunCampaign(db: Db, customerId: number): Promise<boolean> {
  for (const status of BEGUN) {
    const query = db.selectFrom('campaign').select('id').where('customer_id', '=', customerId);
    const found = await query
      .where('status', '=', status)
      .where('type', '<>', 'transactional')
      .limit(1)
      .executeTakeFirst();
    if (found) return true;
  }
  return false;
}
