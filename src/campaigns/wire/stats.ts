// Statistics of a campaign as answers show them (interface, section 2.4).
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count } from '../../http/members/described.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, successAnswer } from '../../http/members/schema.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { CampaignCounter } from '../../storage/tables.ts';
import { heldIn } from '../delivery/held.ts';
import { heldAnswer as held } from '../delivery/held-answer.ts';
import type { StateCounts } from '../delivery/queries.ts';
import { STATUSES } from '../rules.ts';

const COUNTS = ['raw', 'filtered'] as const;

const asked = optional({
  counts: declare.oneOf('Which opens and clicks to show. Defaults to the customer’s setting.', COUNTS),
  full: declare.oneOf(
    'Whether to also return the numbers of uncertain, skipped, deferred, waiting and in-flight messages. Together with accepted and rejected ones they make up the audience.',
    ['1', '0', 'yes', 'no'],
    { fold: (sent) => String(declare.yesNo('').read(sent)), isYesNo: true },
  ),
});

/**
 * Reads which counts a request asks for.
 * @param chosen the customer's preference, for requests that do not say
 * @throws AppError `invalid`
 */
export function readCounts(query: FormObject, chosen: string): Counts {
  const usual = chosen === 'filtered' ? 'filtered' : 'raw';
  if (query['counts'] === undefined) return usual;
  const { values, faults } = readMembers({ counts: asked.counts }, query);
  throwFaults(faults);
  return values.counts ?? usual;
}

/** Whether a request asks for the counts of all states. @throws AppError `invalid` */
export function readFull(query: FormObject): boolean {
  if (query['full'] === undefined) return false;
  const { values, faults } = readMembers({ full: asked.full }, query);
  throwFaults(faults);
  return values.full === 'yes';
}

/** Which opens and clicks count: all, or those by people (docs/statistics.md). */
export type Counts = (typeof COUNTS)[number];

type CountsAndStatus = CampaignCounter & { status: string };

/**
 * A campaign's counts and rates (wire contract, section 6). Rates are percentages with two
 * decimals, 0 when there is nothing to divide by.
 * @param shown which opens and clicks it holds
 */
export function toWireStats(counters: CountsAndStatus, shown: Counts = 'raw') {
  const events = shown === 'raw' ? counters : filteredOf(counters);
  const {
    accepted,
    rejected,
    uncertain,
    hard_bounces: hard,
    soft_bounces: soft,
    internal_bounces: internal,
  } = counters;
  const processed = accepted + rejected + uncertain;
  const bounces = hard + soft + internal;
  const reached = accepted - bounces;
  return {
    campaign_status: counters.status,
    subscribers_count: counters.audience,
    processed_count: processed,
    delivery_success_count: accepted,
    delivery_success_rate: rate(accepted, processed),
    delivery_error_count: rejected,
    delivery_error_rate: rate(rejected, processed),
    opens_count: events.opens,
    opens_rate: rate(events.opens, reached),
    unique_opens_count: events.unique_opens,
    unique_opens_rate: rate(events.unique_opens, reached),
    clicks_count: events.clicks,
    clicks_rate: rate(events.clicks, reached),
    unique_clicks_count: events.unique_clicks,
    unique_clicks_rate: rate(events.unique_clicks, reached),
    unsubscribes_count: counters.unsubscribes,
    unsubscribes_rate: rate(counters.unsubscribes, processed),
    complaints_count: counters.complaints,
    complaints_rate: rate(counters.complaints, processed),
    bounces_count: bounces,
    bounces_rate: rate(bounces, processed),
    hard_bounces_count: hard,
    hard_bounces_rate: rate(hard, bounces),
    soft_bounces_count: soft,
    soft_bounces_rate: rate(soft, bounces),
    internal_bounces_count: internal,
    internal_bounces_rate: rate(internal, bounces),
  };
}

/**
 * The counts that the interface does not have. Together with accepted and rejected messages they
 * are the audience.
 * @param states as of the same moment as the counters shown with them
 */
export function toWireStates(states: StateCounts, campaignUid: string) {
  return {
    uncertain_count: states.uncertain,
    skipped_count: states.skipped,
    deferred_count: states.deferred,
    waiting_count: states.pending + states.claimed,
    in_flight_count: states.in_flight,
    ...heldIn(states.uncertain, campaignUid),
  };
}

function filteredOf(counters: CountsAndStatus) {
  return {
    opens: counters.filtered_opens,
    unique_opens: counters.filtered_unique_opens,
    clicks: counters.filtered_clicks,
    unique_clicks: counters.filtered_unique_clicks,
  };
}

/**
 * Percent with two decimals. Never above 100, which opening twice, or opening and bouncing later,
 * would exceed.
 */
export function rate(part: number, base: number): number {
  return base > 0 ? Math.min(100, Math.round((part / base) * 10_000) / 100) : 0;
}

const ofProcessed = whenNeeded(() => z.number().min(0).max(100).describe('As a percentage of processed.'));
const ofReached = whenNeeded(() =>
  z.number().min(0).max(100).describe('As a percentage of accepted minus bounced, at most 100.'),
);
const ofBounces = whenNeeded(() => z.number().min(0).max(100).describe('As a percentage of bounces.'));

const stats = whenNeeded(() =>
  z
    .strictObject({
      campaign_status: z.enum(STATUSES).describe('Its status.'),
      subscribers_count: count('Size of the audience; 0 until the campaign begins.'),
      processed_count: count('Messages with an outcome.'),
      delivery_success_count: count('Messages accepted by a mail server.'),
      delivery_success_rate: ofProcessed(),
      delivery_error_count: count('Messages rejected or given up.'),
      delivery_error_rate: ofProcessed(),
      opens_count: count('Opens.'),
      opens_rate: ofReached(),
      unique_opens_count: count('Messages that were opened.'),
      unique_opens_rate: ofReached(),
      clicks_count: count('Clicks.'),
      clicks_rate: ofReached(),
      unique_clicks_count: count('Messages with a clicked link.'),
      unique_clicks_rate: ofReached(),
      unsubscribes_count: count('People who unsubscribed through it.'),
      unsubscribes_rate: ofProcessed(),
      complaints_count: count('People who reported it as spam.'),
      complaints_rate: ofProcessed(),
      bounces_count: count('Bounced messages.'),
      bounces_rate: ofProcessed(),
      hard_bounces_count: count('Hard bounces: permanent.'),
      hard_bounces_rate: ofBounces(),
      soft_bounces_count: count('Soft bounces: temporary.'),
      soft_bounces_rate: ofBounces(),
      internal_bounces_count: count('Internal bounces: problems on our side.'),
      internal_bounces_rate: ofBounces(),
      uncertain_count: count(
        'With `full`, like the members below: messages that may or may not have been accepted. They count as processed.',
      ).optional(),
      skipped_count: count('Not sent, for a reason given in the log.').optional(),
      deferred_count: count('Deferred, to be tried again later.').optional(),
      waiting_count: count('Not sent yet.').optional(),
      in_flight_count: count('Being sent right now.').optional(),
      held: held(),
    })
    .meta({ id: 'CampaignStats', description: 'Counts and rates of a campaign.' }),
);

export const statsAnswer = successAnswer(() => ({ data: stats() }));
export const statsQuery = z.object(asked);
