// The rates of a campaign that are compared, in percent.
import type { CampaignReport, Counts } from '../../api/campaigns/reports.ts';

export type Rates = Record<'accepted' | 'opened' | 'clicked' | 'unsubscribed' | 'complained' | 'bounced', number>;

export function ratesIn(report: CampaignReport, counts: Counts): Rates {
  const { accepted, unsubscribed, complained, bounced } = report;
  const { opened, clicked } = report[counts];
  return {
    accepted: accepted.rate,
    opened: opened.rate,
    clicked: clicked.rate,
    unsubscribed: unsubscribed.rate,
    complained: complained.rate,
    bounced: bounced.rate,
  };
}

export type Comparison = NonNullable<CampaignReport['comparison']>;

/** Of the campaigns that a report is compared with: of one, or their mean. */
export function comparedRates(of: Comparison | Comparison['each'][number], counts: Counts): Rates {
  return {
    accepted: of.accepted_rate,
    opened: of[counts].opened_rate,
    clicked: of[counts].clicked_rate,
    unsubscribed: of.unsubscribed_rate,
    complained: of.complained_rate,
    bounced: of.bounced_rate,
  };
}
