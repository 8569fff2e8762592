// Lists with their fields, subscribers and segments; suppressed addresses.
import type { ColumnTypes } from '../../dialect/schema.ts';

export const lists = ({ ownId, ownKey, parentKey, key, storedByKey }: ColumnTypes): string[] => [
  `create table list (id ${ownId}, uid text not null, customer_id bigint not null references customer (id),
    name text not null, display_name text not null, description text not null, opt_in text not null,
    opt_out text not null, visibility text not null, status text not null, defaults text not null,
    notifications text not null, company text, tags text, noticed_at bigint,
    revision bigint not null, fields_revision bigint not null default 0, created_at bigint not null, updated_at bigint not null, pages text not null default '{}',
    unique (customer_id, uid)${parentKey})`,
  // Solutions of the captcha that were used, by the challenge that they solve.
  `create table captcha_solution (customer_id bigint not null, valid_until bigint not null, hash text not null,
    primary key (customer_id, valid_until, hash)) ${storedByKey}`,
  'create index list_uid on list (uid)',
  // Where most customers have one list, PostgreSQL takes any index that begins with the customer
  // for as good as the key, and reads all lists of one who has hundreds. Of equal ones it takes the
  // newest.
  "create index list_active on list (customer_id, id) where status = 'active'",
  "create index list_removal on list (id) where status = 'pending-delete'",
  'create index list_noticed on list (noticed_at) where noticed_at is not null',

  `create table list_field (id ${ownId}, customer_id bigint not null, number bigint not null,
    list_id bigint not null, type text not null, label text not null, tag text not null,
    required bigint not null, visibility text not null, sort_order bigint not null, help_text text,
    description text not null, default_value text not null, rules text not null, options text not null,
    created_at bigint not null, updated_at bigint not null, unique (customer_id, list_id, tag),
    unique (customer_id, number), foreign key (customer_id, list_id) references list (customer_id, id)${ownKey})`,
  'create index list_field_order on list_field (customer_id, list_id, sort_order, id)',
  `create table field_removal (customer_id bigint not null, list_id bigint not null, after_id bigint not null,
    primary key (customer_id, list_id))`,

  `create table subscriber (id ${ownId}, uid text not null, customer_id bigint not null, list_id bigint not null, email text not null, email_key ${key} not null, status text not null,
    source text not null, ip_address text, field_values text not null, folded text not null, tokens text not null,
    created_at bigint not null, updated_at bigint not null, unsubscribed_at bigint, confirmed_at bigint,
    confirm_ip text, unique (customer_id, uid),
    foreign key (customer_id, list_id) references list (customer_id, id)${ownKey})`,
  'create index subscriber_list on subscriber (customer_id, list_id, id)',
  'create index subscriber_status on subscriber (customer_id, list_id, status, id)',
  // An address is once in a list; led by the customer, one index also finds an address in all of a
  // customer's lists.
  'create unique index subscriber_address on subscriber (customer_id, email_key, list_id)',
  // Whom autoresponders follow, in the order of what they follow.
  "create index subscriber_confirmed on subscriber (customer_id, list_id, confirmed_at, id) where status = 'confirmed'",
  // Who left, for those who are told of it.
  'create index subscriber_left on subscriber (customer_id, list_id, unsubscribed_at) where unsubscribed_at is not null',

  // People between the mark before and this one, in the order of ids; set later than they come.
  // Level 1: as far as a group of marks of level 0 reaches.
  `create table subscriber_mark (customer_id bigint not null, list_id bigint not null, level smallint not null,
    last_id bigint not null, n bigint not null, primary key (customer_id, list_id, level, last_id)) ${storedByKey}`,

  // How a list changed, by quarters of an hour. What its people do (source 0) and what bounces
  // say (1) stand in rows of their own, as each is locked in its own order.
  `create table list_growth (customer_id bigint not null, list_id bigint not null, starts_at bigint not null,
    source bigint not null, added bigint not null, confirmed bigint not null, unsubscribed bigint not null,
    removed bigint not null, bounced bigint not null, net bigint not null,
    primary key (customer_id, list_id, starts_at, source)) ${storedByKey}`,

  `create table confirmation (customer_id bigint not null, subscriber_id bigint not null, list_id bigint not null,
    requested_at bigint not null, mailed_at bigint, mails bigint not null, field_values text, language text,
    asked_again bigint not null default 0, primary key (customer_id, subscriber_id))`,
  'create index confirmation_due on confirmation (asked_again, requested_at) where mailed_at is null',
  'create index confirmation_age on confirmation (requested_at)',

  // What people agreed to, and how; without references, as it stays when they leave. The address ''
  // stands for everybody whom an import added at that instant. In the order of time, so that new
  // rows stand together.
  `create table consent (customer_id bigint not null, list_id bigint not null, email_key ${key} not null, at bigint not null,
    status text not null, way text not null, actor text, ip_address text, text_hash text, detail text,
    primary key (customer_id, list_id, at, email_key, status)) ${storedByKey}`,
  "create index consent_person on consent (customer_id, email_key) where email_key <> ''",
  `create table consent_text (customer_id bigint not null, hash text not null, content text not null,
    created_at bigint not null, primary key (customer_id, hash))`,

  `create table segment (id ${ownId}, uid text not null, customer_id bigint not null, number bigint not null,
    list_id bigint not null, name text not null, operator_match text not null,
    conditions text not null, campaign_conditions text not null, date_conditions text not null default '[]',
    groups_within text not null default '[]', members bigint not null,
    members_revision bigint not null, members_counted_at bigint not null, created_at bigint not null,
    updated_at bigint not null, unique (customer_id, uid), unique (customer_id, number),
    foreign key (customer_id, list_id) references list (customer_id, id)${ownKey})`,
  'create index segment_list on segment (customer_id, list_id, id)',

  `create table suppression (id ${ownId}, customer_id bigint not null, email text not null, email_key ${key} not null,
    reason text not null, detail text not null, created_at bigint not null, unique (customer_id, email_key)${parentKey})`,
  // The addresses of the global list once more: a store that is spread has them on every machine.
  `create table suppressed_by_all (email_key ${key} primary key, created_at bigint not null) ${storedByKey}`,
  'create index suppression_reason on suppression (customer_id, reason, id)',
  `create table suppressed_hash (customer_id bigint not null, hash text not null, created_at bigint not null,
    primary key (customer_id, hash)) ${storedByKey}`,
];
