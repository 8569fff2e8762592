// The head of a report, as answers show it.
import { z } from 'zod';
import { leftOutOf } from '../../../campaigns/counters.ts';
import type { StateCounts } from '../../../campaigns/delivery/queries.ts';
import { STATUSES, TYPES } from '../../../campaigns/rules.ts';
import { count, said, uid } from '../../../http/members/described.ts';
import { recordOf } from '../../../http/members/schema.ts';
import { isoOrNull } from '../../../kernel/clock.ts';
import { whenNeeded } from '../../../kernel/when-needed.ts';
import type { Campaign, CampaignCounter } from '../../../storage/tables.ts';
import { percent, rounded } from '../../percent.ts';
import { instantOrNull, share } from '../../wire.ts';
import { bouncesOf, type Comparison, type Rates, ratesOf } from '../report.ts';
import { COUNTS, type Counts } from './counts.ts';

/** What came of a campaign. `preferred`: which opens and clicks its customer wants to see. */
export function toWireReport(
  campaign: Campaign,
  { counters, ...states }: StateCounts & { counters: CampaignCounter },
  comparison: Comparison | undefined,
  preferred: Counts,
) {
  const rates = ratesOf(counters);
  const part = (people: number) => ({ people, rate: percent(people, counters.accepted) });
  return {
    campaign_uid: campaign.uid,
    name: campaign.name,
    subject: campaign.subject,
    type: campaign.type,
    status: campaign.status,
    started_at: isoOrNull(campaign.started_at),
    finished_at: isoOrNull(campaign.finished_at),
    counts: preferred,
    audience: {
      people: counters.audience,
      left_out: leftOutOf(counters),
    },
    messages: {
      waiting: states.pending + states.claimed + states.in_flight,
      deferred: states.deferred,
      rejected: counters.rejected,
      uncertain: counters.uncertain,
      skipped: counters.skipped,
    },
    accepted: { people: counters.accepted, rate: rounded(rates.accepted) },
    raw: {
      opened: { ...part(counters.unique_opens), events: counters.opens },
      clicked: { ...part(counters.unique_clicks), events: counters.clicks },
    },
    filtered: {
      opened: { ...part(counters.filtered_unique_opens), events: counters.filtered_opens },
      clicked: { ...part(counters.filtered_unique_clicks), events: counters.filtered_clicks },
    },
    unsubscribed: part(counters.unsubscribes),
    complained: part(counters.complaints),
    bounced: {
      ...part(bouncesOf(counters)),
      hard: counters.hard_bounces,
      soft: counters.soft_bounces,
      internal: counters.internal_bounces,
    },
    comparison: comparison
      ? {
          campaigns: comparison.each.length,
          ...toWireRates(comparison.rates),
          each: comparison.each.map((one) => ({
            campaign_uid: one.uid,
            name: one.name,
            started_at: isoOrNull(one.started_at),
            ...toWireRates(one.rates),
            people: toWirePeople(one.counts),
          })),
        }
      : null,
  };
}

function toWireRates(rates: Rates) {
  return {
    accepted_rate: rounded(rates.accepted),
    raw: { opened_rate: rounded(rates.opened), clicked_rate: rounded(rates.clicked) },
    filtered: { opened_rate: rounded(rates.filtered_opened), clicked_rate: rounded(rates.filtered_clicked) },
    unsubscribed_rate: rounded(rates.unsubscribed),
    complained_rate: rounded(rates.complained),
    bounced_rate: rounded(rates.bounced),
  };
}

function toWirePeople(counts: Comparison['each'][number]['counts']) {
  return {
    audience: counts.audience,
    accepted: counts.accepted,
    raw: { opened: counts.unique_opens, clicked: counts.unique_clicks },
    filtered: { opened: counts.filtered_unique_opens, clicked: counts.filtered_unique_clicks },
    unsubscribed: counts.unsubscribes,
    complained: counts.complaints,
    bounced: bouncesOf(counts),
  };
}

const ofAccepted = share('As a percentage of the accepted ones.');
const part = whenNeeded(() => ({ people: count('Number of people.'), rate: ofAccepted }));
const happened = (about: string) => z.strictObject(part()).describe(about);
const events = whenNeeded(() =>
  z.strictObject({ ...part(), events: count('Number of times, by anyone.') }).meta({
    id: 'PeopleAndEvents',
    description: 'Number of people who did something with a campaign, and how often it was done.',
  }),
);
const responses = (about: string) => z.strictObject({ opened: events(), clicked: events() }).describe(about);
const rate = share('As a percentage.');
const rateResponses = (about: string) => z.strictObject({ opened_rate: rate, clicked_rate: rate }).describe(about);
const rates = {
  accepted_rate: rate,
  raw: rateResponses('All opens and clicks.'),
  filtered: rateResponses('Without machines.'),
  unsubscribed_rate: rate,
  complained_rate: rate,
  bounced_rate: rate,
};
const people = whenNeeded(() => count('Number of people.'));
const peopleResponses = (about: string) => z.strictObject({ opened: people(), clicked: people() }).describe(about);
const peopleOf = whenNeeded(() =>
  z.strictObject({
    audience: people(),
    accepted: people(),
    raw: peopleResponses('All opens and clicks.'),
    filtered: peopleResponses('Without machines.'),
    unsubscribed: people(),
    complained: people(),
    bounced: people(),
  }),
);
const compared = whenNeeded(() =>
  z
    .strictObject({
      campaign_uid: uid('Id of the campaign.'),
      name: said('Its name.'),
      started_at: instantOrNull('When it began.'),
      ...rates,
      people: peopleOf().describe('The numbers of people behind the rates, for calculations: rates are rounded.'),
    })
    .meta({ id: 'ComparedCampaign', description: 'Another campaign, with its rates.' }),
);

const report = whenNeeded(() =>
  z
    .strictObject({
      campaign_uid: uid('Id of the campaign.'),
      name: said('Its name.'),
      subject: said('Subject.'),
      type: z.enum(TYPES).describe('Its type.'),
      status: z.enum(STATUSES).describe('Its status.'),
      started_at: instantOrNull('When it began.'),
      finished_at: instantOrNull('When it was completed.'),
      counts: z.enum(COUNTS).describe('Which opens and clicks the customer wants to see.'),
      audience: z
        .strictObject({
          people: count('The intended recipients.'),
          left_out: z
            .strictObject({
              unconfirmed: count('Had not confirmed.'),
              unsubscribed: count('Had unsubscribed.'),
              blacklisted: count('Were blacklisted in the list.'),
              suppressed: count('Their address was suppressed: it bounced, complained, or was blocked.'),
              segment: count('Were not in the segment.'),
              duplicate: count('Get it through an earlier one of several lists.'),
              other: count('Were disabled, unapproved or moved.'),
            })
            .describe('Subscribers of the list who were left out, by reason.'),
        })
        .describe('The audience, as fixed at the beginning.'),
      messages: z
        .strictObject({
          waiting: count('Not sent yet.'),
          deferred: count('Deferred, to be tried again later.'),
          rejected: count('Rejected, or given up.'),
          uncertain: count('May or may not have been accepted.'),
          skipped: count('Not sent, for a reason given in the log.'),
        })
        .describe('Messages that were not accepted; together with the accepted ones they are the audience.'),
      accepted: z
        .strictObject({ people: count('Number of people.'), rate: share('As a percentage of the audience.') })
        .describe('Recipients whose mail server accepted it. The percentages below are of these.'),
      raw: responses('All opens and clicks.'),
      filtered: responses('Opens and clicks without machines.'),
      unsubscribed: happened('People who unsubscribed through it.'),
      complained: happened('People who reported it as spam.'),
      bounced: z
        .strictObject({
          ...part(),
          hard: count('Hard bounces: permanent.'),
          soft: count('Soft bounces: temporary.'),
          internal: count('Internal bounces: problems on our side.'),
        })
        .describe('People whose message bounced after it was accepted.'),
      comparison: z
        .strictObject({
          campaigns: count('Number of campaigns.'),
          ...rates,
          each: z.array(compared()).max(10).describe('These campaigns, newest first.'),
        })
        .nullable()
        .describe('The mean of the last ten other campaigns sent, with equal weight; null if there is none.'),
    })
    .meta({ id: 'CampaignReport', description: 'The results of a campaign.' }),
);

export const reportAnswer = recordOf(report);
