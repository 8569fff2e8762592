// Campaigns and their statistics as the interface shows them (interface, sections 2.1, 2.2 and 2.4).
import { z } from 'zod';
import { pageOf, successAnswer } from '../http/schema.ts';
import { formatShortTime } from '../kernel/clock.ts';
import type { CampaignCounter, Segment } from '../storage/tables.ts';
import type { CampaignEntry, CampaignView } from './queries.ts';
import { STATUSES, TYPES } from './rules.ts';
import type { Warning } from './warnings.ts';

/** A campaign in a listing. */
export function toWireEntry(campaign: CampaignEntry) {
  return {
    campaign_uid: campaign.uid,
    campaign_id: String(campaign.id),
    name: campaign.name,
    type: campaign.type,
    status: campaign.status,
    group: [],
  };
}

/** Whose calendar and language the texts of an answer are in, and when it is given (ms). */
type Reader = { timeZone: string; locale: string; at: number };

/** A campaign by itself. A copy that has no send time yet shows the present. */
export function toWireRecord(campaign: CampaignView, segment: Segment | undefined, reader: Reader) {
  const time = (at: number) => formatShortTime(at, reader.timeZone, reader.locale);
  return {
    campaign_uid: campaign.uid,
    campaign_id: String(campaign.id),
    name: campaign.name,
    type: campaign.type,
    from_name: campaign.from_name,
    from_email: campaign.from_email,
    to_name: campaign.to_name,
    reply_to: campaign.reply_to,
    subject: campaign.subject,
    status: campaign.status,
    date_added: time(campaign.created_at),
    send_at: time(campaign.send_at ?? reader.at),
    list: {
      list_uid: campaign.list_uid ?? '',
      name: campaign.list_name ?? '',
      subscribers_count: campaign.list_confirmed ?? 0,
    },
    segment: segment
      ? { segment_uid: segment.uid, name: segment.name, subscribers_count: segment.members }
      : ([] as const),
    group: [],
    ...(campaign.parent_uid !== null && { parent_campaign_uid: campaign.parent_uid }),
  };
}

/** What the author should know of a campaign that was saved; without anything to tell there is no member. */
export function toWireWarnings(warnings: readonly Warning[]) {
  return warnings.length > 0 ? { warnings } : {};
}

/** A campaign's counts and rates (wire contract, section 6). Rates are percentages with two decimals, 0 of nothing. */
export function toWireStats(counters: CampaignCounter & { status: string }) {
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
    opens_count: counters.opens,
    opens_rate: rate(counters.opens, reached),
    unique_opens_count: counters.unique_opens,
    unique_opens_rate: rate(counters.unique_opens, reached),
    clicks_count: counters.clicks,
    clicks_rate: rate(counters.clicks, reached),
    unique_clicks_count: counters.unique_clicks,
    unique_clicks_rate: rate(counters.unique_clicks, reached),
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

/** Never above 100: who opens twice, or opens and bounces later, would make it so. */
function rate(part: number, base: number): number {
  return base > 0 ? Math.min(100, Math.round((part / base) * 10_000) / 100) : 0;
}

const numberText = z.string().regex(/^\d+$/);
const status = z.enum(STATUSES);
const empty = z.array(z.unknown()).max(0);
const group = z.array(z.unknown()).max(0).describe('Groups of campaigns: none.');
const count = z.int().min(0);

const entry = z.strictObject({
  campaign_uid: z.string(),
  campaign_id: numberText,
  name: z.string(),
  type: z.enum(TYPES),
  status,
  group,
});

const dateText = z
  .string()
  .describe('Short date and time in the time zone and locale of the customer: `11/21/26, 3:05 PM`.');

const record = z.strictObject({
  campaign_uid: z.string(),
  campaign_id: numberText,
  name: z.string(),
  type: z.enum(TYPES),
  from_name: z.string(),
  from_email: z.string(),
  to_name: z.string(),
  reply_to: z.string(),
  subject: z.string(),
  status,
  date_added: dateText,
  send_at: dateText,
  list: z.strictObject({
    list_uid: z.string(),
    name: z.string(),
    subscribers_count: count.describe('Confirmed subscribers.'),
  }),
  segment: z
    .union([z.strictObject({ segment_uid: z.string(), name: z.string(), subscribers_count: count }), empty])
    .describe('An empty array when the campaign goes to the whole list.'),
  group,
  parent_campaign_uid: z.string().optional().describe('Only of a run: the recurring campaign.'),
});

const ofProcessed = z.number().min(0).max(100).describe('Percent of processed.');
const ofReached = z.number().min(0).max(100).describe('Percent of accepted without bounced.');
const ofBounces = z.number().min(0).max(100).describe('Percent of bounces.');

const stats = z.strictObject({
  campaign_status: status,
  subscribers_count: count.describe('The audience: 0 until the campaign begins.'),
  processed_count: count.describe('Messages with an outcome.'),
  delivery_success_count: count.describe('Accepted by the mail server.'),
  delivery_success_rate: ofProcessed,
  delivery_error_count: count.describe('Rejected, or given up.'),
  delivery_error_rate: ofProcessed,
  opens_count: count,
  opens_rate: ofReached,
  unique_opens_count: count,
  unique_opens_rate: ofReached,
  clicks_count: count,
  clicks_rate: ofReached,
  unique_clicks_count: count,
  unique_clicks_rate: ofReached,
  unsubscribes_count: count,
  unsubscribes_rate: ofProcessed,
  complaints_count: count,
  complaints_rate: ofProcessed,
  bounces_count: count,
  bounces_rate: ofProcessed,
  hard_bounces_count: count,
  hard_bounces_rate: ofBounces,
  soft_bounces_count: count,
  soft_bounces_rate: ofBounces,
  internal_bounces_count: count,
  internal_bounces_rate: ofBounces,
});

export const entriesAnswer = pageOf(entry);
export const recordAnswer = successAnswer({ data: z.strictObject({ record }) });
export const madeAnswer = successAnswer({ campaign_uid: z.string() });
export const doneAnswer = successAnswer({});
const warnings = z
  .array(z.strictObject({ member: z.string(), message: z.string() }))
  .optional()
  .describe('What will not come out as it may have been meant, by member; absent when there is nothing to tell.');
export const createdAnswer = successAnswer({ campaign_uid: z.string(), warnings });
export const changedAnswer = successAnswer({ warnings });
export const statusAnswer = successAnswer({ campaign: z.strictObject({ status }) });
export const statsAnswer = successAnswer({ data: stats });
