// Messages of campaigns that were marked as sent before they went out: they are skipped, in chunks, in the background.
import { sql } from 'kysely';
import { addToCounters } from '../campaigns/counters.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { skipLocked } from '../storage/dialect.ts';
import { walkOpen } from './open-campaigns.ts';

const CHUNK = 2_000;

/** Campaigns marked as sent that still have messages to do. */
export async function findLeftovers(db: Db): Promise<number[]> {
  const found = new Set<number>();
  for (const state of ['pending', 'deferred'] as const) {
    const result = await sql<{ id: number }>`${walkOpen(state)}
      select campaign.id from walk join campaign on campaign.id = walk.campaign_id
      where campaign.status = 'sent'`.execute(db);
    for (const { id } of result.rows) found.add(id);
  }
  return [...found];
}

/** Skips up to `chunk` open messages of a campaign that is sent. @returns how many */
export function skipLeftovers(db: Db, campaignId: number, now: number, chunk = CHUNK): Promise<number> {
  return inTransaction(db, async (tx) => {
    let skipped = 0;
    for (const state of ['pending', 'deferred'] as const) {
      const result = await sql`with picked as (
          select id as picked_id from message where campaign_id = ${campaignId} and state = ${sql.lit(state)}
          limit ${chunk} ${skipLocked(tx)})
        update message set state = 'skipped', reply = 'marked as sent', finished_at = ${now}, lease_id = null,
          next_attempt_at = null
        from picked where message.id = picked.picked_id
          and exists (select 1 from campaign where id = ${campaignId} and status = 'sent')`.execute(tx);
      skipped += Number(result.numAffectedRows ?? 0);
    }
    await addToCounters(tx, new Map([[campaignId, { skipped }]]));
    return skipped;
  });
}
