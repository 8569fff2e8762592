// Adds messages to a running campaign: transactional emails, messages for an autoresponder's
// events, and messages that are retried.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../storage/db.ts';
import { countingText, countOf } from '../storage/dialect/insert-rows.ts';
import { announceChange } from '../storage/spread/customers-to-poll.ts';
import type { MessageKey } from './keys.ts';

/** Adds a message at the instant `at`; it may be sent at `notBefore` (both ms) or later. */
export async function addMessage(
  tx: Tx,
  { customerId, campaignId, subscriberId }: MessageKey,
  { at, notBefore }: { at: number; notBefore: number },
): Promise<void> {
  await announceChange(tx, customerId);
  await tx
    .insertInto('work')
    .values({
      customer_id: customerId,
      campaign_id: campaignId,
      subscriber_id: subscriberId,
      ...(notBefore > at ? { state: 'deferred', reason: 'not-due' } : { state: 'pending' }),
      attempts: 0,
      next_attempt_at: notBefore,
    })
    .execute();
}

/**
 * Adds messages of a campaign for the subscribers that a statement finds.
 * @param subscribers `from …`, in which table `subscriber` has the recipients, without those who
 * have a message already
 * @param notBefore when each is due, from a row of the statement (ms): they are sent in this order
 * @returns how many were added
 */
export async function addMessages(
  tx: Tx,
  campaign: { id: number; customerId: number },
  subscribers: RawBuilder<unknown>,
  notBefore: RawBuilder<number>,
): Promise<number> {
  await announceChange(tx, campaign.customerId);
  const result = await sql`insert into work (customer_id, campaign_id, subscriber_id, state, attempts, next_attempt_at)
    select cast(${campaign.customerId} as bigint), cast(${campaign.id} as bigint), subscriber.id, 'pending', 0,
      ${notBefore}
    ${subscribers} on conflict (customer_id, campaign_id, subscriber_id) do nothing
    ${sql.raw(countingText(tx))}`.execute(tx);
  return countOf(result);
}
