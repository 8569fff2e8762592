// Former servers that customers came from: how far taking over is, and what became of what.
import type { ColumnTypes } from '../../dialect/schema.ts';

export const former = ({ ownId, ownKey, key, storedByKey }: ColumnTypes): string[] => [
  `create table former_server (id ${ownId}, customer_id bigint not null, kind text not null, name text not null,
    started_at bigint not null, finished_at bigint, unique (customer_id, kind, name)${ownKey})`,
  `create table former_step (customer_id bigint not null, server_id bigint not null, step text not null,
    position text not null, is_done bigint not null, progress text not null,
    primary key (customer_id, server_id, step)) ${storedByKey}`,
  // A mailing of the former server went to several lists: a row each.
  `create table former_object (customer_id bigint not null, server_id bigint not null, kind text not null,
    former text not null, object_id bigint not null, digest text not null, stored_at bigint not null,
    primary key (customer_id, server_id, kind, former, object_id)) ${storedByKey}`,
  'create index former_object_name on former_object (kind, former)', // a link does not say whose it is
  `create table former_person (customer_id bigint not null, server_id bigint not null, former ${key} not null,
    list_id bigint not null, subscriber_id bigint not null, digest text not null,
    primary key (customer_id, server_id, former, list_id)) ${storedByKey}`,
  'create index former_person_subscriber on former_person (customer_id, subscriber_id)',
];
