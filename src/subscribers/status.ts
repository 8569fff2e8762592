// A subscriber's status and the tallies that depend on it. Every change of a list's subscribers
// begins with `beginChange`, which locks the list's row until the transaction ends: on both engines
// changes of one list happen one after the other, so what was read after it stays true.
import { fieldsOf } from '../lists/fields/queries.ts';
import type { ListToAdd } from '../lists/queries.ts';
import { bumpRevision, bumpRevisionToAdd } from '../lists/queries-revision.ts';
import type { List, ListField, Subscriber, SubscriberUpdate, Tx } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import { type Evidence, noteConsents } from './consent/record.ts';
import { growthOf, noteGrowth } from './growth/note.ts';
import { findSubscriberById, tallyScope } from './queries.ts';
import { updateSubscriber } from './queries-write.ts';
import { canUnsubscribe, type Status } from './rules.ts';

type ListName = Pick<List, 'id' | 'customer_id'>;

/** Begins a change of a list's subscribers. Call it before reading what is to be changed. */
export async function beginChange(tx: Tx, list: ListName): Promise<void> {
  await bumpRevision(tx, list);
}

/** The same for who adds people. @throws AppError `not_found` when the list is being removed */
export async function beginAdding(tx: Tx, list: ListName): Promise<void> {
  await bumpRevisionToAdd(tx, list);
}

/** Where subscribers are added: a list with its fields. */
export type Place = { list: ListToAdd; fields: readonly ListField[] };

/**
 * The same for who adds people by what the list asks of them: its opt-in and its fields.
 * @param known the list, and its fields, which were read after it
 * @returns both as they are now; the fields are the same object where nobody has changed them
 * @throws AppError `not_found` when the list is being removed
 */
export async function beginAddingTo(tx: Tx, { list, fields }: Place): Promise<Place> {
  const now = await bumpRevisionToAdd(tx, list);
  const isSame = now.fields_revision === list.fields_revision;
  return { list: now, fields: isSame ? fields : await fieldsOf(tx, now.customer_id, now.id) };
}

/**
 * Adds to the tallies of a list by status; always in the same order, so that two transactions never
 * deadlock.
 * @param at when, ms: for the growth of the list; undefined: the list is being removed
 */
export async function countByStatus(
  tx: Tx,
  list: ListName,
  deltas: ReadonlyMap<string, number>,
  at: number | undefined,
): Promise<void> {
  for (const [status, delta] of [...deltas].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await addToTally(tx, list.customer_id, tallyScope(status), delta, list.id);
  }
  if (at !== undefined) await noteGrowth(tx, growthOf(list, deltas, at));
}

/**
 * Moves one subscriber in the tallies, from a status (undefined: new) to another (undefined: gone).
 * @param at when, ms
 */
export async function countMove(
  tx: Tx,
  list: ListName,
  from: string | undefined,
  to: string | undefined,
  at: number,
): Promise<void> {
  if (from === to) return;
  const deltas = new Map<string, number>();
  if (from !== undefined) deltas.set(from, -1);
  if (to !== undefined) deltas.set(to, 1);
  await countByStatus(tx, list, deltas, at);
}

/** The `unsubscribed_at` of a subscriber that gets this status. */
export function unsubscribedAt(status: string, at: number): number | null {
  return status === 'unsubscribed' ? at : null;
}

/**
 * The columns of a subscriber that becomes confirmed; with other statuses the last confirmation
 * stays.
 */
export function confirmation(
  status: string,
  at: number,
  ip: string | null,
): Pick<SubscriberUpdate, 'confirmed_at' | 'confirm_ip'> {
  return status === 'confirmed' ? { confirmed_at: at, confirm_ip: ip } : {};
}

/** A change of status: when (ms), and how it came about. */
export type StatusChange = {
  status: Status;
  at: number;
  evidence: Evidence;
  /** Whether somebody of a status gets this one; absent: everybody. */
  mayChange?: (before: string) => boolean;
};

/**
 * Changes a subscriber's status, with the tallies and the list's revision.
 * @returns whether anything changed; false also when the subscriber is gone
 */
export async function setStatus(
  tx: Tx,
  subscriber: Pick<Subscriber, 'id' | 'customer_id' | 'list_id'>,
  { status, at, evidence, mayChange = () => true }: StatusChange,
): Promise<boolean> {
  const list = { id: subscriber.list_id, customer_id: subscriber.customer_id };
  await beginChange(tx, list);
  const current = await findSubscriberById(tx, subscriber.customer_id, subscriber.id);
  if (!current || current.status === status || !mayChange(current.status)) return false;
  await updateSubscriber(tx, current, {
    status,
    updated_at: at,
    unsubscribed_at: unsubscribedAt(status, at),
    ...confirmation(status, at, evidence.ip ?? null),
  });
  await countMove(tx, list, current.status, status, at);
  await noteConsents(tx, list, [current.email_key], { status, at }, evidence);
  return true;
}

/**
 * Unsubscribes; a subscriber who is unsubscribed or on the blacklist already stays so.
 * @returns whether anything changed
 */
export async function unsubscribe(
  tx: Tx,
  subscriber: Pick<Subscriber, 'id' | 'customer_id' | 'list_id'>,
  at: number,
  evidence: Evidence,
): Promise<boolean> {
  const current = await findSubscriberById(tx, subscriber.customer_id, subscriber.id);
  if (!current || !canUnsubscribe(current.status)) return false; // most, without a lock
  return setStatus(tx, current, { status: 'unsubscribed', at, evidence, mayChange: canUnsubscribe });
}
