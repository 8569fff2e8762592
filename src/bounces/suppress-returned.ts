// Suppresses addresses because of bounces, complaints, or permanent rejections by the mail server.
import { emailKey } from '../kernel/address.ts';
import { oneLine } from '../kernel/text/one-line.ts';
import { type MessageKey, nameOf } from '../messages/keys.ts';
import type { Tx } from '../storage/db.ts';
import { noteReturned } from '../subscribers/growth/note.ts';
import { holdSuppressions, type SuppressionEntry, suppress } from '../suppression/suppress.ts';
import {
  addressesOf,
  findAddress,
  reachedBetween,
  type Subject,
  softBouncesAround,
  subscribersWith,
} from './queries.ts';
import { type BounceType, MESSAGE_LENGTH, SOFT_LIMIT, softInARow } from './rules.ts';

/**
 * Suppresses the address of a bounce, when its type and the bounces before it require that. Whoever
 * has another address since keeps it: what came back says nothing of the new one.
 */
export async function suppressBounced(
  tx: Tx,
  subject: Subject,
  bounce: { type: BounceType; message: string; sentTo?: string | undefined },
  at: number,
): Promise<void> {
  const { customer_id: customerId, subscriber_id, campaign_id } = subject;
  if (bounce.type === 'internal') return;
  const address = await findAddress(tx, customerId, subscriber_id);
  if (!address) return; // the subscriber is gone, and so is the address
  if (bounce.sentTo !== undefined && emailKey(bounce.sentTo) !== address.email_key) return;
  if (bounce.type === 'hard') {
    await suppressOne(tx, address, { customerId, reason: 'hard-bounce', detail: bounce.message }, at);
    return;
  }
  if (subscriber_id < 0) return; // transactional emails have no place in the order of campaigns
  const inARow = await countSoftInARow(tx, { customerId, key: address.email_key, campaignId: campaign_id }, SOFT_LIMIT);
  if (inARow < SOFT_LIMIT) return;
  const detail = `${SOFT_LIMIT} soft bounces in a row, the last one: ${bounce.message}`;
  await suppressOne(tx, address, { customerId, reason: 'soft-bounces', detail }, at);
}

/** A person whose address was suppressed before is not lost once more. */
async function suppressOne(
  tx: Tx,
  { email, list_id: id }: { email: string; list_id?: number },
  entry: Omit<SuppressionEntry, 'email'>,
  at: number,
): Promise<void> {
  const added = await suppress(tx, [{ ...entry, email }], at);
  if (added > 0 && id !== undefined) await noteReturned(tx, [{ id, customer_id: entry.customerId }], at);
}

/**
 * Searches among the rows of the address in all of the customer's lists; hardly any address has
 * more than a few.
 */
async function countSoftInARow(
  tx: Tx,
  { customerId, key, campaignId }: { customerId: number; key: string; campaignId: number },
  limit: number,
): Promise<number> {
  const ids = await subscribersWith(tx, customerId, key);
  const soft = await softBouncesAround(tx, customerId, ids, campaignId, limit);
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
 * What follows from a report about a message that is not kept any more: nothing is counted, but the
 * person gets no more mail.
 */
export async function suppressNamed(
  tx: Tx,
  { customerId, subscriberId }: { customerId: number; subscriberId: number },
  report: { type: 'hard' | 'complaint'; message: string; sentTo?: string | undefined },
  at: number,
): Promise<void> {
  const subject = { customer_id: customerId, campaign_id: 0, subscriber_id: subscriberId };
  const message = oneLine(report.message, MESSAGE_LENGTH);
  if (report.type === 'complaint') await suppressComplained(tx, subject, message, at);
  else await suppressBounced(tx, subject, { type: 'hard', message, sentTo: report.sentTo }, at);
}

/**
 * Suppresses the addresses of messages that a mail server rejected permanently during delivery.
 * There is no bounce, as nothing was accepted. Call it in the transaction that records the
 * outcomes, after them and before counters change.
 * @param rejected only those whose reply means that the address does not exist
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
  const customers = new Set(rejected.map(({ customerId }) => customerId));
  for (const customerId of [...customers].sort((a, b) => a - b)) await holdSuppressions(tx, customerId);
  const returned = await addressesOf(tx, rejected);
  const entries = returned.map(({ customerId, campaignId, subscriberId, email }) => {
    const detail = replies.get(nameOf({ campaignId, subscriberId })) ?? '';
    return { customerId, email, reason: 'hard-bounce', detail } as const;
  });
  const people = Map.groupBy(
    returned.filter(({ isKnown }) => !isKnown),
    ({ customerId, emailKey }) => `${customerId} ${emailKey}`,
  );
  const lists = [...people.values()].flatMap(([first]) =>
    first && first.listId !== null ? [{ id: first.listId, customer_id: first.customerId }] : [],
  );
  const added = await suppress(tx, entries, at);
  await noteReturned(tx, lists, at);
  return added;
}
