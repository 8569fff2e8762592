// The head of a report: what came of a campaign, and how that compares with the customer's others.
import { sql } from 'kysely';
import { COUNTERS } from '../../campaigns/counters.ts';
import { mailingFrom, partsOfMailings, standsForMailing } from '../../storage/campaign-conditions.ts';
import type { Db } from '../../storage/db.ts';
import { numberSet } from '../../storage/dialect.ts';
import type { Campaign, CampaignCounter } from '../../storage/tables.ts';
import { exactPercent } from '../percent.ts';

export type Counts = Omit<CampaignCounter, 'customer_id' | 'campaign_id'>;

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
 * this one; undefined when there are none. An A/B test counts as one campaign, by its first variant
 * and with the people of all its parts, once none of them is under way.
 */
export async function comparisonFor(
  db: Db,
  campaign: Pick<Campaign, 'id' | 'customer_id' | 'test_of'>,
): Promise<Comparison | undefined> {
  const { customer_id: customerId } = campaign;
  const mailing = mailingFrom(customerId, sql<number>`campaign.id`);
  const isUnderWay = sql<boolean>`exists (select 1 from ${mailing} as mailing
    join campaign as part on part.customer_id = ${customerId} and part.id = mailing.id where part.status <> 'sent')`;
  const wasAccepted = sql<boolean>`exists (select 1 from ${mailing} as mailing
    join campaign_counter on campaign_counter.customer_id = ${customerId} and campaign_counter.campaign_id = mailing.id
    where campaign_counter.accepted > 0)`;
  const rows = await db
    .selectFrom('campaign')
    .select(['id', 'uid', 'name', 'started_at'])
    .where('campaign.customer_id', '=', customerId)
    .where('campaign.status', '=', 'sent')
    .where('campaign.type', '=', 'regular')
    .where(sql<boolean>`coalesce(campaign.test_of, campaign.id) <> ${campaign.test_of ?? campaign.id}`)
    .where(standsForMailing(customerId))
    .where(sql<boolean>`not ${isUnderWay}`)
    .where(wasAccepted)
    .where('campaign.started_at', 'is not', null)
    .orderBy('campaign.started_at', 'desc')
    .orderBy('campaign.id', 'desc')
    .limit(COMPARED)
    .execute();
  if (rows.length === 0) return undefined;
  const sums = await countsOfMailings(
    db,
    customerId,
    rows.map(({ id }) => id),
  );
  const each = rows.map(({ id, ...row }) => {
    const counts = sums.get(id) as Counts;
    return { ...row, counts, rates: ratesOf(counts) };
  });
  const names = Object.keys(each[0]?.rates ?? {}) as (keyof Rates)[];
  const mean = (name: keyof Rates) => each.reduce((sum, { rates }) => sum + rates[name], 0) / each.length;
  return { rates: Object.fromEntries(names.map((name) => [name, mean(name)])) as Rates, each };
}

/** The counts of mailings, by the ids of the campaigns that stand for them. */
export async function countsOfMailings(
  db: Db,
  customerId: number,
  ids: readonly number[],
): Promise<Map<number, Counts>> {
  const sums = COUNTERS.map((name) => sql`sum(campaign_counter.${sql.ref(name)}) as ${sql.ref(name)}`);
  const { rows } = await sql<{ mailing_id: number } & Counts>`select part.mailing_id, ${sql.join(sums)}
    from ${partsOfMailings(customerId, numberSet(db, ids))} as part
      join campaign_counter on campaign_counter.customer_id = ${customerId}
        and campaign_counter.campaign_id = part.campaign_id
    group by part.mailing_id`.execute(db);
  return new Map(
    rows.map((row) => [
      Number(row.mailing_id),
      Object.fromEntries(COUNTERS.map((name) => [name, Number(row[name])])) as Counts,
    ]),
  );
}
