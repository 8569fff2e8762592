// A subscriber's status and the counts that follow it. Every change of a list's subscribers begins
// with `beginChange`, which holds the list's row until the transaction ends: changes of one list
// come one after the other on both engines, so what was read after it stays true.
import { bumpRevision } from '../lists/queries.ts';
import type { Subscriber, SubscriberUpdate, Tx } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import { findSubscriberById, tallyScope } from './queries.ts';
import { updateSubscriber } from './queries-write.ts';
import { canUnsubscribe, type Status } from './rules.ts';

/** Opens a change of a list's subscribers. Call it before reading what is to be changed. */
export async function beginChange(tx: Tx, listId: number): Promise<void> {
  await bumpRevision(tx, listId);
}

/**
 * Adds to the counts of a list by status; in the same order always, so that no two transactions
 * wait for each other.
 */
export async function countByStatus(tx: Tx, listId: number, deltas: ReadonlyMap<string, number>): Promise<void> {
  for (const [status, delta] of [...deltas].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await addToTally(tx, tallyScope(status), listId, delta);
  }
}

/** Counts one subscriber that went from a status (undefined: new) to another (undefined: gone). */
export async function countMove(
  tx: Tx,
  listId: number,
  from: string | undefined,
  to: string | undefined,
): Promise<void> {
  if (from === to) return;
  const deltas = new Map<string, number>();
  if (from !== undefined) deltas.set(from, -1);
  if (to !== undefined) deltas.set(to, 1);
  await countByStatus(tx, listId, deltas);
}

/** The `unsubscribed_at` of a subscriber that gets this status. */
export function unsubscribedAt(status: string, at: number): number | null {
  return status === 'unsubscribed' ? at : null;
}

/**
 * What is written about a subscriber that becomes confirmed; one that gets another status keeps
 * when it last was.
 */
export function confirmation(
  status: string,
  at: number,
  ip: string | null,
): Pick<SubscriberUpdate, 'confirmed_at' | 'confirm_ip'> {
  return status === 'confirmed' ? { confirmed_at: at, confirm_ip: ip } : {};
}

/**
 * Gives a subscriber another status, with the counts and the list's revision.
 * @param at when, ms
 * @param ip from where it was confirmed, when that is known
 * @returns whether anything changed; false also when the subscriber is gone
 */
export async function setStatus(
  tx: Tx,
  subscriber: Pick<Subscriber, 'id' | 'customer_id' | 'list_id'>,
  status: Status,
  at: number,
  ip: string | null = null,
): Promise<boolean> {
  await beginChange(tx, subscriber.list_id);
  const current = await findSubscriberById(tx, subscriber.customer_id, subscriber.id);
  if (!current || current.status === status) return false;
  await updateSubscriber(tx, current, {
    status,
    updated_at: at,
    unsubscribed_at: unsubscribedAt(status, at),
    ...confirmation(status, at, ip),
  });
  await countMove(tx, current.list_id, current.status, status);
  return true;
}

/**
 * Unsubscribes; who is unsubscribed or on the blacklist already stays so.
 * @returns whether anything changed
 */
export async function unsubscribe(
  tx: Tx,
  subscriber: Pick<Subscriber, 'id' | 'customer_id' | 'list_id'>,
  at: number,
): Promise<boolean> {
  const current = await findSubscriberById(tx, subscriber.customer_id, subscriber.id);
  if (!current || !canUnsubscribe(current.status)) return false;
  return setStatus(tx, current, 'unsubscribed', at);
}
