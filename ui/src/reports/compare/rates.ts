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

/** Of the campaigns that a report is compared with. */
export function meanRates(mean: NonNullable<CampaignReport['comparison']>, counts: Counts): Rates {
  return {
    accepted: mean.accepted_rate,
    opened: mean[counts].opened_rate,
    clicked: mean[counts].clicked_rate,
    unsubscribed: mean.unsubscribed_rate,
    complained: mean.complained_rate,
    bounced: mean.bounced_rate,
  };
}
