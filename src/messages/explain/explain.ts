// Collects the facts about an address and a campaign, and explains them.
import { type SqlBool, sql } from 'kysely';
import { findCustomer } from '../../accounts/queries.ts';
import { isInPart, isPart } from '../../campaigns/ab-test/parts.ts';
import { dueAt, followOf } from '../../campaigns/autoresponder/follow-rules.ts';
import { withDetails } from '../../campaigns/delivery/details.ts';
import { parsedOptions } from '../../campaigns/options.ts';
import { findNamedCampaign, listOf } from '../../campaigns/queries.ts';
import { isRecurring } from '../../campaigns/schedule/recurring.ts';
import { campaignAudience } from '../../campaigns/send-again/audience.ts';
import { listIdsOf } from '../../campaigns/several-lists/lists.ts';
import { whyHeld } from '../../campaigns/warnings/prerequisites.ts';
import { emailKey } from '../../kernel/address.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import type { Db } from '../../storage/db.ts';
import type { Bounce, Complaint } from '../../storage/tables/delivery.ts';
import type { Campaign, Subscriber } from '../../storage/tables.ts';
import { findSubscriberById } from '../../subscribers/queries.ts';
import { findSuppression } from '../../suppression/queries.ts';
import { EVERYBODY } from '../../suppression/rules.ts';
import { type LoggedMessage, messageTo } from '../log/queries.ts';
import { idsOfAddress } from '../several-lists/addressees.ts';
import type { Explanation } from './causes.ts';
import type { FollowFacts } from './follow.ts';
import { explain, type Facts } from './rules.ts';

/** The explanation, with the rows that it is based on. */
export type MessageExplanation = Explanation & {
  subscriber: Subscriber | undefined;
  message: LoggedMessage | undefined;
  suppression: { reason: string; at: number; isForEverybody: boolean } | undefined;
  bounce: Bounce | undefined;
  complaint: Complaint | undefined;
};

/** Why a campaign did not mail an address, or what happened to its message. `at` is now, in ms. */
export async function explainAddress(
  db: Db,
  campaign: Campaign,
  email: string,
  at: number,
): Promise<MessageExplanation> {
  withDetails(campaign);
  const key = emailKey(email);
  const { subscriber, message } = await reachedThrough(db, campaign, key);
  const suppression = await suppressionOf(db, campaign.customer_id, key);
  const returned = subscriber && {
    bounce: await findReturned(db, 'bounce', campaign, subscriber.id),
    complaint: await findReturned(db, 'complaint', campaign, subscriber.id),
  };
  const rows = { subscriber, message, suppression, bounce: returned?.bounce, complaint: returned?.complaint };
  const isInSegment = message || !subscriber ? true : await isInAudience(db, campaign, subscriber);
  const listName = await namesOf(db, campaign);
  const following = message || !subscriber ? undefined : await followingOf(db, campaign, subscriber);
  const isInOtherPart = subscriber !== undefined && isPart(campaign) && !isInPart(campaign, subscriber.id);
  const facts: Facts = {
    ...rows,
    isInOtherPart,
    email: subscriber?.email ?? email,
    campaign: subscriber ? { ...campaign, freeze_after_id: frozenUpTo(campaign, subscriber) } : campaign,
    listName,
    isInSegment,
    following,
    held: campaign.freeze_until_id === null ? (await whyHeld(db, campaign))[0]?.message : undefined,
    at,
  };
  return { ...explain(facts), ...rows };
}

async function followingOf(db: Db, campaign: Campaign, subscriber: Subscriber): Promise<FollowFacts | undefined> {
  if (campaign.type !== 'autoresponder') return undefined;
  const follow = followOf(parsedOptions(campaign));
  const { followed, delay } = follow;
  const named =
    followed.event === 'subscribe'
      ? undefined
      : await findNamedCampaign(db, campaign.customer_id, followed.campaignNumber);
  const found =
    followed.event === 'subscribe'
      ? { at: subscriber.confirmed_at, id: subscriber.id }
      : named && (await findMessageEvent(db, followed.event, named, subscriber));
  const about = { named: named?.name ?? '', isNamedSent: !named || !isRecurring(named) };
  if (!found || found.at === null) return { ...follow, ...about, event: null };
  const { at, id } = found;
  const timeZone = (await findCustomer(db, campaign.customer_id))?.time_zone ?? 'UTC';
  const { followed_at: place, followed_id: placeId } = campaign;
  const isLookedAt = place !== null && (at < place || (at === place && id <= placeId));
  return { ...follow, event: { at, dueAt: dueAt(at, delay, timeZone), isLookedAt }, ...about };
}

/**
 * The event of the campaign's message to the address, which may be on another list; of several the
 * first, as that is what the autoresponder comes to.
 */
async function findMessageEvent(
  db: Db,
  event: 'open' | 'sent',
  campaign: Pick<Campaign, 'id'>,
  { customer_id, email_key }: Subscriber,
): Promise<{ at: number | null; id: number } | undefined> {
  const happened = event === 'open' ? sql<number | null>`response.opened_at` : ACCEPTED_AT;
  return db
    .selectFrom('subscriber')
    .leftJoin('message', (on) =>
      on
        .onRef('message.customer_id', '=', 'subscriber.customer_id')
        .onRef('message.subscriber_id', '=', 'subscriber.id')
        .on('message.campaign_id', '=', campaign.id),
    )
    .leftJoin('response', (on) =>
      on
        .onRef('response.customer_id', '=', 'subscriber.customer_id')
        .onRef('response.subscriber_id', '=', 'subscriber.id')
        .on('response.campaign_id', '=', campaign.id),
    )
    .select(['subscriber.id', happened.as('at')])
    .where('subscriber.customer_id', '=', customer_id)
    .where('subscriber.email_key', '=', email_key)
    .where(sql<SqlBool>`${happened} is not null`)
    .orderBy('at')
    .orderBy('subscriber.id')
    .limit(1)
    .executeTakeFirst();
}

const ACCEPTED_AT = sql<number | null>`case when message.state = 'accepted' then message.finished_at end`;

/** Whom the address gets it through; of several without a message the first. */
async function reachedThrough(
  db: Db,
  campaign: Campaign,
  key: string,
): Promise<{ subscriber: Subscriber | undefined; message: LoggedMessage | undefined }> {
  const ids = await idsOfAddress(db, campaign, key);
  const [first] = ids;
  for (const id of ids) {
    const message = await messageTo(db, campaign, id);
    if (message) return { subscriber: await findSubscriberById(db, campaign.customer_id, id), message };
  }
  const subscriber = first === undefined ? undefined : await findSubscriberById(db, campaign.customer_id, first);
  return { subscriber, message: undefined };
}

/** The names of its lists, for a sentence that sets quotation marks around them. */
async function namesOf(db: Db, campaign: Campaign): Promise<string> {
  const lists = await Promise.all(listIdsOf(campaign).map((list_id) => listOf(db, { ...campaign, list_id })));
  return lists.map((list) => list?.name ?? '').join('” or “');
}

/** Up to which id the freeze has looked at the subscriber's list. */
function frozenUpTo(campaign: Campaign, { list_id }: Subscriber): number {
  const place = listIdsOf(campaign).indexOf(list_id);
  if (place === campaign.freeze_list) return campaign.freeze_after_id;
  return place < campaign.freeze_list ? (campaign.freeze_until_id ?? 0) : 0;
}

/** The customer's own entry comes first, because the customer can change it. */
async function suppressionOf(db: Db, customerId: number, key: string): Promise<MessageExplanation['suppression']> {
  const own = await findSuppression(db, customerId, key);
  const found = own ?? (await findSuppression(db, EVERYBODY, key));
  return found && { reason: found.reason, at: found.created_at, isForEverybody: !own };
}

function findReturned<T extends 'bounce' | 'complaint'>(db: Db, table: T, campaign: Campaign, subscriberId: number) {
  return db
    .selectFrom(table as 'bounce')
    .selectAll()
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst() as Promise<(T extends 'bounce' ? Bounce : Complaint) | undefined>;
}

async function isInAudience(db: Db, campaign: Campaign, subscriber: Subscriber): Promise<boolean> {
  if (campaign.segment_id === null && campaign.not_opened_of === null) return true;
  // Which part of an A/B test it is in is told apart.
  const fields = await fieldsOf(db, campaign.customer_id, campaign.list_id);
  const condition = await campaignAudience(db, { ...campaign, part_from: null }, fields, campaign.started_at ?? 0);
  const row = await db
    .selectFrom('subscriber')
    .select('id')
    .where('customer_id', '=', campaign.customer_id)
    .where('id', '=', subscriber.id)
    .where(condition)
    .executeTakeFirst();
  return row !== undefined;
}
