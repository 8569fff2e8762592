// Webhooks: who is told what, what there is to tell, and what came of it.
import type { ColumnTypes } from '../../dialect/schema.ts';

export const webhooks = ({
  ownId,
  ownKey,
  parentKey,
  bytes,
  storedByKey,
  withRoom,
  churned,
}: ColumnTypes): string[] => [
  `create table webhook (id ${ownId}, uid text not null, customer_id bigint not null references customer (id),
    url text not null, description text not null, events text not null, batch_size bigint not null,
    status text not null, reason text, off_at bigint, secret text not null, old_secret text, old_until bigint,
    held_by bigint, created_at bigint not null, updated_at bigint not null, unique (customer_id, uid)${ownKey})`,
  // Those that are told, and those that the server switched off, among all that were ever made.
  "create index webhook_on on webhook (id) where status = 'on'",
  'create index webhook_off on webhook (off_at) where reason is not null',
  // One is told in lanes, so that one person's events stay in order and others do not wait for
  // them.
  `create table webhook_lane (customer_id bigint not null, webhook_id bigint not null, lane bigint not null,
    position bigint not null, until bigint, failures bigint not null, failing_since bigint, next_at bigint not null,
    primary key (customer_id, webhook_id, lane)) ${withRoom}`,
  // What happened, written with it; its order among all events is decided afterwards.
  `create table event_fact (id ${ownId}, customer_id bigint not null, content text not null${parentKey}) ${churned}`,
  // The number of a customer's next event, and whether a webhook may be behind: who looks for those
  // that have something to be told looks at these customers alone.
  `create table event_head (customer_id bigint not null primary key, next_n bigint not null,
    is_behind bigint not null default 1) ${storedByKey} ${withRoom}`,
  'create index event_head_behind on event_head (customer_id) where is_behind = 1',
  // Events in their order, from number first_n on, compressed.
  `create table event_page (customer_id bigint not null, first_n bigint not null, size bigint not null,
    uid text not null, first_at bigint not null, last_at bigint not null, content ${bytes} not null,
    primary key (customer_id, first_n))`,
  'create index event_page_age on event_page (last_at)',
  'create index event_page_at on event_page (customer_id, last_at, first_n)',
  `create table webhook_delivery (id ${ownId}, customer_id bigint not null, webhook_id bigint not null,
    at bigint not null, message_id text not null, types text not null, events bigint not null,
    attempt bigint not null, is_test bigint not null, status bigint, ms bigint not null, answer text not null,
    fault text${ownKey})`,
  'create index webhook_delivery_webhook on webhook_delivery (customer_id, webhook_id, id)',
  'create index webhook_delivery_age on webhook_delivery (at)',
];
