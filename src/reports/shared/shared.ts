// The link that shows the report of a campaign to anybody who has it. It names the campaign and a
// number; only the number that the campaign has now opens it: a link that was taken back is dead.
import { randomInt } from 'node:crypto';
import { findCustomer } from '../../accounts/queries.ts';
import { findCampaignById, getCampaign, getCounters, listOf } from '../../campaigns/queries.ts';
import { setReportLink } from '../../campaigns/queries-report.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign, CampaignCounter, Customer, List } from '../../storage/tables.ts';

const MAX_NUMBER = 2 ** 40; // a token has five bytes for it

/**
 * The number of the link, which is made when there is none: who asks again gets the same.
 * @throws AppError `conflict` before anything was sent
 */
export async function shareReport(db: Db, campaign: Campaign): Promise<number> {
  if (campaign.report_link !== null) return campaign.report_link;
  if (campaign.started_at === null) throw new AppError('conflict', say('campaign-nothing-sent'));
  await setReportLink(db, campaign, randomInt(1, MAX_NUMBER), null);
  return (await getCampaign(db, campaign.customer_id, campaign.uid)).report_link ?? 0; // of whoever was first
}

/** Takes the link back. @returns whether there was one */
export async function unshareReport(db: Db, campaign: Campaign): Promise<boolean> {
  return campaign.report_link !== null && (await setReportLink(db, campaign, null, campaign.report_link));
}

/** What a shared report shows: figures and links, nothing of people. */
export type SharedReport = {
  campaign: Campaign;
  list: List | undefined;
  customer: Customer;
  counts: Omit<CampaignCounter, 'customer_id' | 'campaign_id'>;
  links: { url: string; people: number }[];
};

const MOST_LINKS = 20;

/** The report behind a link; undefined: its campaign is gone, or the link was taken back. */
export async function findSharedReport(db: Db, campaignId: number, number: number): Promise<SharedReport | undefined> {
  const campaign = await findCampaignById(db, campaignId);
  if (!campaign || campaign.report_link !== number || campaign.status === 'pending-delete') return undefined;
  const { customer_id } = campaign;
  const [list, customer, counts, links] = await Promise.all([
    listOf(db, campaign),
    findCustomer(db, customer_id),
    getCounters(db, customer_id, campaign.uid),
    db
      .selectFrom('campaign_link')
      .select(['url', 'filtered_unique_clicks as people'])
      .where('customer_id', '=', customer_id)
      .where('campaign_id', '=', campaign.id)
      .orderBy('filtered_unique_clicks', 'desc')
      .orderBy('id')
      .limit(MOST_LINKS)
      .execute(),
  ]);
  return customer && { campaign, list, customer, counts, links };
}
