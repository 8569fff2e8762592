// Statements about what waits to be sent, over all customers. Each reads a few rows of an index,
// whatever is stored.
import { sql } from 'kysely';
import { BEGINS_AT, RUNNING } from '../../campaigns/delivery/progress.ts';
import { isVisibleCampaign } from '../../storage/campaign-conditions.ts';
import type { Db } from '../../storage/db.ts';
import { byCodePoint } from '../../storage/dialect.ts';

/** Deferred messages of a campaign are counted up to this number. */
export const MOST_DEFERRED = 10_000;

export type QueuedCampaign = {
  uid: string;
  name: string;
  customer_uid: string;
  status: string;
  /** When it began, ms. */
  begins_at: number | null;
  waiting: number;
  deferred: number;
};

/** Running campaigns with messages that have not ended, the oldest first. */
export async function queuedCampaigns(db: Db, limit: number): Promise<QueuedCampaign[]> {
  const rows = await db
    .selectFrom('campaign')
    .innerJoin('campaign_counter as counter', (on) =>
      on.onRef('counter.customer_id', '=', 'campaign.customer_id').onRef('counter.campaign_id', '=', 'campaign.id'),
    )
    .select(['campaign.customer_id', 'campaign.id', 'campaign.uid', 'campaign.name', 'campaign.status'])
    .select(BEGINS_AT.as('begins_at'))
    .select((is) =>
      is
        .selectFrom('customer')
        .select('customer.uid')
        .whereRef('customer.id', '=', 'campaign.customer_id')
        .as('customer_uid'),
    )
    .select(sql<number>`sum(audience - accepted - rejected - uncertain - skipped)`.as('waiting'))
    .where(RUNNING)
    .where(isVisibleCampaign)
    .groupBy(['campaign.customer_id', 'campaign.id', 'campaign.uid', 'campaign.name', 'campaign.status'])
    .groupBy(['campaign.send_at', 'campaign.begins_early'])
    .having(sql<boolean>`sum(audience - accepted - rejected - uncertain - skipped) > 0`)
    .orderBy('begins_at')
    .orderBy('campaign.id')
    .limit(limit)
    .execute();
  return Promise.all(
    rows.map(async ({ customer_id, id, waiting, customer_uid, begins_at: at, ...row }) => {
      const deferred = await countDeferred(db, customer_id, id);
      const begins_at = at === null ? null : Number(at);
      return { ...row, begins_at, customer_uid: customer_uid ?? '', waiting: Number(waiting), deferred };
    }),
  );
}

async function countDeferred(db: Db, customerId: number, campaignId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (select 1 as one from work
    where customer_id = ${customerId} and campaign_id = ${campaignId} and lease_id is null and state = 'deferred'
    limit ${sql.lit(MOST_DEFERRED)}) as part`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Slowed and parked destinations with the names of their relays: the parked ones first. */
export function pacedDestinations(db: Db, limit: number) {
  return db
    .selectFrom('destination')
    .leftJoin('relay', 'relay.id', 'destination.relay_id')
    .selectAll('destination')
    .select(['relay.name as relay', 'relay.number'])
    .orderBy(sql`case when destination.state = 'parked' then 0 else 1 end`)
    .orderBy('destination.updated_at', 'desc')
    .orderBy('destination.relay_id')
    .orderBy(byCodePoint(db, sql.ref<string>('destination.name')))
    .limit(limit)
    .execute();
}
