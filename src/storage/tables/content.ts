// Tables of what campaigns bring along and what stands around lists: feeds, single mails,
// confirmations, rate limits.
import type { Generated, Insertable, Selectable } from 'kysely';

/**
 * What an address that a campaign's content names gave, fetched once for all messages that name it.
 */
export type CampaignFeedTable = {
  id: Generated<number>;
  customer_id: number;
  campaign_id: number;
  hash: string; // SHA-256 of kind and address, hex; unique with campaign_id
  kind: string; // xml | json | remote
  url: string;
  content: string | null; // JSON of the items; of kind remote the text; null = not fetched yet
  fault: string | null; // why the last fetch gave nothing
  attempts: number;
  next_attempt_at: number | null;
  fetched_at: number | null;
};

/** An item that a campaign, or a run of it, has shown. */
export type FeedItemTable = {
  root_id: number; // the recurring campaign, else the campaign itself; unique with hash and campaign_id
  campaign_id: number;
  hash: string; // SHA-256 of the item's guid, hex
};

/**
 * A single mail: of the transactional interface, or one that the server itself writes. A message
 * row of the customer's transactional campaign says what becomes of it; its subscriber_id is the
 * email's id, negative.
 */
export type EmailTable = {
  id: Generated<number>;
  uid: string;
  customer_id: number;
  kind: string; // transactional | test | confirmation | report | forward | notice
  list_id: number | null; // whose pages and sender it speaks for
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
  deleted_at: number | null; // its content is gone, the address stays for what comes back
};

export type EmailAttachmentTable = {
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
  mails: number; // made so far, so that nobody can be flooded
  field_values: string | null; // JSON: what a form gave for one who is known already, taken over when confirmed
  language: string | null; // of the pages the request came from; null = by API
};

/** How often something was done in the window of time that began at `starts_at`. */
export type RateWindowTable = { name: string; starts_at: number; n: number };

export type CampaignFeed = Selectable<CampaignFeedTable>;
export type Email = Selectable<EmailTable>;
export type NewEmail = Insertable<EmailTable>;
export type Confirmation = Selectable<ConfirmationTable>;
