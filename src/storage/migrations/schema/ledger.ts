// The ledger: what is to do, what is in the air, what happened; and its sums. No foreign keys: its
// rows are written by the million and removed in chunks with their campaign, and a message outlives
// its subscriber, so that statistics stay exact.
import type { ColumnTypes } from '../../dialect/schema.ts';

const COUNTERS = [
  ...['audience', 'accepted', 'rejected', 'uncertain', 'skipped'],
  ...['left_unconfirmed', 'left_unsubscribed', 'left_blacklisted', 'left_suppressed', 'left_segment'],
  ...['left_duplicate', 'left_other'],
  ...['opens', 'unique_opens', 'clicks', 'unique_clicks', 'unsubscribes', 'complaints'],
  ...['hard_bounces', 'soft_bounces', 'internal_bounces'],
  ...['filtered_opens', 'filtered_unique_opens', 'filtered_clicks', 'filtered_unique_clicks'],
];

const KEY = 'customer_id bigint not null, campaign_id bigint not null';

export const ledger = ({ ids, key, storedByKey, withRoom, churned, byCampaigns, parts }: ColumnTypes): string[] => [
  // The frozen audience by 500; a row goes when each of its ids has a row of work or a message.
  // Claims: how often it was claimed, since it was frozen with ids that had neither.
  // Due: not claimed before, where each recipient gets it at their own time; 0 = at once.
  `create table batch (${KEY}, n bigint not null, last_id bigint not null, size bigint not null, ids ${ids} not null,
    lease_id bigint, attempt bigint, claims bigint not null default 1, due_at bigint not null default 0,
    primary key (customer_id, campaign_id, n)) ${withRoom}`,
  // What no worker has, in the order in which it is claimed.
  'create index batch_due on batch (customer_id, campaign_id, due_at, n) where lease_id is null',
  // Whose address in a campaign to several lists. The index is for the erasure of a person.
  `create table addressee (${KEY}, email_key ${key} not null, subscriber_id bigint not null,
    primary key (customer_id, campaign_id, email_key)) ${storedByKey}`,
  'create index addressee_subscriber on addressee (customer_id, subscriber_id)',
  // Numbers before texts, the short ones last: nothing is lost to alignment.
  `create table work (${KEY}, subscriber_id bigint not null, next_attempt_at bigint not null, lease_id bigint,
    attempt bigint, in_flight_at bigint, deferred_since bigint, relay_id bigint, attempts smallint not null,
    state text not null, reason text, detail text, reply text, primary key (customer_id, campaign_id, subscriber_id))
    ${storedByKey} ${churned}`,
  // None by lease: each message in flight would pay for it, and only recovery and counts look so.
  'create index work_due on work (customer_id, campaign_id, next_attempt_at) where lease_id is null',
  `create table message (${KEY}, subscriber_id bigint not null, finished_at bigint not null, in_flight_at bigint,
    deferred_since bigint, relay_id bigint, lease_id bigint, attempt bigint, attempts smallint not null,
    state text not null, reason text, detail text, reply text, primary key (customer_id, campaign_id, subscriber_id))
    ${storedByKey} ${byCampaigns}`,
  ...parts('message'),
  'create index message_subscriber on message (customer_id, subscriber_id, campaign_id)',
  // The log by status, without a look at those that were accepted. With the state in it SQLite need
  // not look at the rows; without it, it would walk over the whole campaign.
  "create index message_reason on message (customer_id, campaign_id, reason, subscriber_id, state) where state <> 'accepted'",
  // Whom autoresponders follow, in the order of what they follow.
  "create index message_accepted on message (customer_id, campaign_id, finished_at, subscriber_id) where state = 'accepted'",
  // A worker's hold on a customer's messages; with it the last turn about them, and what is in
  // flight. Each turn changes its row. With its number in the key, the next one finds it without
  // passing over former versions, which PostgreSQL keeps as long as anybody has a snapshot.
  `create table worker_hold (customer_id bigint not null, lease_id bigint not null,
    primary key (customer_id, lease_id)) ${storedByKey}`,
  'create index worker_hold_lease on worker_hold (lease_id)', // a lease is of all customers
  `create table worker_turn (customer_id bigint not null, lease_id bigint not null, n bigint not null,
    edits bigint not null default 0, in_flight text not null default '[]',
    primary key (customer_id, lease_id, n)) ${storedByKey || withRoom}`,
  `create table campaign_counter (${KEY}, slot bigint not null, ${COUNTERS.map(
    (name) => `${name} bigint not null default 0`,
  ).join(', ')}, primary key (customer_id, campaign_id, slot)) ${withRoom}`,
  'create index campaign_held on campaign_counter (customer_id, campaign_id) where uncertain <> 0',
];
