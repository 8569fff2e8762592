// Transactional emails and their attachments.
import type { ColumnTypes } from '../../dialect/schema.ts';

export const transactional = ({ ownId, parentKey, key }: ColumnTypes): string[] => [
  // The long texts last, as in table `campaign`.
  `create table email (id ${ownId}, uid text not null, customer_id bigint not null references customer (id),
    kind text not null, list_id bigint, to_name text not null, to_email text not null, to_key ${key} not null,
    from_name text not null, from_email text not null, reply_to_name text, reply_to_email text,
    subject text not null, send_at bigint not null, created_at bigint not null,
    deleted_at bigint, html text not null, plain_text text, unique (customer_id, uid)${parentKey})`,
  'create index email_customer on email (customer_id, kind, id) where deleted_at is null',
  'create index email_age on email (send_at)',
  "create index email_address on email (customer_id, to_key) where to_key <> ''",
  `create table email_attachment (customer_id bigint not null, email_id bigint not null, position bigint not null,
    name text not null, media_type text not null, hash text not null references blob (hash),
    primary key (customer_id, email_id, position),
    foreign key (customer_id, email_id) references email (customer_id, id))`,
  'create index email_attachment_hash on email_attachment (hash)',
];
