// Finds the message that a provider's event is about: by what our mail carried and the provider
// repeats; where it repeats nothing, by the address and the relay.
import { sql } from 'kysely';
import { findMessage } from '../../bounces/find-message.ts';
import { parseMessageId } from '../../campaigns/message-id.ts';
import { emailKey } from '../../kernel/address.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import type { ReturnPath } from '../../mail/address/verp.ts';
import { findMessages, type MessageName } from '../../messages/uncertain/settle.ts';
import type { Tx } from '../../storage/db.ts';
import { namesSignedIn } from '../evidence.ts';
import type { ProviderEvent } from './provider.ts';

/** Whose mail the provider takes: that of a relay, and of its customer; null: of any. */
export type Scope = { relayId: number | null; customerId: number | null };

/** Somebody whose message is not kept any more. */
export type Recipient = { customerId: number; listId: number; subscriberId: number };

/** Not the end of a longer address; an angle bracket before it may be encoded. */
const MESSAGE_ID = /(?:(?<![\w.+-])|(?<=%3c))[a-z]{2}[a-z0-9]{11}\.[a-z]{2}[a-z0-9]{11}@[a-z0-9.-]{1,253}/gi;
const MOST = 5;

/**
 * The message, or to whom it went when it is gone; undefined when neither is known, or it is none
 * of those that the provider takes. A report that names a message of ours is about no other one.
 */
export async function whomOf(
  tx: Tx,
  path: ReturnPath | undefined,
  event: ProviderEvent,
  scope: Scope,
  at: number,
): Promise<{ message: MessageName } | { recipient: Recipient } | undefined> {
  const signed = path ? namesSignedIn(path, event.text).slice(0, MOST) : [];
  for (const message of signed) if (await isWithin(tx, message, scope)) return { message };
  const ids = messageIdsIn(event);
  for (const id of ids) {
    const message = await findMessage(tx, id);
    if (message && (await isWithin(tx, message, scope))) return { message };
  }
  if (event.email === '') return undefined;
  const key = emailKey(event.email);
  if (signed.length > 0 || ids.some((id) => HAS_DIGIT.test(id))) {
    const recipient = await recipientOf(tx, { signed, ids, key }, scope);
    return recipient && { recipient };
  }
  const message = await newestTo(tx, key, scope, { now: at, reported: event.at ?? at });
  return message && { message };
}

/** Nearly all of our ids have a digit; hardly any address of people is like one and has. */
const HAS_DIGIT = /\d[^@]*@/;

/** What looks like one of our Message-IDs, the recipient's own address aside. */
function messageIdsIn({ text, email }: ProviderEvent): string[] {
  const found = [...text.matchAll(MESSAGE_ID)].map(([id]) => id);
  return found.filter((id) => emailKey(id) !== emailKey(email)).slice(0, MOST);
}

/** Whom the named message went to, as long as the address is the same. */
async function recipientOf(
  tx: Tx,
  { signed, ids, key }: { signed: readonly MessageName[]; ids: readonly string[]; key: string },
  { customerId }: Scope,
): Promise<Recipient | undefined> {
  const numbers = new Set(signed.map(({ subscriberId }) => subscriberId));
  const uids = new Set(ids.map((id) => parseMessageId(id)?.subscriberUid));
  let query = tx
    .selectFrom('customer')
    .crossJoin('subscriber')
    .select(['subscriber.customer_id', 'subscriber.list_id', 'subscriber.id', 'subscriber.uid'])
    .whereRef('subscriber.customer_id', '=', 'customer.id')
    .where('subscriber.email_key', '=', key);
  if (customerId !== null) query = query.where('customer.id', '=', customerId);
  const row = (await query.execute()).find(({ id, uid }) => numbers.has(id) || uids.has(uid));
  return row && { customerId: row.customer_id, listId: row.list_id, subscriberId: row.id };
}

async function isWithin(tx: Tx, name: MessageName, { customerId }: Scope): Promise<boolean> {
  const [found] = await findMessages(tx, [name]);
  return found !== undefined && (customerId === null || found.customerId === customerId);
}

/** Reports of older mail name it, or come too late to say which it was. */
const RECENT_MS = 14 * DAY_MS;

/** Clocks of providers tell whole seconds, and are never quite ours. */
const APART_MS = MINUTE_MS;

/**
 * The newest message to an address over the relay that was out when it was reported: a report may
 * come hours late, after the next campaign. One look into the index for each customer.
 */
async function newestTo(
  tx: Tx,
  key: string,
  { relayId, customerId }: Scope,
  { now, reported }: { now: number; reported: number },
): Promise<MessageName | undefined> {
  // The customer comes first: otherwise SQLite walks over the people of all customers.
  let query = tx
    .selectFrom('customer')
    .crossJoin('subscriber')
    .innerJoin('message', (on) =>
      on
        .onRef('message.customer_id', '=', 'subscriber.customer_id')
        .onRef('message.subscriber_id', '=', 'subscriber.id'),
    )
    .select(['message.campaign_id', 'message.subscriber_id'])
    .whereRef('subscriber.customer_id', '=', 'customer.id')
    .where('subscriber.email_key', '=', key)
    .where('message.state', 'in', ['accepted', 'uncertain'])
    .where('message.finished_at', '>=', now - RECENT_MS);
  if (relayId !== null) query = query.where('message.relay_id', '=', relayId);
  if (customerId !== null) query = query.where('customer.id', '=', customerId);
  const isLater = sql`case when message.finished_at > ${reported + APART_MS} then 1 else 0 end`;
  const row = await query.orderBy(isLater).orderBy('message.finished_at', 'desc').limit(1).executeTakeFirst();
  return row && { campaignId: row.campaign_id, subscriberId: row.subscriber_id };
}
