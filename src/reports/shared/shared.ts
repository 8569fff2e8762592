// The link that shows the report of a campaign to anybody who has it. It names the campaign and a
// number; only the number that the campaign has now opens it: a link that was taken back is dead.
import { randomInt } from 'node:crypto';
import { findCustomer } from '../../accounts/queries.ts';
import { mailingOf } from '../../campaigns/ab-test/queries.ts';
import { countersIn } from '../../campaigns/counters.ts';
import { findCampaignById, getCampaign, listOf } from '../../campaigns/queries.ts';
import { setReportLink } from '../../campaigns/queries-report.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign, Customer, List } from '../../storage/tables.ts';
import { type Counts, countsOfMailings } from '../campaign/report.ts';

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

/**
 * What a shared report shows: figures and links, nothing of people. Of an A/B test it is all of it,
 * whichever part was shared.
 */
export type SharedReport = {
  name: string;
  /** Those of its variants, each once. */
  subjects: string[];
  sentAt: number;
  /** Whether some of it is still to be sent. */
  isGoing: boolean;
  list: List | undefined;
  customer: Customer;
  counts: Counts;
  links: { url: string; people: number }[];
};

const MOST_LINKS = 20;

/** The report behind a link; undefined: its campaign is gone, or the link was taken back. */
export async function findSharedReport(db: Db, campaignId: number, number: number): Promise<SharedReport | undefined> {
  const campaign = await findCampaignById(db, campaignId);
  if (!campaign || campaign.report_link !== number || campaign.status === 'pending-delete') return undefined;
  const { customer_id, test_of } = campaign;
  const ids = await mailingOf(db, campaign);
  const first = test_of !== null && ids.includes(test_of) ? test_of : campaign.id;
  const [list, customer, counts, parts, links] = await Promise.all([
    listOf(db, campaign),
    findCustomer(db, customer_id),
    countsOfMailings(db, customer_id, [first]),
    db
      .selectFrom('campaign')
      .select(['id', 'name', 'subject', 'started_at', 'created_at', 'finished_at'])
      .where('customer_id', '=', customer_id)
      .where('id', 'in', ids)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('campaign_link')
      .select(['url', ({ fn }) => fn.sum<number>('filtered_unique_clicks').as('people')])
      .where('customer_id', '=', customer_id)
      .where('campaign_id', 'in', ids)
      .groupBy('url')
      .orderBy('people', 'desc')
      .orderBy(({ fn }) => fn.min('id'))
      .limit(MOST_LINKS)
      .execute(),
  ]);
  const of = parts.find(({ id }) => id === first);
  if (!customer || !of) return undefined;
  return {
    name: of.name,
    subjects: [...new Set(parts.map(({ subject }) => subject))],
    sentAt: of.started_at ?? of.created_at,
    isGoing: parts.some(({ finished_at }) => finished_at === null),
    list,
    customer,
    counts: counts.get(first) ?? countersIn(undefined, { customerId: customer_id, campaignId: first }),
    links,
  };
}
