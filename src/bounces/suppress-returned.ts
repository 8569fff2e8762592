// Which addresses get no more mail because of what came back, or because the mail server refused
// them for good.
import { type MessageKey, nameOf } from '../messages/keys.ts';
import type { Tx } from '../storage/db.ts';
import { suppress } from '../suppression/suppress.ts';
import {
  addressesOf,
  findAddress,
  reachedBetween,
  type Subject,
  softBouncesAround,
  subscribersWith,
} from './queries.ts';
import { type BounceType, SOFT_LIMIT, softInARow } from './rules.ts';

/** Suppresses the address of a bounce, when its type and those before it ask for it. */
export async function suppressBounced(
  tx: Tx,
  subject: Subject,
  bounce: { type: BounceType; message: string },
  at: number,
  softLimit = SOFT_LIMIT,
): Promise<void> {
  const { customer_id: customerId, subscriber_id, campaign_id } = subject;
  if (bounce.type === 'internal') return;
  const address = await findAddress(tx, customerId, subscriber_id);
  if (!address) return; // the subscriber is gone, and with it the address
  if (bounce.type === 'hard') {
    await suppress(tx, [{ customerId, email: address.email, reason: 'hard-bounce', detail: bounce.message }], at);
    return;
  }
  if (subscriber_id < 0) return; // single mails have no place in the row of an address's campaigns
  const inARow = await countSoftInARow(tx, { customerId, key: address.email_key, campaignId: campaign_id }, softLimit);
  if (inARow < softLimit) return;
  const detail = `${softLimit} soft bounces in a row, the last one: ${bounce.message}`;
  await suppress(tx, [{ customerId, email: address.email, reason: 'soft-bounces', detail }], at);
}

/**
 * Rows of the address in all of the customer's lists; hardly any address has more than a few, and
 * then the count ends there.
 */
async function countSoftInARow(
  tx: Tx,
  { customerId, key, campaignId }: { customerId: number; key: string; campaignId: number },
  limit: number,
): Promise<number> {
  const ids = await subscribersWith(tx, customerId, key);
  const soft = await softBouncesAround(tx, ids, campaignId, limit);
  if (soft.length < limit) return soft.length;
  const range = { from: Math.min(...soft), to: Math.max(...soft) };
  return softInARow(campaignId, soft, await reachedBetween(tx, customerId, ids, range));
}

/** Suppresses the address of a complaint. */
export async function suppressComplained(tx: Tx, subject: Subject, message: string, at: number): Promise<void> {
  const { customer_id: customerId, subscriber_id } = subject;
  const address = await findAddress(tx, customerId, subscriber_id);
  if (address) await suppress(tx, [{ customerId, email: address.email, reason: 'complaint', detail: message }], at);
}

/**
 * Suppresses the addresses of messages that a mail server refused for good while they were handed
 * over. There is no bounce: nothing was accepted. Call it in the transaction that records the
 * outcomes, behind them and before counters change.
 * @param rejected only those whose reply means that nobody can write to the address
 * (mail/bounce/report.ts: hard)
 * @returns how many addresses were added
 */
export async function suppressRejected(
  tx: Tx,
  rejected: readonly (MessageKey & { reply: string | null })[],
  at: number,
): Promise<number> {
  if (rejected.length === 0) return 0;
  const replies = new Map(rejected.map((message) => [nameOf(message), message.reply]));
  const entries = (await addressesOf(tx, rejected)).map(({ customerId, email, ...key }) => {
    return { customerId, email, reason: 'hard-bounce', detail: replies.get(nameOf(key)) ?? '' } as const;
  });
  return suppress(tx, entries, at);
}
