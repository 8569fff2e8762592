// The first schema. Common SQL of both engines; what differs comes from dialect.ts. batch, work,
// message and the event tables have no foreign keys: they are written by the million and removed in
// chunks with their campaign; a message outlives its subscriber, so that statistics stay exact.
import { sql } from 'kysely';
import { bytesType, createTokenIndex, idType, keyType, storedByKey, withRoom } from '../dialect.ts';
import { idListType } from '../id-lists.ts';
import type { Tx } from '../tables.ts';

/** Creates every table and index. */
export async function foundation(tx: Tx): Promise<void> {
  const types = { id: idType(tx), bytes: bytesType(tx), key: keyType(tx) };
  for (const statement of [...tables(types), ...ledger(tx), ...INDEXES]) await sql.raw(statement).execute(tx);
  await createTokenIndex(tx);
}

function tables({ id, bytes, key }: { id: string; bytes: string; key: string }): string[] {
  const event = `id ${id}, customer_id bigint not null, campaign_id bigint not null, subscriber_id bigint not null,
    ip_address text, user_agent text, at bigint not null`;
  return [
    'create table setting (name text primary key, value text not null)',
    `create table lease (id ${id}, name text not null unique, owner text not null, fence bigint not null, expires_at bigint not null)`,
    'create table tally (scope text not null, owner_id bigint not null, n bigint not null, primary key (scope, owner_id))',
    `create table blob (hash text primary key, media_type text not null, size bigint not null, content ${bytes} not null, created_at bigint not null)`,
    `create table customer (id ${id}, uid text not null unique, first_name text not null, last_name text not null,
      email text not null, email_key text not null unique, time_zone text not null, locale text not null,
      status text not null, company text, created_at bigint not null)`,
    `create table api_key (id ${id}, customer_id bigint not null references customer (id), hash text not null unique,
      hint text not null, name text not null, dialect text not null default 'strict', created_at bigint not null,
      revoked_at bigint)`,
    `create table list (id ${id}, uid text not null unique, customer_id bigint not null references customer (id),
      name text not null, display_name text not null, description text not null, opt_in text not null,
      opt_out text not null, visibility text not null, status text not null, defaults text not null,
      notifications text not null, company text, revision bigint not null, created_at bigint not null,
      updated_at bigint not null)`,
    `create table list_field (id ${id}, customer_id bigint not null, number bigint not null,
      list_id bigint not null references list (id),
      type text not null, label text not null, tag text not null, required bigint not null, visibility text not null,
      sort_order bigint not null, help_text text, description text not null, default_value text not null,
      rules text not null, options text not null, created_at bigint not null, updated_at bigint not null,
      unique (list_id, tag), unique (customer_id, number))`,
    'create table field_removal (list_id bigint primary key, customer_id bigint not null, after_id bigint not null)',
    `create table subscriber (id ${id}, uid text not null unique, customer_id bigint not null,
      list_id bigint not null references list (id), email text not null, email_key ${key} not null, status text not null,
      source text not null, ip_address text, field_values text not null, folded text not null, tokens text not null,
      created_at bigint not null, updated_at bigint not null, unsubscribed_at bigint)`,
    `create table segment (id ${id}, uid text not null unique, customer_id bigint not null, number bigint not null,
      list_id bigint not null references list (id), name text not null, operator_match text not null,
      conditions text not null, campaign_conditions text not null, members bigint not null,
      members_revision bigint not null, members_counted_at bigint not null, created_at bigint not null,
      updated_at bigint not null, unique (customer_id, number))`,
    `create table template (id ${id}, uid text not null unique, customer_id bigint not null references customer (id),
      name text not null, content text not null, created_at bigint not null, updated_at bigint not null)`,
    `create table template_file (template_id bigint not null references template (id), path text not null,
      hash text not null references blob (hash), media_type text not null, primary key (template_id, path))`,
    `create table campaign (id ${id}, uid text not null unique, customer_id bigint not null references customer (id),
      number bigint not null,      list_id bigint not null, segment_id bigint, type text not null, name text not null, from_name text not null,
      from_email text not null, to_name text not null, reply_to text not null, subject text not null,
      status text not null, send_at bigint, content text not null, plain_text text, auto_plain_text bigint not null,
      inline_css bigint not null, options text not null, relay_numbers text, uncertain_policy text not null,
      freeze_after_id bigint not null, freeze_until_id bigint, freeze_done bigint not null, created_at bigint not null,
      updated_at bigint not null, started_at bigint, finished_at bigint, unique (customer_id, number))`,
    `create table campaign_file (campaign_id bigint not null references campaign (id), path text not null,
      hash text not null references blob (hash), media_type text not null, primary key (campaign_id, path))`,
    `create table campaign_link (id ${id}, customer_id bigint not null, campaign_id bigint not null, hash text not null,
      sha1 text not null default '', url text not null, clicks bigint not null default 0,
      unique_clicks bigint not null default 0, filtered_clicks bigint not null default 0,
      filtered_unique_clicks bigint not null default 0, unique (campaign_id, hash))`,
    `create table open (${event})`,
    `create table click (${event}, link_id bigint not null)`,
    `create table unsubscribe (${event}, reason text not null, note text not null)`,
    `create table inbox_mail (id ${id}, customer_id bigint, number bigint not null, received_at bigint not null, mail_from text not null, rcpt_to text not null,
      subject text not null, search text not null, size bigint not null, source ${bytes} not null)`,
  ];
}

/** The ledger: what is to do, what is in the air, what happened; and its sums. */
function ledger(tx: Tx): string[] {
  const key = 'customer_id bigint not null, campaign_id bigint not null';
  return [
    // The frozen audience by 500; a row goes when each of its ids has a row of work or a message.
    `create table batch (${key}, n bigint not null, last_id bigint not null, size bigint not null,
      ids ${idListType(tx)} not null, lease_id bigint, attempt bigint, primary key (customer_id, campaign_id, n))
      ${withRoom(tx)}`,
    `create table work (${key}, subscriber_id bigint not null, state text not null, lease_id bigint, attempt bigint,
      attempts bigint not null, next_attempt_at bigint not null, in_flight_at bigint, deferred_since bigint,
      relay_id bigint, reason text, detail text, reply text, primary key (customer_id, campaign_id, subscriber_id))
      ${storedByKey(tx)}`,
    `create table message (${key}, subscriber_id bigint not null, state text not null, attempts bigint not null,
      in_flight_at bigint, finished_at bigint not null, deferred_since bigint, relay_id bigint, lease_id bigint,
      attempt bigint, reason text, detail text, reply text, primary key (customer_id, campaign_id, subscriber_id))
      ${storedByKey(tx)}`,
    'create table worker_turn (lease_id bigint primary key, n bigint not null)',
    `create table campaign_counter (${key}, slot bigint not null, ${COUNTERS.map(
      (name) => `${name} bigint not null default 0`,
    ).join(', ')}, primary key (customer_id, campaign_id, slot)) ${withRoom(tx)}`,
    // The first time that a recipient did something with a message.
    `create table response (${key}, subscriber_id bigint not null, opened_at bigint, clicked_at bigint,
      unsubscribed_at bigint, filtered_opened_at bigint, filtered_clicked_at bigint,
      primary key (customer_id, campaign_id, subscriber_id))`,
  ];
}

const COUNTERS = [
  'audience',
  'accepted',
  'rejected',
  'uncertain',
  'skipped',
  'left_unconfirmed',
  'left_unsubscribed',
  'left_blacklisted',
  'left_suppressed',
  'left_segment',
  'left_other',
  'opens',
  'unique_opens',
  'clicks',
  'unique_clicks',
  'unsubscribes',
  'complaints',
  'hard_bounces',
  'soft_bounces',
  'internal_bounces',
  'filtered_opens',
  'filtered_unique_opens',
  'filtered_clicks',
  'filtered_unique_clicks',
];

const INDEXES = [
  'create index api_key_customer on api_key (customer_id)',
  'create index list_customer on list (customer_id, id)',
  "create index list_removal on list (id) where status = 'pending-delete'",
  'create index list_field_order on list_field (list_id, sort_order, id)',
  'create index subscriber_list on subscriber (list_id, id)',
  'create index subscriber_status on subscriber (list_id, status, id)',
  // An address is once in a list; led by the customer, one index also finds an address in all of a
  // customer's lists.
  'create unique index subscriber_address on subscriber (customer_id, email_key, list_id)',
  'create index segment_list on segment (list_id, id)',
  'create index template_customer on template (customer_id, id)',
  'create index template_file_hash on template_file (hash)',
  'create index campaign_file_hash on campaign_file (hash)',
  'create index campaign_customer on campaign (customer_id, id)',
  'create index campaign_list on campaign (list_id, id)',
  'create index campaign_segment on campaign (segment_id) where segment_id is not null',
  // The background's questions about campaigns; each index holds only the rows that are still to
  // do.
  "create index campaign_due on campaign (send_at) where status = 'pending-sending'",
  "create index campaign_resumed on campaign (send_at) where type = 'regular' and freeze_done = 0 and status = 'sending'",
  "create index campaign_running on campaign (id) where type = 'regular' and freeze_until_id is not null and status in ('processing', 'sending')",
  "create index campaign_removal on campaign (id) where status = 'pending-delete'",
  // The engine's questions about messages; each index holds only the rows that are still to do.
  'create index campaign_held on campaign_counter (customer_id, campaign_id) where uncertain <> 0',
  'create index work_due on work (customer_id, campaign_id, next_attempt_at) where lease_id is null',
  'create index work_lease on work (lease_id) where lease_id is not null', // a lease is of all customers
  'create index message_subscriber on message (customer_id, subscriber_id, campaign_id)',
  // The log by status, without a look at those that were accepted.
  "create index message_reason on message (customer_id, campaign_id, reason, subscriber_id) where state <> 'accepted'",
  // Whom autoresponders follow, in the order of what they follow.
  "create index message_accepted on message (customer_id, campaign_id, finished_at, subscriber_id) where state = 'accepted'",
  'create index response_opened on response (customer_id, campaign_id, opened_at, subscriber_id) where opened_at is not null',
  'create index open_campaign on open (campaign_id, id)',
  'create index open_subscriber on open (subscriber_id, campaign_id, at)',
  'create index campaign_link_sha1 on campaign_link (campaign_id, sha1)',
  'create index click_campaign on click (campaign_id, id)',
  'create index click_subscriber on click (subscriber_id, campaign_id, at)',
  'create unique index inbox_mail_customer on inbox_mail (customer_id, number) where customer_id is not null',
  'create index unsubscribe_campaign on unsubscribe (campaign_id, id)',
];
