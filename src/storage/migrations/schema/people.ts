// People: users of the installation, what they may do with each customer, their sessions, and links
// that let somebody in.
import type { ColumnTypes } from '../../dialect/schema.ts';

export const people = ({ id, ownId, ownKey, storedByKey }: ColumnTypes): string[] => [
  `create table user_account (id ${id}, uid text not null unique, email text not null, email_key text not null unique,
    name text not null, password text not null, language text not null, theme text not null, hides_checklist bigint not null default 0,
    is_operator bigint not null,
    disabled_at bigint, totp_secret text, totp_pending text, totp_step bigint not null, created_at bigint not null,
    signed_in_at bigint, last_customer_id bigint)`,
  `create table membership (customer_id bigint not null references customer (id),
    user_id bigint not null references user_account (id), role text not null, created_at bigint not null,
    primary key (customer_id, user_id)) ${storedByKey}`,
  'create index membership_user on membership (user_id)',
  // Sessions are of a user, and show one of the user's customers at a time.
  `create table user_session (id ${id}, uid text not null unique, hash text not null unique,
    user_id bigint not null references user_account (id), customer_id bigint not null, ip_address text not null,
    user_agent text not null, created_at bigint not null, seen_at bigint not null)`,
  'create index user_session_user on user_session (user_id, id)',
  'create index user_session_age on user_session (seen_at)',
  `create table recovery_code (user_id bigint not null references user_account (id), hash text not null,
    primary key (user_id, hash)) ${storedByKey}`,
  `create table passkey (id ${id}, uid text not null unique, user_id bigint not null references user_account (id),
    credential_id text not null unique, public_key text not null, sign_count bigint not null, name text not null,
    created_at bigint not null, used_at bigint)`,
  'create index passkey_user on passkey (user_id, id)',
  `create table welcome_link (id ${id}, uid text not null unique, hash text not null unique, kind text not null,
    customer_id bigint, user_id bigint, email text not null, email_key text not null, name text not null,
    role text not null, language text not null, created_at bigint not null, expires_at bigint not null)`,
  "create unique index welcome_link_invited on welcome_link (customer_id, email_key) where kind = 'invitation'",
  'create index welcome_link_user on welcome_link (user_id) where user_id is not null',
  'create index welcome_link_age on welcome_link (expires_at)',
  // What was asked for with an Idempotency-Key, and what was answered (accounts/idempotency/).
  `create table keyed_request (customer_id bigint not null, hash text not null, print text not null, token text not null,
    is_one_change bigint not null, held_until bigint not null, answer text, created_at bigint not null,
    primary key (customer_id, hash)) ${storedByKey}`,
  'create index keyed_request_age on keyed_request (customer_id, created_at)',
  // Who did what: one index for each question that is asked.
  `create table audit (id ${ownId}, customer_id bigint not null, at bigint not null, operation text not null,
    object_kind text not null, object_id text not null, actor_kind text not null, actor_uid text not null,
    actor_name text not null, ip_address text not null${ownKey})`,
  'create index audit_at on audit (customer_id, at, id)',
  'create index audit_actor on audit (customer_id, actor_uid, at, id)',
  'create index audit_operation on audit (customer_id, operation, at, id)',
  'create index audit_both on audit (customer_id, actor_uid, operation, at, id)',
];
