// What came back of a campaign goes with it.
import { sql } from 'kysely';
import type { Removal } from '../campaigns/remove.ts';
import type { Tx } from '../storage/db.ts';
import { numberSet } from '../storage/dialect.ts';
import { addToTally, removeTallies } from '../storage/tally.ts';
import { BOUNCES } from './record.ts';

/**
 * Removes up to `limit` bounces, else complaints, of a campaign whose messages are gone.
 * Suppressions stay: they belong to the address.
 * @returns how many were removed; 0 when none is left, and then the count is gone too
 */
export async function removeReturnedOf(tx: Tx, { id: campaignId }: Removal, limit: number): Promise<number> {
  for (const table of ['bounce', 'complaint'] as const) {
    const some = tx.selectFrom(table).select('id').where('campaign_id', '=', campaignId).limit(limit);
    const result = await tx.deleteFrom(table).where('id', 'in', some).executeTakeFirst();
    if (result.numDeletedRows > 0n) return Number(result.numDeletedRows);
  }
  await removeTallies(tx, [BOUNCES], campaignId);
  return 0;
}

/** Removes what came back of single mails, by the subscriber ids of their messages. */
export async function removeReturnedOfEmails(tx: Tx, subscriberIds: readonly number[]): Promise<void> {
  const bounces = await tx
    .deleteFrom('bounce')
    .where('subscriber_id', 'in', numberSet(tx, subscriberIds))
    .returning('campaign_id')
    .execute();
  const byCampaign = Map.groupBy(bounces, ({ campaign_id }) => campaign_id);
  for (const [campaignId, gone] of [...byCampaign].sort(([a], [b]) => a - b)) {
    await addToTally(tx, BOUNCES, campaignId, -gone.length);
  }
  await tx
    .deleteFrom('complaint')
    .where('subscriber_id', 'in', numberSet(tx, subscriberIds))
    .where('subscriber_id', '<', sql.lit(0)) // as the index says it
    .execute();
}
