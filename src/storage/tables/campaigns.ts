// Tables of campaigns.
import type { Generated } from 'kysely';
import type { Flag, JsonText } from './columns.ts';

export type CampaignTable = {
  id: Generated<number>;
  uid: string;
  customer_id: number;
  number: number; // storage/numbers.ts; 0 = the one of transactional emails
  list_id: number;
  segment_id: number | null;
  type: string; // regular | autoresponder | transactional (one a customer, hidden: its messages are transactional emails)
  name: string;
  from_name: string;
  from_email: string;
  to_name: string;
  reply_to: string;
  subject: string;
  status: string; // campaigns/rules.ts
  send_at: number | null;
  content: string; // HTML as the author gave it, or made from blocks
  blocks: JsonText | null; // blocks/document/schema.ts: BlocksDocument; null = its content is HTML
  plain_text: string | null; // the author's own text; null = made from the HTML
  auto_plain_text: Flag;
  inline_css: Flag;
  options: JsonText;
  headers: JsonText | null; // campaigns/attached/rules.ts: OwnHeader[]; null = none
  tags: JsonText | null; // string[], as the customer wrote them; null = none
  attachments: JsonText | null; // AttachedFile[]; null = none
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
  sending_window: Generated<string | null>; // campaigns/window/rules.ts: SendingWindow; null = at any time
  recipient_time_zone: Generated<string | null>; // campaigns/recipient-time/rules.ts: RecipientTime; null = all at one instant
  begins_early: Generated<number>; // begins so long before send_at, or its next run before next_run_at, ms
  notice: string | null; // why it does not go on by itself, for people
  waits_until: number | null; // not begun before: it waits for feeds in its content
  parent_id: number | null; // the recurring campaign of which this is a run
  next_run_at: number | null; // recurring: the first instant that was not looked at; null = none follows
  run_count: Generated<number>; // recurring: runs made so far
  followed_at: number | null; // autoresponder: events were followed up to this instant and
  followed_id: Generated<number>; // up to this row of that instant
  rests_until: Generated<number>; // autoresponder: no event is due before, ms
  report_due: Generated<Flag>; // 1 = finished, and its report still has to be mailed
  revision: Generated<number>; // grows with every time that it is saved
  tested_revision: number | null; // the one that the last test mail showed
  tested_at: number | null;
  details_removed_at: Generated<number | null>; // its messages, opens and clicks were given up (campaigns/delivery/details.ts)
  details_left: Generated<Flag>; // 1 = and some may still have a row
  report_link: Generated<number | null>; // number of the link that shows its report to anybody (reports/shared/); null = none
  not_opened_of: number | null; // goes only to those who got this campaign (id) and did not open it
  test_of: Generated<number | null>; // a variant of this campaign's A/B test, or what takes the winner to the rest
  part_from: Generated<number | null>; // goes only to a part of its list (campaigns/ab-test/parts.ts); null = to all
  part_to: Generated<number | null>;
  further_lists: Generated<string | null>; // ids of the lists after the first, with commas; null = none
  freeze_list: Generated<number>; // which of its lists the freeze is at; 0 = the first
};

/** A campaign that is tested in several variants, each a campaign of its own. */
export type AbTestTable = {
  customer_id: number;
  campaign_id: number; // the first variant
  share: number; // percent of the audience that the variants go to, together
  decided_by: 'opens' | 'clicks' | 'hand';
  wait_minutes: number; // from the begin until the winner is found
  rest_from: Generated<number | null>; // where the part of the rest begins; null = nobody is left
  begun_at: Generated<number | null>;
  decides_at: Generated<number | null>; // when the winner is looked for; null = not begun, decided, or by hand
  decided_at: Generated<number | null>;
  winner_id: Generated<number | null>;
  found_by: Generated<'opens' | 'clicks' | 'hand' | null>; // what the winner was found by in the end
  rest_id: Generated<number | null>; // the campaign that takes the winner to the rest
  is_clear: Generated<Flag>; // whether the winner is better by more than chance explains
  created_at: number;
};

/**
 * A campaign as it was saved. Saves of the same author within two minutes are one version, the last
 * one.
 */
export type CampaignVersionTable = {
  customer_id: number;
  campaign_id: number;
  revision: number; // unique with campaign_id
  began_at: number; // the first save that is in it
  saved_at: number; // the last one
  author: string; // campaigns/versions/author.ts
  author_name: string;
  changed: JsonText; // names of columns, and of options as `options.<name>`
  restored_from: number | null; // the revision that it brought back
  content: Uint8Array; // campaigns/versions/snapshot.ts
};

/** Who has a campaign open for editing: one row for each place, until it stops saying so. */
export type CampaignEditorTable = {
  customer_id: number;
  campaign_id: number;
  editor: string; // the author and the tab; unique with campaign_id
  author: string;
  name: string;
  since_at: number;
  expires_at: number;
};

/**
 * An address in the content, for tracked clicks. Rows stay, because links in sent mails name them.
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
 * count nothing. Spread over several rows (slots), so that writers do not all wait for one; readers
 * get their sum (campaigns/counters.ts).
 */
export type CampaignCounterTable = {
  customer_id: number;
  campaign_id: number;
  slot: number; // campaigns/counters.ts: slotFor
  audience: number; // = pending in batches + work + accepted + rejected + uncertain + skipped
  accepted: number;
  rejected: number;
  uncertain: number;
  skipped: number;
  left_unconfirmed: number; // left out at the freeze, by reason
  left_unsubscribed: number;
  left_blacklisted: number;
  left_suppressed: number;
  left_segment: number; // confirmed, but not in the segment
  left_duplicate: number; // gets it through an earlier list
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
  filtered_opens: number; // the raw counts without machines (tracking/machines.ts)
  filtered_unique_opens: number;
  filtered_clicks: number;
  filtered_unique_clicks: number;
};

/**
 * One due instant of a recurring campaign: who writes the row makes the run, so that nobody else
 * does.
 */
export type CampaignRunTable = {
  campaign_id: number; // the recurring one; unique with instant
  instant: number;
  customer_id: number;
  run_campaign_id: number | null; // null = skipped: it was missed while nothing ran
  created_at: number;
};
