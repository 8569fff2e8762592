// A recipient asked to get no more mail: the subscriber is unsubscribed, and the message it came
// from remembers, counts and lists it, once, however often the link is used.
import { type CounterDeltas, countInto } from '../campaigns/counters.ts';
import type { Tx } from '../storage/db.ts';
import { unsubscribe } from '../subscribers/status.ts';
import { firstOfEach, type MessageHit, messagesOf } from './hits.ts';
import { findSubscribersToLeave, insertUnsubscribes, stampFirst } from './queries.ts';

/**
 * Records on the messages that their recipients unsubscribed; what that changes in the counters is
 * added to `deltas`.
 */
export async function recordUnsubscribes(
  tx: Tx,
  hits: readonly MessageHit[],
  at: number,
  deltas: CounterDeltas,
): Promise<void> {
  const firsts = await stampFirst(tx, 'unsubscribed_at', messagesOf(hits), at);
  if (firsts.length === 0) return;
  const ids = new Set(firsts.map((row) => row.id));
  await insertUnsubscribes(
    tx,
    firstOfEach(hits).filter(({ message }) => ids.has(message.id)),
    at,
  );
  for (const { campaignId } of firsts) countInto(deltas, campaignId, 'unsubscribes');
}

/**
 * Unsubscribes them from their lists, whether or not their messages still stand; who is gone or has
 * left stays so.
 */
export async function unsubscribeSubscribers(tx: Tx, subscriberIds: readonly number[], at: number): Promise<void> {
  if (subscriberIds.length === 0) return;
  for (const subscriber of await findSubscribersToLeave(tx, subscriberIds)) await unsubscribe(tx, subscriber, at);
}
