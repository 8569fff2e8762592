// What recipients did with a campaign's messages goes with it.
import type { Removal } from '../campaigns/remove.ts';
import type { Tx } from '../storage/db.ts';

const EVENTS = ['open', 'click', 'unsubscribe'] as const;

/**
 * Removes up to `limit` rows of what was done with the messages of a campaign, which are gone.
 * @returns how many
 */
export async function removeEventsOf(tx: Tx, { id, customer_id }: Removal, limit: number): Promise<number> {
  for (const table of EVENTS) {
    const some = tx.selectFrom(table).select('id').where('campaign_id', '=', id).limit(limit);
    const result = await tx.deleteFrom(table).where('id', 'in', some).executeTakeFirst();
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
