// Tables of campaigns and of their messages.
import type { Generated } from 'kysely';
import type { Flag, JsonText } from './columns.ts';

export type CampaignTable = {
  id: Generated<number>;
  uid: string;
  customer_id: number;
  number: number; // storage/numbers.ts; 0 = the one of single mails
  list_id: number;
  segment_id: number | null;
  type: string; // regular | autoresponder | transactional (one a customer, in no listing: its messages are of emails)
  name: string;
  from_name: string;
  from_email: string;
  to_name: string;
  reply_to: string;
  subject: string;
  status: string; // campaigns/rules.ts
  send_at: number | null;
  content: string; // HTML as the author gave it
  plain_text: string | null; // the author's own text; null = made from the HTML
  auto_plain_text: Flag;
  inline_css: Flag;
  options: JsonText;
  relay_numbers: JsonText | null; // the only relays that may take its messages, 0 = the configured one; null = all
  uncertain_policy: string; // hold | resend | skip
  freeze_after_id: number; // last subscriber id that the freeze has looked at
  freeze_until_id: number | null; // highest subscriber id when the freeze began; null = not begun
  freeze_done: Flag;
  created_at: number;
  updated_at: number;
  started_at: number | null;
  finished_at: number | null;
  max_per_minute: number | null; // null = as fast as relays and receivers allow
  notice: string | null; // why it does not go on by itself, for people: a feed that failed
  waits_until: number | null; // not begun before: it waits for what its content names elsewhere
  parent_id: number | null; // the recurring campaign of which this is a run
  next_run_at: number | null; // recurring: the first instant that was not looked at; null = none comes
  run_count: Generated<number>; // recurring: runs made so far
  followed_at: number | null; // autoresponder: events up to this instant and
  followed_id: Generated<number>; // up to this row within it have been followed
  report_due: Generated<Flag>; // 1 = done, and the statistics still have to be mailed
};

/**
 * An address that the author wrote, for tracked clicks. Rows stay: links of mails that are out name
 * them.
 */
export type CampaignLinkTable = {
  id: Generated<number>;
  customer_id: number;
  campaign_id: number;
  hash: string; // SHA-256 of the address, hex; unique with campaign_id (an address may be longer than an index takes)
  sha1: Generated<string>; // SHA-1 of the address, hex: the name that other servers of the interface give it
  url: string;
  clicks: Generated<number>; // tracking/link-counts.ts; unique: messages with a click on it
  unique_clicks: Generated<number>;
  filtered_clicks: Generated<number>; // by people
  filtered_unique_clicks: Generated<number>;
};

/**
 * Sums of a campaign, changed in the transaction that changes its messages, so that statistics
 * count nothing. Spread over slots, so that no row is one that all wait for: what is shown is their
 * sum (campaigns/counters.ts).
 */
export type CampaignCounterTable = {
  customer_id: number;
  campaign_id: number;
  slot: number; // storage/dialect.ts: slotsOf
  audience: number; // = waiting in batches + work + accepted + rejected + uncertain + skipped
  accepted: number;
  rejected: number;
  uncertain: number;
  skipped: number;
  left_unconfirmed: number; // left out at the freeze, by reason
  left_unsubscribed: number;
  left_blacklisted: number;
  left_suppressed: number;
  left_segment: number; // confirmed, but not in the segment
  left_other: number; // unapproved, disabled, moved
  opens: number;
  unique_opens: number;
  clicks: number;
  unique_clicks: number;
  unsubscribes: number;
  complaints: number;
  hard_bounces: number;
  soft_bounces: number;
  internal_bounces: number;
  filtered_opens: number; // what is left of the raw counts without machines (tracking/machines.ts)
  filtered_unique_opens: number;
  filtered_clicks: number;
  filtered_unique_clicks: number;
};

/**
 * One instant at which a recurring campaign was due: whoever writes the row makes the run, so that
 * nobody else does.
 */
export type CampaignRunTable = {
  campaign_id: number; // the recurring one; unique with instant
  instant: number;
  customer_id: number;
  run_campaign_id: number | null; // null = passed over: it was missed while nothing ran
  created_at: number;
};
