// Customers, their keys, and the domains they send from.
import type { ColumnTypes } from '../../dialect/schema.ts';

export const accounts = ({ id, ownId, ownKey, parentKey }: ColumnTypes): string[] => [
  `create table customer (id ${id}, uid text not null unique, first_name text not null, last_name text not null,
    email text not null, email_key text not null unique, time_zone text not null, locale text not null,
    status text not null, company text, statistics text not null default 'raw', created_at bigint not null)`,
  `create table api_key (id ${ownId}, uid text not null, customer_id bigint not null references customer (id), 
    hash text not null unique, hint text not null, name text not null, scope text not null default 'owner',
    allow text not null default '', expires_at bigint, last_used_at bigint, rate_limit bigint,
    dialect text not null default 'strict', created_at bigint not null, revoked_at bigint, unique (customer_id, uid)${parentKey})`,

  `create table sending_domain (id ${ownId}, uid text not null, customer_id bigint not null references customer (id),
    name text not null, verdict text, checked_at bigint, created_at bigint not null, unique (customer_id, uid),
    unique (customer_id, name)${parentKey})`,
  `create table dkim_key (id ${ownId}, customer_id bigint not null, domain_id bigint not null, selector text not null, algorithm text not null, private_key text not null, public_key text not null,
    status text not null, created_at bigint not null, retired_at bigint, unique (customer_id, domain_id, selector),
    foreign key (customer_id, domain_id) references sending_domain (customer_id, id)${ownKey})`,
];
