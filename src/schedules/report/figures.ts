// The figures of a finished campaign for the statistics by mail, and when they were read.
import { findCustomer } from '../../accounts/queries.ts';
import { findCounters } from '../../campaigns/counters.ts';
import { parsedOptions } from '../../campaigns/options.ts';
import { findCampaignById, listOf } from '../../campaigns/queries.ts';
import { type ClickedLink, mostClicked } from '../../campaigns/queries-report.ts';
import { defaultsOf } from '../../lists/list-settings.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign, CampaignCounter, Customer, List } from '../../storage/tables.ts';

const LINKS = 10;
/** Clicks examined for the most clicked links, so that a report does not block the store. */
const CLICKS = 100_000;

export type ReportFigures = {
  campaign: Pick<Campaign, 'uid' | 'name' | 'subject' | 'started_at' | 'finished_at'>;
  listName: string;
  counters: CampaignCounter;
  links: ClickedLink[];
  /** When they were read, ms. */
  at: number;
};

export type Report = {
  campaign: Campaign;
  list: List;
  customer: Pick<Customer, 'time_zone' | 'locale'>;
  /** Recipients, each once. */
  addresses: string[];
  /** Sender and reply address of the list. */
  sender: { name: string; email: string; replyTo: string };
  figures: ReportFigures;
};

/**
 * Reads the data and recipients of a campaign's report; undefined when some of it is gone. `at` in
 * ms.
 */
export async function findReport(db: Db, campaignId: number, at: number): Promise<Report | undefined> {
  const campaign = await findCampaignById(db, campaignId);
  const counters = campaign && (await findCounters(db, campaign.customer_id, campaign.id));
  const list = campaign && (await listOf(db, campaign));
  const customer = campaign && (await findCustomer(db, campaign.customer_id));
  if (!counters || !list || !customer) return undefined;
  const { from_name: name, from_email: email, reply_to: replyTo } = defaultsOf(list);
  const links = await mostClicked(db, campaign, { limit: LINKS, of: CLICKS });
  return {
    campaign,
    list,
    customer,
    addresses: addressesIn(parsedOptions(campaign).email_stats ?? ''),
    sender: { name, email, replyTo },
    figures: { campaign, listName: list.name, counters, links, at },
  };
}

/** The addresses in a comma-separated text. */
function addressesIn(text: string): string[] {
  const addresses = text.split(',').map((address) => address.trim());
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()].filter(Boolean);
}
