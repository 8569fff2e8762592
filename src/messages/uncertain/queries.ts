// Campaigns with uncertain messages, of all customers: for operators.
import { sql } from 'kysely';
import { isVisibleCampaign } from '../../storage/campaign-conditions.ts';
import type { Db } from '../../storage/db.ts';
import { customersToPoll, isAmong } from '../../storage/spread/customers-to-poll.ts';
import type { Campaign } from '../../storage/tables.ts';

/** The number of campaigns and messages, and the campaigns with the most. */
export type HeldCampaigns = {
  campaigns: number;
  messages: number;
  most: (Pick<Campaign, 'uid' | 'status'> & { uncertain: number })[];
};

/** Reads an index that has only campaigns with uncertain messages. */
export async function heldCampaigns(db: Db, limit: number): Promise<HeldCampaigns> {
  const held = db
    .selectFrom('campaign_counter')
    .innerJoin('campaign', (on) =>
      on
        .onRef('campaign.customer_id', '=', 'campaign_counter.customer_id')
        .onRef('campaign.id', '=', 'campaign_counter.campaign_id'),
    )
    .select(['campaign.id', 'campaign.uid', 'campaign.status'])
    .select((of) => of.fn.sum<number>('campaign_counter.uncertain').as('uncertain'))
    .where(sql<boolean>`campaign_counter.uncertain <> 0`) // in the text, so that the index answers
    .where(isVisibleCampaign)
    .groupBy(['campaign.id', 'campaign.uid', 'campaign.status'])
    .having(sql<boolean>`sum(campaign_counter.uncertain) > 0`);
  const all = await db
    .selectFrom(held.as('held'))
    .select((of) => [of.fn.countAll<number>().as('campaigns'), of.fn.sum<number>('held.uncertain').as('n')])
    .executeTakeFirstOrThrow();
  const rows = await held.orderBy('uncertain', 'desc').orderBy('campaign.id').limit(limit).execute();
  const most = rows.map(({ uid, status, uncertain }) => ({ uid, status, uncertain: Number(uncertain) }));
  return { campaigns: Number(all.campaigns), messages: Number(all.n ?? 0), most };
}

/** Campaigns with uncertain messages whose policy is not to hold them. */
export async function toSettle(db: Db): Promise<Pick<Campaign, 'id' | 'customer_id'>[]> {
  return db
    .selectFrom('campaign_counter')
    .innerJoin('campaign', (on) =>
      on
        .onRef('campaign.customer_id', '=', 'campaign_counter.customer_id')
        .onRef('campaign.id', '=', 'campaign_counter.campaign_id'),
    )
    .select(['campaign.id', 'campaign.customer_id'])
    .where(sql<boolean>`campaign_counter.uncertain <> 0`)
    .where('campaign.uncertain_policy', '<>', 'hold')
    .where(isVisibleCampaign)
    .where(isAmong(await customersToPoll(db, 'delivery'), 'campaign.customer_id'))
    .where(isAmong(await customersToPoll(db, 'delivery'), 'campaign_counter.customer_id'))
    .groupBy(['campaign.id', 'campaign.customer_id'])
    .having(sql<boolean>`sum(campaign_counter.uncertain) > 0`)
    .execute();
}
