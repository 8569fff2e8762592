// Customers, their keys, and the domains they send from.
import type { ColumnTypes } from '../../dialect/schema.ts';

export const accounts = ({ id, ownId, ownKey, parentKey, withRoom }: ColumnTypes): string[] => [
  `create table customer (id ${id}, uid text not null unique, first_name text not null, last_name text not null,
    email text not null, email_key text not null unique, time_zone text not null, locale text not null,
    status text not null, company text, statistics text not null default 'raw', created_at bigint not null)`,
  `create table api_key (id ${ownId}, uid text not null, customer_id bigint not null references customer (id), 
    hash text not null unique, hint text not null, name text not null, scope text not null default 'owner',
    allow text not null default '', expires_at bigint, last_used_at bigint, rate_limit bigint,
    dialect text not null default 'strict', created_at bigint not null, revoked_at bigint, unique (customer_id, uid)${parentKey})`,

  `create table sending_domain (id ${ownId}, uid text not null, customer_id bigint not null references customer (id),
    name text not null, verdict text, checked_at bigint, look_at bigint not null, created_at bigint not null,
    unique (customer_id, uid), unique (customer_id, name)${parentKey})`,
  'create index sending_domain_look on sending_domain (look_at)',
  `create table dkim_key (id ${ownId}, customer_id bigint not null, domain_id bigint not null, selector text not null, algorithm text not null, private_key text not null, public_key text not null,
    status text not null, created_at bigint not null, retired_at bigint, unique (customer_id, domain_id, selector),
    foreign key (customer_id, domain_id) references sending_domain (customer_id, id)${ownKey})`,
  // How each record of a domain stands over time, and how that changed.
  `create table domain_record (customer_id bigint not null, domain_id bigint not null, name text not null,
    purpose text not null, state text not null, since bigint not null, suspect_at bigint, seen text not null,
    primary key (customer_id, domain_id, name),
    foreign key (customer_id, domain_id) references sending_domain (customer_id, id)) ${withRoom}`,
  "create index domain_record_broken on domain_record (customer_id, domain_id) where state = 'broken'",
  `create table domain_change (id ${ownId}, customer_id bigint not null, domain_id bigint not null, at bigint not null,
    name text not null, purpose text not null, what text not null, sentences text not null, found text not null,
    wanted text not null, foreign key (customer_id, domain_id) references sending_domain (customer_id, id)${ownKey})`,
  'create index domain_change_domain on domain_change (customer_id, domain_id, id)',
];
