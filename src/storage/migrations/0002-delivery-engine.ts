// What the delivery engine knows beyond the first schema: relays and their quotas, paced
// destinations, signing keys, suppressed addresses, and what comes back (bounces, complaints, mails
// that could not be read).
import { sql } from 'kysely';
import { bytesType, idType, keyType } from '../dialect.ts';
import type { Tx } from '../tables.ts';

/** Creates the tables and adds the columns. */
export async function deliveryEngine(tx: Tx): Promise<void> {
  for (const statement of [...tables(idType(tx), bytesType(tx), keyType(tx)), ...COLUMNS, ...INDEXES]) {
    await sql.raw(statement).execute(tx);
  }
}

function tables(id: string, bytes: string, key: string): string[] {
  return [
    `create table high_water (id bigint primary key, uid text not null, n bigint not null, store text, falls bigint not null,
      fell_to bigint, fell_at bigint, hold_until bigint not null)`,
    `create table relay (id ${id}, customer_id bigint, number bigint not null, name text not null, host text not null, port bigint not null,
      tls text not null, verify_tls bigint not null, username text, password text, helo_name text, lanes bigint not null,
      messages_per_connection bigint, priority bigint not null, weight bigint not null, per_second bigint,
      per_minute bigint, per_hour bigint, per_day bigint, per_month bigint, warm_up text, status text not null,
      fault text, fault_at bigint, guarded bigint not null, created_at bigint not null, updated_at bigint not null)`,
    `create table relay_usage (relay_id bigint not null, period text not null, starts_at bigint not null,
      used bigint not null, primary key (relay_id, period))`,
    `create table destination (relay_id bigint not null, name text not null, state text not null, per_hour bigint,
      reason text not null, parked_until bigint, refusals bigint not null, updated_at bigint not null,
      primary key (relay_id, name))`,
    `create table sending_domain (id ${id}, uid text not null unique, customer_id bigint not null references customer (id),
      name text not null, verdict text, checked_at bigint, created_at bigint not null, unique (customer_id, name))`,
    `create table dkim_key (id ${id}, customer_id bigint not null, domain_id bigint not null references sending_domain (id),
      selector text not null, algorithm text not null, private_key text not null, public_key text not null,
      status text not null, created_at bigint not null, retired_at bigint, unique (domain_id, selector))`,
    `create table suppression (id ${id}, customer_id bigint not null, email text not null, email_key ${key} not null,
      reason text not null, detail text not null, created_at bigint not null, unique (customer_id, email_key))`,
    `create table bounce (id ${id}, customer_id bigint not null, campaign_id bigint not null,
      subscriber_id bigint not null, type text not null, enhanced text, message text not null, counted bigint not null,
      at bigint not null, unique (campaign_id, subscriber_id))`,
    `create table complaint (id ${id}, customer_id bigint not null, campaign_id bigint not null,
      subscriber_id bigint not null, message text not null, at bigint not null, unique (campaign_id, subscriber_id))`,
    `create table mailbox (id ${id}, name text not null, host text not null, port bigint not null, tls text not null,
      verify_tls bigint not null, username text not null, auth text not null, credentials text not null,
      folder text not null, done_folder text, status text not null, fault text, fault_at bigint, polled_at bigint,
      created_at bigint not null, updated_at bigint not null)`,
    `create table returned_mail (id ${id}, origin text not null, mail_from text not null, rcpt_to text not null,
      subject text not null, reason text not null, digest text not null unique, size bigint not null,
      source ${bytes} not null, received_at bigint not null)`,
  ];
}

const COLUMNS = [
  'alter table campaign add column max_per_minute bigint', // null = as fast as relays and receivers allow
];

const INDEXES = [
  'create unique index relay_number on relay (customer_id, number)',
  'create unique index relay_shared on relay (number) where customer_id is null',
  'create index dkim_key_domain on dkim_key (domain_id, id)',
  'create index bounce_subscriber on bounce (subscriber_id, campaign_id)',
  'create index bounce_campaign on bounce (campaign_id, id)',
  'create index complaint_campaign on complaint (campaign_id, id)',
  'create index suppression_customer on suppression (customer_id, id)',
  'create index suppression_reason on suppression (customer_id, reason, id)',
];
