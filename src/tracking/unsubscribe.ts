// Records unsubscribes: the subscriber is unsubscribed, and the message it came from stores and
// counts it once, however often the link is used.
import { type CounterDeltas, countInto } from '../campaigns/counters.ts';
import type { Tx } from '../storage/db.ts';
import { unsubscribe } from '../subscribers/status.ts';
import { firstOfEach, type MessageHit, messagesOf } from './hits.ts';
import { findSubscribersToLeave, insertUnsubscribes, type Leaving, stampFirst } from './queries.ts';

/**
 * Records on the messages that their recipients unsubscribed; adds to `deltas` what that changes in
 * the counters.
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
  for (const first of firsts) countInto(deltas, first, 'unsubscribes');
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
