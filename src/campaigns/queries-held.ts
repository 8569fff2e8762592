// Which campaigns hold messages as uncertain, whoever owns them: for operators.
import { sql } from 'kysely';
import type { Db } from '../storage/db.ts';
import type { Campaign } from '../storage/tables.ts';
import { isVisibleCampaign } from '../storage/visible-campaign.ts';

/** How many campaigns and messages there are, and those with the most of them. */
export type HeldCampaigns = {
  campaigns: number;
  messages: number;
  most: (Pick<Campaign, 'uid' | 'status'> & { uncertain: number })[];
};

/** Reads an index that has the campaigns with uncertain messages only. */
export async function heldCampaigns(db: Db, limit: number): Promise<HeldCampaigns> {
  const held = db
    .selectFrom('campaign_counter')
    .innerJoin('campaign', 'campaign.id', 'campaign_counter.campaign_id')
    .where(sql<boolean>`campaign_counter.uncertain > 0`) // in the text, so that the index answers
    .where(isVisibleCampaign);
  const all = await held
    .select((of) => [of.fn.countAll<number>().as('campaigns'), of.fn.sum<number>('campaign_counter.uncertain').as('n')])
    .executeTakeFirstOrThrow();
  const most = await held
    .select(['campaign.uid', 'campaign.status', 'campaign_counter.uncertain'])
    .orderBy('campaign_counter.uncertain', 'desc')
    .orderBy('campaign.id')
    .limit(limit)
    .execute();
  return { campaigns: Number(all.campaigns), messages: Number(all.n ?? 0), most };
}
