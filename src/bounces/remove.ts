// Deletes bounces and complaints with their campaign or email.
import type { Removal } from '../campaigns/remove.ts';
import type { Tx } from '../storage/db.ts';
import { isOwn, numberSet } from '../storage/dialect.ts';
import { addToTally, removeTallies } from '../storage/tally.ts';
import { BOUNCES } from './record.ts';

/**
 * Deletes up to `limit` bounces, then complaints, of a campaign whose messages are gone.
 * Suppressions stay: they belong to the address.
 * @returns how many were deleted; 0 when none is left, and then the tally is gone too
 */
export async function removeReturnedOf(
  tx: Tx,
  { id: campaignId, customer_id: customerId }: Removal,
  limit: number,
): Promise<number> {
  for (const table of ['bounce', 'complaint'] as const) {
    const some = tx
      .selectFrom(table)
      .select('id')
      .where('customer_id', '=', customerId)
      .where('campaign_id', '=', campaignId)
      .limit(limit);
    const result = await tx
      .deleteFrom(table)
      .where(isOwn(tx, 'customer_id', customerId))
      .where('id', 'in', some)
      .executeTakeFirst();
    if (result.numDeletedRows > 0n) return Number(result.numDeletedRows);
  }
  await removeTallies(tx, customerId, [BOUNCES], campaignId);
  return 0;
}

/** Removes what came back of a customer's single mails, by the subscriber ids of their messages. */
export async function removeReturnedOfEmails(
  tx: Tx,
  customerId: number,
  subscriberIds: readonly number[],
): Promise<void> {
  const bounces = await tx
    .deleteFrom('bounce')
    .where('customer_id', '=', customerId)
    .where('subscriber_id', 'in', numberSet(tx, subscriberIds))
    .returning('campaign_id')
    .execute();
  const byCampaign = Map.groupBy(bounces, ({ campaign_id }) => campaign_id);
  for (const [campaignId, gone] of [...byCampaign].sort(([a], [b]) => a - b)) {
    await addToTally(tx, customerId, BOUNCES, -gone.length, campaignId);
  }
  await tx
    .deleteFrom('complaint')
    .where('customer_id', '=', customerId)
    .where('subscriber_id', 'in', numberSet(tx, subscriberIds))
    .execute();
}
