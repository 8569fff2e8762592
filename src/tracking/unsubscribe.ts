// Records unsubscribes: the subscriber is unsubscribed, and the message it came from stores and
// counts it once, however often the link is used.
import { type CounterDeltas, countInto } from '../campaigns/counters.ts';
import type { Tx } from '../storage/db.ts';
import { unsubscribe } from '../subscribers/status.ts';
import { firstOfEach, type MessageHit, messagesOf } from './hits.ts';
import { findSubscribersToLeave, type Leaving } from './queries.ts';
import type { Stamps } from './stamps.ts';

/**
 * Counts unsubscribes at instant `at`: adds to `deltas` what they change in the counters.
 * @returns the first of each message, which is kept
 */
export function countUnsubscribes(
  hits: readonly MessageHit[],
  stamps: Stamps,
  at: number,
  deltas: CounterDeltas,
): MessageHit[] {
  const firsts = stamps.first('unsubscribed_at', messagesOf(hits), at);
  for (const first of firsts) countInto(deltas, first, 'unsubscribes');
  const ids = new Set(firsts.map((row) => row.id));
  return firstOfEach(hits).filter(({ message }) => ids.has(message.id));
}

/**
 * Unsubscribes the subscribers from their lists, whether or not their messages still exist; those
 * who are gone or have left stay so.
 */
export async function unsubscribeSubscribers(tx: Tx, named: readonly Leaving[], at: number): Promise<void> {
  if (named.length === 0) return;
  for (const subscriber of await findSubscribersToLeave(tx, named)) {
    await unsubscribe(tx, subscriber, at, { way: 'mail' });
  }
}
