// What an unsubscribe from a mail does besides being counted.
import type { Tx } from '../storage/db.ts';
import { unsubscribe } from '../subscribers/status.ts';
import { findSubscribersToLeave, type Leaving } from './queries.ts';

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
