// Content and time: runs of recurring campaigns, cursors of autoresponders, feeds, single mails,
// confirmations, what the public pages keep, and counts without machines.
import { sql } from 'kysely';
import { idType, jsonNumber, jsonText, keyType, storeNow } from '../dialect.ts';
import type { Tx } from '../tables.ts';

/** Creates the tables, adds the columns, and gives what is there its values. */
export async function contentAndTime(tx: Tx): Promise<void> {
  for (const statement of [...tables(idType(tx), keyType(tx)), ...COLUMNS, ...VALUES, ...INDEXES]) {
    await sql.raw(statement).execute(tx);
  }
  await sql`update list set noticed_at = ${storeNow(tx)} where notifications like '%"yes"%'`.execute(tx);
  await beginRecurring(tx, Date.now());
}

/**
 * Campaigns that were saved to recur before runs were made of them begin to, at `at` (now, in ms)
 * or their send_at; those that were sent themselves do not. That no run may be due at that instant
 * does not matter: the clock looks which come next.
 */
export async function beginRecurring(tx: Tx, at: number): Promise<void> {
  await sql`update campaign set next_run_at = case when send_at > ${at} then send_at else ${at} end
    where type = 'regular' and status <> 'sent' and send_at is not null and freeze_until_id is null
      and ${jsonNumber(tx, 'options', 'cronjob_enabled')} = 1
      and ${jsonText(tx, 'options', 'cronjob')} is not null`.execute(tx);
}

function tables(id: string, key: string): string[] {
  return [
    `create table campaign_run (campaign_id bigint not null references campaign (id), instant bigint not null,
      customer_id bigint not null, run_campaign_id bigint, created_at bigint not null, primary key (campaign_id, instant))`,
    `create table campaign_feed (id ${id}, customer_id bigint not null, campaign_id bigint not null, hash text not null,
      kind text not null, url text not null, content text, fault text, attempts bigint not null,
      next_attempt_at bigint, fetched_at bigint, unique (campaign_id, hash))`,
    `create table feed_item (root_id bigint not null, campaign_id bigint not null, hash text not null,
      primary key (root_id, hash, campaign_id))`,
    `create table email (id ${id}, uid text not null unique, customer_id bigint not null references customer (id),
      kind text not null, list_id bigint, to_name text not null, to_email text not null,
      to_key ${key} not null, from_name text not null, from_email text not null, reply_to_name text,
      reply_to_email text, subject text not null, html text not null, plain_text text, send_at bigint not null, created_at bigint not null, deleted_at bigint)`,
    `create table email_attachment (email_id bigint not null references email (id), position bigint not null,
      name text not null, media_type text not null, hash text not null references blob (hash),
      primary key (email_id, position))`,
    `create table confirmation (subscriber_id bigint primary key, customer_id bigint not null, list_id bigint not null,
      requested_at bigint not null, mailed_at bigint, mails bigint not null, field_values text, language text)`,
    'create table rate_window (name text primary key, starts_at bigint not null, n bigint not null)',
  ];
}

const COLUMNS = [
  "alter table customer add column statistics text not null default 'raw'",
  "alter table list add column pages text not null default '{}'",
  'alter table list add column noticed_at bigint',
  'alter table subscriber add column confirmed_at bigint',
  'alter table subscriber add column confirm_ip text',
  'alter table campaign add column notice text',
  'alter table campaign add column waits_until bigint',
  'alter table campaign add column parent_id bigint',
  'alter table campaign add column next_run_at bigint',
  'alter table campaign add column run_count bigint not null default 0',
  'alter table campaign add column followed_at bigint',
  'alter table campaign add column followed_id bigint not null default 0',
  'alter table campaign add column report_due bigint not null default 0',
  'alter table open add column machine text', // the rule that says no person did it; null = a person
  'alter table click add column machine text',
];

/** What was counted before there were rules was done by people, as far as anybody knows. */
const VALUES = ["update subscriber set confirmed_at = created_at where status = 'confirmed'"];

const INDEXES = [
  // Whom autoresponders follow, in the order of what they follow.
  "create index subscriber_confirmed on subscriber (list_id, confirmed_at, id) where status = 'confirmed'",
  // Who came and who left, for those who are told of it.
  'create index subscriber_left on subscriber (list_id, unsubscribed_at) where unsubscribed_at is not null',
  'create index list_noticed on list (noticed_at) where noticed_at is not null',
  // Whether somebody clicked a link before, however often since.
  'create index click_link on click (link_id, subscriber_id, machine)',
  // What the clock looks for; each holds only the rows that are still to do.
  "create index campaign_next_run on campaign (next_run_at) where status = 'sending' and next_run_at is not null",
  // Recurring campaigns stay in `sending` and are never sent themselves: not among those whose
  // messages are to be made on.
  'drop index campaign_resumed',
  `create index campaign_resumed on campaign (send_at) where type = 'regular' and freeze_done = 0 and status = 'sending'
    and next_run_at is null and run_count = 0`,
  // An autoresponder that was ended, and whose failed messages go out once more, is done when these
  // are.
  'drop index campaign_running',
  "create index campaign_running on campaign (id) where freeze_until_id is not null and status in ('processing', 'sending')",
  "create index campaign_follows on campaign (id) where type = 'autoresponder' and status = 'sending'",
  'create index campaign_report on campaign (id) where report_due = 1',
  'create index campaign_parent on campaign (parent_id, id) where parent_id is not null',
  "create unique index campaign_transactional on campaign (customer_id) where type = 'transactional'",
  // What the archive page of a list shows, in its order.
  `create index campaign_archive on campaign (list_id, started_at, id)
    where type = 'regular' and status = 'sent' and segment_id is null`,
  'create index confirmation_due on confirmation (requested_at) where mailed_at is null',
  'create index confirmation_age on confirmation (requested_at)',
  'create index email_customer on email (customer_id, kind, id) where deleted_at is null',
  'create index email_age on email (send_at)',
  'create index email_attachment_hash on email_attachment (hash)',
  // Complaints about single mails, which go with them.
  'create index complaint_email on complaint (subscriber_id) where subscriber_id < 0',
  'create index rate_window_age on rate_window (starts_at)',
];
