// Tables of users, their sessions, and links that let somebody in.
import type { Generated, Insertable, Selectable } from 'kysely';
import type { Flag } from './columns.ts';

/** A person who signs in; of the installation, as one may belong to several customers. */
export type UserAccountTable = {
  id: Generated<number>;
  uid: string;
  email: string;
  email_key: string; // kernel/address.ts: emailKey; unique
  name: string;
  password: string; // users/password.ts
  language: string; // en | de
  theme: string; // system | light | dark
  hides_checklist: Generated<Flag>; // 1 = does not want to see what is left to do at first
  is_operator: Flag;
  disabled_at: number | null;
  totp_secret: string | null; // sealed; null = no second factor
  totp_pending: string | null; // sealed; to be confirmed with a code
  totp_step: number; // of the last code that was used: each is good once
  created_at: number;
  signed_in_at: number | null;
  last_customer_id: number | null; // whom the user worked for last: a new session shows it
};

/** What a user may do with a customer. */
export type MembershipTable = { customer_id: number; user_id: number; role: string; created_at: number };

export type UserSessionTable = {
  id: Generated<number>;
  uid: string;
  hash: string; // SHA-256 of the cookie's value, hex; unique
  user_id: number;
  customer_id: number; // which of the user's customers it shows
  ip_address: string; // from where it was opened
  user_agent: string;
  created_at: number;
  seen_at: number;
};

/** What lets a user in by a device or a security key (users/passkeys/). */
export type PasskeyTable = {
  id: Generated<number>;
  uid: string;
  user_id: number;
  credential_id: string; // chosen by the authenticator, base64url; unique
  public_key: string; // COSE, base64url
  sign_count: number; // as the authenticator last said; 0 of those that do not count
  name: string; // what the user calls it
  created_at: number;
  used_at: number | null; // when it let the user in last
};

/** A link that lets somebody in, once: the row goes when it is used. */
export type WelcomeLinkTable = {
  id: Generated<number>;
  uid: string;
  hash: string; // SHA-256 of the token, hex; unique
  kind: string; // first-owner | invitation | reset
  customer_id: number | null; // whom an invitation lets into
  user_id: number | null; // whose password is set anew
  email: string;
  email_key: string;
  name: string;
  role: string;
  language: string;
  created_at: number;
  expires_at: number;
};

/** A request with an `Idempotency-Key`, for a day. */
export type KeyedRequestTable = {
  customer_id: number;
  hash: string; // SHA-256 of who asked and the key
  print: string; // SHA-256 of what was asked
  token: string; // of the attempt that may answer
  is_one_change: Flag; // change and answer are in one transaction
  held_until: number; // until then the attempt counts as under way
  answer: string | null; // sealed; null = there is none yet; '' = too large to be kept
  created_at: number;
};

/** Something that somebody did. Without references: it stays when what it is about goes. */
export type AuditTable = {
  id: Generated<number>;
  customer_id: number;
  at: number;
  operation: string; // the name of a route, or of audit/entry.ts
  object_kind: string; // campaign, list, …; '' = none
  object_id: string;
  actor_kind: string; // user | key | nobody
  actor_uid: string;
  actor_name: string; // of then
  ip_address: string;
};

export type AuditEntry = Selectable<AuditTable>;
export type User = Selectable<UserAccountTable>;
export type NewUser = Insertable<UserAccountTable>;
export type UserSession = Selectable<UserSessionTable>;
export type Passkey = Selectable<PasskeyTable>;
export type NewPasskey = Insertable<PasskeyTable>;
export type WelcomeLink = Selectable<WelcomeLinkTable>;
export type NewWelcomeLink = Insertable<WelcomeLinkTable>;
