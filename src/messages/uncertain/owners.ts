// Whose campaigns are, for links and returned mail, which name a campaign and no customer.
import { sql } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
import { isSpread } from '../../storage/dialect/spread.ts';
import { ownersNamed } from '../../storage/spread/owners.ts';
import { statement } from '../../storage/statement.ts';

/** The customers of these campaigns, by campaign; of those that exist. */
export async function ownersOf(db: Db | Tx, campaignIds: readonly number[]): Promise<Map<number, number>> {
  if (campaignIds.length === 0) return new Map();
  const ids = [...new Set(campaignIds)];
  if (isSpread(db)) return ownersNamed(db, 'campaign', ids);
  const { rows } = await readOwners(db, { ids });
  return new Map(rows.map((row) => [row.id, row.customer_id]));
}

const readOwners = statement<{ ids: readonly number[] }, { id: number; customer_id: number }>(
  (_, { numbers }) => sql`select id, customer_id from campaign where id in ${numbers('ids')}`,
);
