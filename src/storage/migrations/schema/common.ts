// Tables of the installation, which belong to nobody or are counted by owner.
import type { ColumnTypes } from '../../dialect/schema.ts';

export const common = ({ id, bytes }: ColumnTypes): string[] => [
  'create table setting (name text primary key, value text not null)',
  `create table lease (id ${id}, name text not null unique, owner text not null, fence bigint not null,
    expires_at bigint not null, store text, note text)`,
  `create table tally (customer_id bigint not null, scope text not null, owner_id bigint not null, n bigint not null,
    primary key (customer_id, scope, owner_id))`,
  'create table rate_window (name text primary key, starts_at bigint not null, n bigint not null)',
  'create index rate_window_age on rate_window (starts_at)',
  `create table blob (hash text primary key, media_type text not null, size bigint not null, content ${bytes} not null,
    created_at bigint not null)`,
  // Whom to look at, and whose things are that links name, where the store is spread (spread/).
  `create table look (customer_id bigint not null, looker text not null, until bigint not null,
    primary key (customer_id, looker))`,
  `create table named_owner (name text primary key, customer_id bigint not null)`,
  // What the store knows of moves from it, or into it (moving/marks.ts).
  'create table move (name text primary key, value text not null)',
  `create table high_water (id bigint primary key, uid text not null, n bigint not null, store text,
    synchronous bigint not null default 0, went_back bigint not null, went_back_to bigint, went_back_at bigint,
    hold_until bigint not null)`,
];
