// Collects what is known of an address and a campaign.
import { emailKey } from '../kernel/address.ts';
import { fieldsOf } from '../lists/queries-fields.ts';
import { audienceCondition } from '../segments/audience.ts';
import type { Db } from '../storage/db.ts';
import type { Campaign, Subscriber } from '../storage/tables.ts';
import type { Bounce, Complaint } from '../storage/tables-delivery.ts';
import { findSuppression } from '../suppression/queries.ts';
import { EVERYBODY } from '../suppression/rules.ts';
import { type Explanation, explain, type Facts } from './explain-rules.ts';
import { listOf } from './queries.ts';
import { type LoggedMessage, messagesOf } from './queries-log.ts';

/** The explanation with the rows that it is drawn from. */
export type Explained = Explanation & {
  subscriber: Subscriber | undefined;
  message: LoggedMessage | undefined;
  suppression: { reason: string; at: number; isForEverybody: boolean } | undefined;
  bounce: Bounce | undefined;
  complaint: Complaint | undefined;
};

/** Why an address was not mailed by a campaign, or what became of its message. `at` is now, in ms. */
export async function explainAddress(db: Db, campaign: Campaign, email: string, at: number): Promise<Explained> {
  const key = emailKey(email);
  const list = await listOf(db, campaign);
  const subscriber = await findSubscriber(db, campaign, key);
  const [message] = subscriber ? await messagesOf(db, campaign, [subscriber.id]) : [];
  const suppression = await suppressionOf(db, campaign.customer_id, key);
  const returned = subscriber && {
    bounce: await findReturned(db, 'bounce', campaign, subscriber.id),
    complaint: await findReturned(db, 'complaint', campaign, subscriber.id),
  };
  const rows = { subscriber, message, suppression, bounce: returned?.bounce, complaint: returned?.complaint };
  const isInSegment = message || !subscriber ? true : await isInAudience(db, campaign, subscriber);
  const listName = list?.name ?? '';
  const facts: Facts = { ...rows, email: subscriber?.email ?? email, campaign, listName, isInSegment, at };
  return { ...explain(facts), ...rows };
}

function findSubscriber(db: Db, campaign: Campaign, key: string): Promise<Subscriber | undefined> {
  return db
    .selectFrom('subscriber')
    .selectAll()
    .where('customer_id', '=', campaign.customer_id)
    .where('email_key', '=', key)
    .where('list_id', '=', campaign.list_id)
    .executeTakeFirst();
}

/** The customer's own entry comes first: that one the customer can change. */
async function suppressionOf(db: Db, customerId: number, key: string): Promise<Explained['suppression']> {
  const own = await findSuppression(db, customerId, key);
  const found = own ?? (await findSuppression(db, EVERYBODY, key));
  return found && { reason: found.reason, at: found.created_at, isForEverybody: !own };
}

function findReturned<T extends 'bounce' | 'complaint'>(db: Db, table: T, campaign: Campaign, subscriberId: number) {
  return db
    .selectFrom(table as 'bounce')
    .selectAll()
    .where('campaign_id', '=', campaign.id)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst() as Promise<(T extends 'bounce' ? Bounce : Complaint) | undefined>;
}

async function isInAudience(db: Db, campaign: Campaign, subscriber: Subscriber): Promise<boolean> {
  if (campaign.segment_id === null) return true;
  const fields = await fieldsOf(db, campaign.list_id);
  const condition = await audienceCondition(db, campaign.segment_id, fields, campaign.started_at ?? 0);
  const row = await db
    .selectFrom('subscriber')
    .select('id')
    .where('id', '=', subscriber.id)
    .where(condition)
    .executeTakeFirst();
  return row !== undefined;
}
