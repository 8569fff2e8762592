// What came back of a campaign goes with it.
import type { Tx } from '../storage/db.ts';
import { removeTallies } from '../storage/tally.ts';
import { BOUNCES } from './record.ts';

/**
 * Removes up to `limit` bounces, else complaints, of a campaign whose messages are gone. Suppressions stay: they belong to
 * the address.
 * @returns how many were removed; 0 when none is left, and then the count is gone too
 */
export async function removeReturnedOf(tx: Tx, campaignId: number, limit: number): Promise<number> {
  for (const table of ['bounce', 'complaint'] as const) {
    const some = tx.selectFrom(table).select('id').where('campaign_id', '=', campaignId).limit(limit);
    const result = await tx.deleteFrom(table).where('id', 'in', some).executeTakeFirst();
    if (result.numDeletedRows > 0n) return Number(result.numDeletedRows);
  }
  await removeTallies(tx, [BOUNCES], campaignId);
  return 0;
}
