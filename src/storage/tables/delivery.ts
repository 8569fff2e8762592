// Tables around delivery: events of recipients, relays, throttled destinations, signing keys,
// suppressed addresses, and returned mail.
import type { Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { Flag, JsonText } from './columns.ts';

/**
 * One row: the mark by which a store that went back in time is recognized
 * (delivery/high-water/high-water.ts).
 */
export type HighWaterTable = {
  id: number;
  uid: string; // the same for this store and its copies
  n: number; // only grows
  store: string | null; // which server it is, as its workers know it; null = not looked at yet
  synchronous: Generated<number>; // 1 = what was acknowledged, a standby had too, when the mark was moved last
  went_back: number; // how often the store went back
  went_back_to: number | null; // the mark that was found last time
  went_back_at: number | null;
  hold_until: number; // nothing is claimed before, by the store's clock
};

/**
 * A named right that expires: a worker's hold on its claims, or the election of the clock. `fence`
 * grows with every new owner.
 */
export type LeaseTable = {
  id: Generated<number>;
  name: string; // unique
  owner: string; // host identity and process id, by which a dead local owner is noticed at once
  fence: number;
  expires_at: number;
  store: Generated<string | null>; // the server that took over in which a worker misses nothing; null = none did
  note: Generated<string | null>; // what its holder tells others of itself
};

/** A recipient's open, click or unsubscribe. */
export type EventTable = {
  id: Generated<number>;
  customer_id: number;
  campaign_id: number;
  subscriber_id: number;
  ip_address: string | null;
  user_agent: string | null;
  at: number;
};

/** How far addresses of requests were removed (schedules/addresses.ts). */
export type AddressRemovalTable = {
  customer_id: number;
  campaign_id: number; // 0 = of the audit
  kind: string; // open | click | unsubscribe | audit
  up_to: number; // id of the last event; of the audit an instant
};

export type InboxMailTable = {
  id: Generated<number>;
  customer_id: number | null; // the customer of its campaign; null = unknown
  number: number; // storage/numbers.ts; 0 = nobody's
  received_at: number;
  mail_from: string;
  rcpt_to: string; // recipients, joined with ", "
  subject: string;
  search: string; // folded sender, recipients and subject
  size: number;
  source: Uint8Array; // the message as received
  released_at: Generated<number | null>; // when it was last handed to a relay by hand
  released_by: Generated<string | null>; // that relay's name
  release: Generated<'going' | 'accepted' | 'deferred' | 'rejected' | 'uncertain' | null>; // what came of it
  release_reply: Generated<string | null>; // what the relay answered
};

/** A mail server that takes our messages. The configured one has no row; its number is 0. */
export type RelayTable = {
  id: Generated<number>;
  customer_id: number | null; // null = shared by all customers
  number: number; // storage/numbers.ts
  name: string;
  host: string;
  port: number;
  tls: string; // none | opportunistic | starttls (required) | implicit
  verify_tls: Flag;
  username: string | null;
  password: string | null; // sealed (kernel/seal.ts)
  helo_name: string | null;
  lanes: number; // connections at a time, of one worker
  messages_per_connection: number | null; // null = as many as the server accepts
  priority: number; // the lowest goes first; others are used when it cannot be
  weight: number; // share among relays of the same priority
  per_second: number | null; // quotas; null = none
  per_minute: number | null;
  per_hour: number | null;
  per_day: number | null;
  per_month: number | null;
  warm_up: JsonText | null; // delivery/throttling/quotas/warm-up.ts
  status: string; // active | inactive
  fault: JsonText | null; // kernel/sentences: Sentence[], why it cannot be used at the moment, reported by a worker
  fault_at: number | null;
  guarded: Flag; // 1 = its address was set by API: it may lead to public addresses only
  created_at: number;
  updated_at: number;
};

/**
 * A group of recipient domains behind the same mail servers, to which a relay sends slower than it
 * could.
 */
export type DestinationTable = {
  relay_id: number;
  name: string; // delivery/throttling/destinations.ts: group of domains
  state: string; // slowed | parked
  per_hour: number | null; // the rate found so far
  reason: string; // the answer that slowed it
  parked_until: number | null;
  refusals: number;
  updated_at: number;
};

export type SendingDomainTable = {
  id: Generated<number>;
  uid: string;
  customer_id: number;
  name: string; // lower case, IDNA A-labels; unique with customer_id
  verdict: JsonText | null; // domains/dns/check.ts: the last result of the DNS check
  checked_at: number | null;
  look_at: number; // when the clock looks its records up next
  created_at: number;
};

/** How a DNS record of a sending domain stands, over several looks. */
export type DomainRecordTable = {
  customer_id: number;
  domain_id: number;
  name: string; // in DNS
  purpose: string; // dkim | spf | dmarc
  state: string; // open (never found right yet) | right | broken
  since: number;
  suspect_at: number | null; // first look that found it broken, while a second one is to confirm it
  seen: string; // what stood in DNS when it was right last
};

/** A DNS record was found for the first time, broke, or is right again. */
export type DomainChangeTable = {
  id: Generated<number>;
  customer_id: number;
  domain_id: number;
  at: number;
  name: string;
  purpose: string;
  what: string; // found | broken | healed
  sentences: JsonText; // kernel/sentences: Sentence[], what was found
  found: string; // what stood in DNS
  wanted: string; // what should stand there
};

export type DkimKeyTable = {
  id: Generated<number>;
  customer_id: number;
  domain_id: number;
  selector: string; // unique with domain_id
  algorithm: string; // rsa-sha256 | ed25519-sha256 (RFC 6376, RFC 8463)
  private_key: string; // PKCS#8 PEM, sealed (kernel/seal.ts)
  public_key: string; // base64, as in the p= tag
  status: string; // active | next (waits for its DNS record) | retired
  created_at: number;
  retired_at: number | null;
};

/** An address that gets no mail, whatever lists it is on. */
export type SuppressionTable = {
  id: Generated<number>;
  customer_id: number; // 0 = for all customers
  email: string; // as given
  email_key: string; // lower case; unique with customer_id
  reason: string; // hard-bounce | soft-bounces | complaint | manual | import
  detail: string; // the answer or report that led to it, at most 250 characters
  created_at: number;
};

/** A bounce: a mail that came back after it was accepted. */
export type BounceTable = {
  id: Generated<number>;
  customer_id: number;
  campaign_id: number;
  subscriber_id: number; // unique with campaign_id
  type: string; // hard | soft | internal
  enhanced: string | null; // RFC 3463
  message: string; // at most 250 characters
  counted: Flag; // whether the campaign's counters include it: only for a message that was accepted
  at: number;
};

export type ComplaintTable = Omit<BounceTable, 'type' | 'enhanced' | 'counted'>;

/** A mailbox from which returned mail is fetched over IMAP. */
export type MailboxTable = {
  id: Generated<number>;
  name: string;
  protocol: Generated<string>; // imap | pop3
  host: string;
  port: number;
  tls: string; // none | starttls | implicit
  verify_tls: Flag;
  username: string;
  auth: string; // password | xoauth2
  credentials: string; // JSON, sealed (kernel/seal.ts)
  folder: string;
  done_folder: string | null; // where processed mails are moved; null = they are deleted
  status: string; // active | inactive
  fault: JsonText | null; // kernel/sentences: Sentence[], why it cannot be read
  fault_at: number | null;
  polled_at: number | null;
  created_at: number;
  updated_at: number;
};

/** Who takes our mail and reports by HTTP what came of it. */
export type ProviderTable = {
  id: Generated<number>;
  uid: string; // in the address that it reports to; unique
  kind: string; // inbound/providers/provider.ts
  relay_id: number | null; // only messages over this relay; null = over any
  secret: string; // sealed
  heard_at: number | null;
  fault: JsonText | null; // kernel/sentences: Sentence[], why it was refused since it was heard
  fault_at: number | null;
  created_at: number;
};

/** A mail to the return path that could not be understood, kept for people to look at. */
export type ReturnedMailTable = {
  id: Generated<number>;
  origin: string; // smtp | mailbox:<id>
  mail_from: string;
  rcpt_to: string;
  subject: string;
  sentences: JsonText; // kernel/sentences: Sentence[], why it was not understood
  digest: string; // of recipient and source: a mail that comes twice is kept once
  size: number; // of the stored part
  source: Uint8Array;
  received_at: number;
};

/** Domains that mail is signed for. */
export type SigningTables = {
  sending_domain: SendingDomainTable;
  domain_record: DomainRecordTable;
  domain_change: DomainChangeTable;
  dkim_key: DkimKeyTable;
};

/** What comes back, and where it is read. */
export type ReturnedTables = {
  bounce: BounceTable;
  complaint: ComplaintTable;
  mailbox: MailboxTable;
  provider: ProviderTable;
  returned_mail: ReturnedMailTable;
  /** How much came back: `day` since 1970 UTC, `origin` as in returned_mail, or provider:<id>. */
  returned_count: { origin: string; day: number; understood: number; not_understood: number };
};

export type RelayRow = Selectable<RelayTable>;
export type NewRelayRow = Insertable<RelayTable>;
export type RelayRowUpdate = Updateable<RelayTable>;
export type Destination = Selectable<DestinationTable>;
export type SendingDomain = Selectable<SendingDomainTable>;
export type DomainRecord = Selectable<DomainRecordTable>;
export type DomainChange = Selectable<DomainChangeTable>;
export type DkimKey = Selectable<DkimKeyTable>;
export type Suppression = Selectable<SuppressionTable>;
export type Bounce = Selectable<BounceTable>;
export type Complaint = Selectable<ComplaintTable>;
export type ProviderRow = Selectable<ProviderTable>;
export type NewProvider = Insertable<ProviderTable>;
export type Mailbox = Selectable<MailboxTable>;
export type ReturnedMail = Selectable<ReturnedMailTable>;
export type NewReturnedMail = Insertable<ReturnedMailTable>;
export type NewMailbox = Insertable<MailboxTable>;
export type MailboxUpdate = Updateable<MailboxTable>;
