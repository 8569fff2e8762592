// Finds the message that a provider's event is about: by what our mail carried and the provider
// repeats, else by the address and the relay.
import { findMessage } from '../../bounces/find-message.ts';
import { emailKey } from '../../kernel/address.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import type { ReturnPath } from '../../mail/address/verp.ts';
import { findMessages, type MessageName } from '../../messages/uncertain/settle.ts';
import type { Tx } from '../../storage/db.ts';
import { namesSignedIn } from '../evidence.ts';
import type { ProviderEvent } from './provider.ts';

/** Whose mail the provider takes: that of a relay, and of its customer; null: of any. */
export type Scope = { relayId: number | null; customerId: number | null };

const MESSAGE_ID = /[a-z]{2}[a-z0-9]{11}\.[a-z]{2}[a-z0-9]{11}@[a-z0-9.-]{1,253}/gi;
const MOST = 5;

/** The message; undefined when it is not known, or is not one of those that the provider takes. */
export async function messageOf(
  tx: Tx,
  path: ReturnPath | undefined,
  event: ProviderEvent,
  scope: Scope,
  at: number,
): Promise<MessageName | undefined> {
  for (const name of path ? namesSignedIn(path, event.text).slice(0, MOST) : []) {
    if (await isWithin(tx, name, scope)) return name;
  }
  for (const [id] of [...event.text.matchAll(MESSAGE_ID)].slice(0, MOST)) {
    const found = await findMessage(tx, id);
    if (found && (await isWithin(tx, found, scope))) return found;
  }
  return event.email === '' ? undefined : newestTo(tx, emailKey(event.email), scope, at);
}

async function isWithin(tx: Tx, name: MessageName, { customerId }: Scope): Promise<boolean> {
  const [found] = await findMessages(tx, [name]);
  return found !== undefined && (customerId === null || found.customerId === customerId);
}

/** Reports of older mail name it, or come too late to say which it was. */
const RECENT_MS = 14 * DAY_MS;

/** The newest message to an address over the relay: one look into the index for each customer. */
async function newestTo(
  tx: Tx,
  key: string,
  { relayId, customerId }: Scope,
  at: number,
): Promise<MessageName | undefined> {
  // The customer comes first: else SQLite walks over the people of all.
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
    .where('message.finished_at', '>=', at - RECENT_MS);
  if (relayId !== null) query = query.where('message.relay_id', '=', relayId);
  if (customerId !== null) query = query.where('customer.id', '=', customerId);
  const row = await query.orderBy('message.finished_at', 'desc').limit(1).executeTakeFirst();
  return row && { campaignId: row.campaign_id, subscriberId: row.subscriber_id };
}
