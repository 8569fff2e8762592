// The head of a report: what came of a campaign, and how that compares with the customer's others.
import { sql } from 'kysely';
import { COUNTERS, counterOf } from '../../campaigns/counters.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign, CampaignCounter } from '../../storage/tables.ts';
import { exactPercent } from '../percent.ts';

type Counts = Omit<CampaignCounter, 'customer_id' | 'campaign_id'>;

/**
 * Rates of a campaign in percent, not rounded. All but that of those accepted are of those
 * accepted.
 */
export type Rates = {
  accepted: number;
  opened: number;
  clicked: number;
  filtered_opened: number;
  filtered_clicked: number;
  unsubscribed: number;
  complained: number;
  bounced: number;
};

/** The rates of a campaign's counts. */
export function ratesOf(counts: Counts): Rates {
  const { accepted } = counts;
  return {
    accepted: exactPercent(accepted, counts.audience),
    opened: exactPercent(counts.unique_opens, accepted),
    clicked: exactPercent(counts.unique_clicks, accepted),
    filtered_opened: exactPercent(counts.filtered_unique_opens, accepted),
    filtered_clicked: exactPercent(counts.filtered_unique_clicks, accepted),
    unsubscribed: exactPercent(counts.unsubscribes, accepted),
    complained: exactPercent(counts.complaints, accepted),
    bounced: exactPercent(bouncesOf(counts), accepted),
  };
}

/** How many messages came back. */
export function bouncesOf(counts: Pick<Counts, 'hard_bounces' | 'soft_bounces' | 'internal_bounces'>): number {
  return counts.hard_bounces + counts.soft_bounces + counts.internal_bounces;
}

/** How many campaigns are compared with. */
const COMPARED = 10;

/**
 * Some campaigns, those that began last first, and their mean rates: each counts the same, whatever
 * its size.
 */
export type Comparison = { rates: Rates; each: (ComparedCampaign & { rates: Rates; counts: Counts })[] };
type ComparedCampaign = Pick<Campaign, 'uid' | 'name' | 'started_at'>;

/**
 * The rates and the mean rates of the last campaigns of a customer that were sent, other than
 * this one; undefined when there are none. An A/B test counts as one campaign: that which went to
 * the rest, or its first variant where none has.
 */
export async function comparisonFor(
  db: Db,
  campaign: Pick<Campaign, 'id' | 'customer_id' | 'test_of'>,
): Promise<Comparison | undefined> {
  const rows = await db
    .selectFrom('campaign')
    .select(['uid', 'name', 'started_at'])
    .select(COUNTERS.map((name) => counterOf(name, campaign.customer_id).as(name)))
    .where('campaign.customer_id', '=', campaign.customer_id)
    .where('campaign.status', '=', 'sent')
    .where('campaign.type', '=', 'regular')
    .where(sql<boolean>`coalesce(campaign.test_of, campaign.id) <> ${campaign.test_of ?? campaign.id}`)
    .where(sql<boolean>`campaign.id = coalesce((select coalesce(ab_test.rest_id, ab_test.campaign_id) from ab_test
      where ab_test.customer_id = ${campaign.customer_id}
        and ab_test.campaign_id = coalesce(campaign.test_of, campaign.id)), campaign.id)`)
    .where(sql<boolean>`${counterOf('accepted', campaign.customer_id)} > 0`)
    .where('campaign.started_at', 'is not', null)
    .orderBy('campaign.started_at', 'desc')
    .orderBy('campaign.id', 'desc')
    .limit(COMPARED)
    .execute();
  if (rows.length === 0) return undefined;
  const each = rows.map((row) => {
    const counts = Object.fromEntries(COUNTERS.map((name) => [name, Number(row[name])])) as Counts;
    return { uid: row.uid, name: row.name, started_at: row.started_at, counts, rates: ratesOf(counts) };
  });
  const names = Object.keys(each[0]?.rates ?? {}) as (keyof Rates)[];
  const mean = (name: keyof Rates) => each.reduce((sum, { rates }) => sum + rates[name], 0) / each.length;
  return { rates: Object.fromEntries(names.map((name) => [name, mean(name)])) as Rates, each };
}
