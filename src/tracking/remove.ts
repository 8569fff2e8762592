// Removes what tracking recorded about a campaign's messages, when the campaign is removed.
import type { Removal } from '../campaigns/remove.ts';
import type { Tx } from '../storage/db.ts';
import { isOwn } from '../storage/dialect.ts';

const EVENTS = ['open', 'click', 'unsubscribe'] as const;

/**
 * Removes up to `limit` rows of a removed campaign.
 * @returns how many
 */
export async function removeEventsOf(tx: Tx, { id, customer_id }: Removal, limit: number): Promise<number> {
  for (const table of EVENTS) {
    const some = tx
      .selectFrom(table)
      .select('id')
      .where('customer_id', '=', customer_id)
      .where('campaign_id', '=', id)
      .limit(limit);
    const result = await tx
      .deleteFrom(table)
      .where(isOwn(tx, 'customer_id', customer_id))
      .where('campaign_id', '=', id)
      .where('id', 'in', some)
      .executeTakeFirst();
    if (result.numDeletedRows > 0n) return Number(result.numDeletedRows);
  }
  const of = tx.selectFrom('response').where('customer_id', '=', customer_id).where('campaign_id', '=', id);
  const result = await tx
    .deleteFrom('response')
    .where('customer_id', '=', customer_id)
    .where('campaign_id', '=', id)
    .where('subscriber_id', 'in', of.select('subscriber_id').limit(limit))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
