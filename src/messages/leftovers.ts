// Skips the remaining messages of campaigns that were ended early, in chunks, in the background.
import { sql } from 'kysely';
import { addToCounter } from '../campaigns/counters.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { lockRows, numberSet, skipLocked } from '../storage/dialect.ts';
import { customersToPoll, isAmong } from '../storage/spread/customers-to-poll.ts';
import type { Campaign } from '../storage/tables.ts';
import { removeBatch, unbegunOf } from './batches.ts';
import { endWork, skipMembers } from './end.ts';
import { CAMPAIGN_OF_WALK, walkWork } from './open.ts';

type Of = Pick<Campaign, 'id' | 'customer_id'>;

const CHUNK = 2_000;

/** Campaigns that are marked as sent and still have messages to do. */
export async function findLeftovers(db: Db): Promise<Of[]> {
  const those = await customersToPoll(db, 'delivery');
  const found = new Map<number, Of>();
  for (const table of ['batch', 'work'] as const) {
    const { rows } = await sql<Of>`${await walkWork(db, table)}
      select campaign.id, campaign.customer_id from walk ${CAMPAIGN_OF_WALK}
      and campaign.status = 'sent' and ${isAmong(those, 'campaign.customer_id')}`.execute(db);
    for (const campaign of rows) found.set(campaign.id, campaign);
  }
  return [...found.values()];
}

/**
 * Skips up to `chunk` rows of work, or a batch, of a campaign that is sent, except for what workers
 * have. @returns how many; −1: none, but there may be more
 */
export function skipLeftovers(db: Db, campaign: Of, now: number, chunk = CHUNK): Promise<number> {
  return inTransaction(db, async (tx) => {
    const held = await sql`select id from campaign where customer_id = ${campaign.customer_id} and id = ${campaign.id}
        and status = 'sent' ${lockRows(tx)}`.execute(tx);
    if (held.rows.length === 0) return 0;
    let skipped = await skipSomeWork(tx, campaign, now, chunk);
    let batches = 0;
    for (; skipped < chunk; batches += 1) {
      const members = await skipBatch(tx, campaign, now);
      if (members === undefined) break;
      skipped += members;
    }
    await addToCounter(tx, { customerId: campaign.customer_id, campaignId: campaign.id }, { skipped });
    return skipped === 0 && batches > 0 ? -1 : skipped;
  });
}

async function skipSomeWork(tx: Tx, { id, customer_id }: Of, now: number, chunk: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select subscriber_id as id from work
    where customer_id = ${customer_id} and campaign_id = ${id} and lease_id is null limit ${chunk} ${skipLocked(tx)}`.execute(
    tx,
  );
  if (rows.length === 0) return 0;
  const ids = numberSet(
    tx,
    rows.map((row) => row.id),
  );
  const which = sql<boolean>`customer_id = ${customer_id} and campaign_id = ${id} and subscriber_id in ${ids}`;
  return (await endWork(tx, which, { event: 'skip', reason: 'campaign-ended', at: now })).length;
}

/** @returns undefined when there is no batch that no worker has */
async function skipBatch(tx: Tx, { id, customer_id }: Of, now: number): Promise<number | undefined> {
  const { rows } = await sql<{
    n: number;
  }>`select n from batch where customer_id = ${customer_id} and campaign_id = ${id}
    and lease_id is null order by n limit 1 ${skipLocked(tx)}`.execute(tx);
  const [batch] = rows;
  if (!batch) return undefined;
  const of = { customerId: customer_id, campaignId: id, n: batch.n };
  const members = await sql<{ id: number }>`select id from ${unbegunOf(tx, of)} as member`.execute(tx);
  const skipped = members.rows.map((row) => ({ skip: row.id, reason: 'campaign-ended' as const }));
  await skipMembers(tx, of, skipped, now);
  await removeBatch(tx, of);
  return skipped.length;
}
