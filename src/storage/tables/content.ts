// Tables of feeds, transactional emails, confirmations and rate limits.
import type { Generated, Insertable, Selectable } from 'kysely';

/** The content of a feed address, fetched once for all messages of a campaign. */
export type CampaignFeedTable = {
  id: Generated<number>;
  customer_id: number;
  campaign_id: number;
  hash: string; // SHA-256 of kind and address, hex; unique with campaign_id
  kind: string; // xml | json | remote
  url: string;
  content: string | null; // JSON of the items; for kind remote the text; null = not fetched yet
  fault: string | null; // why the last fetch failed
  attempts: number;
  next_attempt_at: number | null;
  fetched_at: number | null;
};

/** A feed item that a campaign, or a run of it, has shown. */
export type FeedItemTable = {
  customer_id: number;
  root_id: number; // the recurring campaign, else the campaign itself; unique with hash and campaign_id
  campaign_id: number;
  hash: string; // SHA-256 of the item's guid, hex
};

/**
 * A transactional email: from the API, or one that the server itself writes (test, confirmation,
 * report, forward, notice). Its message belongs to the customer's hidden campaign; its
 * subscriber_id is the email's id, negative.
 */
export type EmailTable = {
  id: Generated<number>;
  uid: string;
  customer_id: number;
  kind: string; // transactional | test | confirmation | report | forward | notice | account
  list_id: number | null; // the list whose pages and sender it uses
  to_name: string;
  to_email: string;
  to_key: string; // lower case
  from_name: string;
  from_email: string;
  reply_to_name: string | null;
  reply_to_email: string | null;
  subject: string;
  html: string;
  plain_text: string | null; // null = made from the HTML
  send_at: number;
  created_at: number;
  deleted_at: number | null; // its content is removed; the address stays for bounces
};

export type EmailAttachmentTable = {
  customer_id: number;
  email_id: number; // unique with position
  position: number;
  name: string;
  media_type: string;
  hash: string; // blob (storage/blobs.ts: putPrivateBlob)
};

/** A subscriber who has to confirm a request, and the mail that asks for it. */
export type ConfirmationTable = {
  subscriber_id: number; // primary key
  customer_id: number;
  list_id: number;
  requested_at: number;
  mailed_at: number | null; // null = the mail still has to be made
  mails: number; // mails so far, so that nobody can be flooded
  field_values: string | null; // JSON: values from a form for a known subscriber, taken over when confirmed
  language: string | null; // of the pages that the request came from; null = by API
  asked_again: Generated<number>; // 1 = the list's owner reminds them; such mails are made after the others
};

/** What somebody agreed to, and how (subscribers/consent/record.ts). Its columns are its key. */
export type ConsentTable = {
  customer_id: number;
  list_id: number;
  email_key: string; // '' = everybody whom an import added then
  at: number;
  status: string; // of the subscriber since then; asked = a form for a known address
  way: string;
  actor: string | null; // who did it, where it was not the person
  ip_address: string | null;
  text_hash: string | null; // of what the person read
  detail: string | null;
};

/** A text that people agreed to. */
export type ConsentTextTable = { customer_id: number; hash: string; content: string; created_at: number };

/** How often something happened in the window of time that began at `starts_at`. */
export type RateWindowTable = { name: string; starts_at: number; n: number };

export type CampaignFeed = Selectable<CampaignFeedTable>;
export type Email = Selectable<EmailTable>;
export type NewEmail = Insertable<EmailTable>;
export type Confirmation = Selectable<ConfirmationTable>;
