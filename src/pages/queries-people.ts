// Statements about the subscribers and mails behind links.
import { findCustomer } from '../accounts/queries.ts';
import { findCampaignById, listOf } from '../campaigns/queries.ts';
import { seenFrom } from '../campaigns/several-lists/lists.ts';
import { findMessages, type MessageName } from '../messages/uncertain/settle.ts';
import type { Db } from '../storage/db.ts';
import type { Campaign, List, Subscriber } from '../storage/tables.ts';
import { findSubscriberById } from '../subscribers/queries.ts';

/** A subscriber and the list. */
export type Person = { subscriber: Subscriber; list: List };

/**
 * The subscriber of a link, whatever the status; undefined when the subscriber or the list is gone.
 */
export async function findPerson(db: Db, subscriberId: number): Promise<Person | undefined> {
  const subscriber = await findLinkedSubscriber(db, subscriberId);
  const list = subscriber && (await listOf(db, subscriber));
  return subscriber && list && { subscriber, list };
}

/** As findPerson; also undefined when the list is being deleted. */
export async function findMember(db: Db, subscriberId: number): Promise<Person | undefined> {
  const person = await findPerson(db, subscriberId);
  return person?.list.status === 'active' ? person : undefined;
}

/** A mail that somebody got: its campaign and list; the subscriber is undefined when gone. */
export type SentMail = { message: MessageName; campaign: Campaign; list: List; subscriber: Subscriber | undefined };

/**
 * The mail of a link, while its rows stand; undefined when it is none of a list, or its customer is
 * being removed.
 */
export async function findSentMail(db: Db, { campaignId, subscriberId }: MessageName): Promise<SentMail | undefined> {
  const message = { campaignId, subscriberId };
  const [found] = await findMessages(db, [message]);
  const stored = found && (await findCampaignById(db, campaignId));
  const customer = stored && (await findCustomer(db, stored.customer_id));
  const campaign = customer?.status === 'removing' ? undefined : stored;
  const subscriber = campaign && (await findSubscriberById(db, campaign.customer_id, subscriberId));
  const list = campaign && (await listOf(db, seenFrom(campaign, subscriber?.list_id ?? campaign.list_id)));
  return campaign && list && { message, campaign, list, subscriber };
}

/**
 * The subscriber that a link names by its id: one look into the index for each customer. Nobody is
 * found of a customer that is being removed.
 */
async function findLinkedSubscriber(db: Db, id: number): Promise<Subscriber | undefined> {
  return db
    .selectFrom('customer')
    .innerJoin('subscriber', 'subscriber.customer_id', 'customer.id')
    .selectAll('subscriber')
    .where('subscriber.id', '=', id)
    .where('customer.status', '<>', 'removing')
    .executeTakeFirst();
}
