// Removes what tracking recorded about a campaign's messages, when the campaign is removed.
import type { Removal } from '../campaigns/remove.ts';
import type { Tx } from '../storage/db.ts';
import { isOwn } from '../storage/dialect.ts';

const HITS = ['open', 'click'] as const;
const EVENTS = [...HITS, 'unsubscribe'] as const;

/**
 * Removes up to `limit` rows of a removed campaign.
 * @returns how many
 */
export function removeEventsOf(tx: Tx, campaign: Removal, limit: number): Promise<number> {
  return removeSome(tx, campaign, limit, EVENTS);
}

/** The same without who unsubscribed, which says why somebody gets no mail. */
export function removeHitsOf(tx: Tx, campaign: Removal, limit: number): Promise<number> {
  return removeSome(tx, campaign, limit, HITS);
}

async function removeSome(
  tx: Tx,
  { id, customer_id }: Removal,
  limit: number,
  tables: readonly (typeof EVENTS)[number][],
): Promise<number> {
  for (const table of tables) {
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
