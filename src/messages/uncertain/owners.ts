// Whose campaigns are, for links and returned mail, which name a campaign and no customer.
import type { Db, Tx } from '../../storage/db.ts';
import { isSpread } from '../../storage/dialect/spread.ts';
import { ownersNamed } from '../../storage/spread/owners.ts';

/** The customers of these campaigns, by campaign. */
export async function ownersOf(db: Db | Tx, campaignIds: readonly number[]): Promise<Map<number, number>> {
  if (campaignIds.length === 0) return new Map();
  if (isSpread(db)) return ownersNamed(db, 'campaign', campaignIds);
  const rows = await db
    .selectFrom('campaign')
    .select(['id', 'customer_id'])
    .where('id', 'in', [...new Set(campaignIds)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.customer_id]));
}
