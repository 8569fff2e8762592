// Relays, their quotas and slowed destinations; the test inbox, and the mailboxes that returned
// mail is fetched from.
import type { ColumnTypes } from '../../dialect/schema.ts';

export const relays = ({ id, bytes, withRoom }: ColumnTypes): string[] => [
  `create table relay (id ${id}, customer_id bigint, number bigint not null, name text not null, host text not null,
    port bigint not null, tls text not null, verify_tls bigint not null, username text, password text, helo_name text,
    lanes bigint not null, messages_per_connection bigint, priority bigint not null, weight bigint not null,
    per_second bigint, per_minute bigint, per_hour bigint, per_day bigint, per_month bigint, warm_up text,
    status text not null, fault text, fault_at bigint, guarded bigint not null, created_at bigint not null,
    updated_at bigint not null)`,
  'create unique index relay_number on relay (customer_id, number)',
  'create unique index relay_shared on relay (number) where customer_id is null',
  `create table relay_usage (relay_id bigint not null, period text not null, starts_at bigint not null,
    used bigint not null, primary key (relay_id, period))`,
  `create table destination (relay_id bigint not null, name text not null, state text not null, per_hour bigint,
    reason text not null, parked_until bigint, refusals bigint not null, updated_at bigint not null,
    primary key (relay_id, name))`,

  `create table inbox_mail (id ${id}, customer_id bigint, number bigint not null, received_at bigint not null,
    mail_from text not null, rcpt_to text not null, subject text not null, search text not null, size bigint not null,
    source ${bytes} not null, released_at bigint, released_by text, release text, release_reply text)`,
  'create unique index inbox_mail_customer on inbox_mail (customer_id, number) where customer_id is not null',

  // Who takes our mail and reports by HTTP what came of it; the secret is sealed.
  `create table provider (id ${id}, uid text not null unique, kind text not null, relay_id bigint, secret text not null,
    heard_at bigint, fault text, fault_at bigint, created_at bigint not null)`,
  `create table mailbox (id ${id}, name text not null, protocol text not null default 'imap', host text not null, port bigint not null, tls text not null,
    verify_tls bigint not null, username text not null, auth text not null, credentials text not null,
    folder text not null, done_folder text, status text not null, fault text, fault_at bigint, polled_at bigint,
    created_at bigint not null, updated_at bigint not null)`,
  `create table returned_mail (id ${id}, origin text not null, mail_from text not null, rcpt_to text not null,
    subject text not null, sentences text not null, digest text not null unique, size bigint not null,
    source ${bytes} not null, received_at bigint not null)`,
  // How much came back, by source and day (UTC).
  `create table returned_count (origin text not null, day bigint not null, understood bigint not null,
    not_understood bigint not null, primary key (origin, day)) ${withRoom}`,
];
