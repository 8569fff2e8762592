// Changes, removes and unsubscribes one subscriber.
import { emailKey } from '../kernel/address.ts';
import { AppError, throwFaults } from '../kernel/errors.ts';
import { fieldsOf } from '../lists/fields/queries.ts';
import { inTransaction } from '../storage/db.ts';
import type { Db, List, Subscriber } from '../storage/tables.ts';
import { type Evidence, moveConsents, noteConsents } from './consent/record.ts';
import { findByEmail, getSubscriber } from './queries.ts';
import { deleteSubscribers, updateSubscriber } from './queries-write.ts';
import { type Source, type Status, TEXTS } from './rules.ts';
import { beginChange, confirmation, countMove, unsubscribe, unsubscribedAt } from './status.ts';
import { checkedFields, readChangedValues } from './values/field-input.ts';
import { foldValues } from './values/folded.ts';
import { parseFieldValues } from './values/values.ts';

/**
 * What to change; absent members stay. `sent` holds the members by tag, unchecked; the address is
 * valid.
 */
export type SubscriberChanges = {
  email: string | undefined;
  sent: Record<string, unknown>;
  status: Status | undefined;
  source: Source | undefined;
  ipAddress: string | undefined;
  /** It comes from one who adds people: as with those, who is on the blacklist stays there. */
  isAdding?: boolean;
  /** How it came about; absent: by the interface. */
  evidence?: Partial<Evidence> | undefined;
};

/**
 * Changes a subscriber.
 * @param at now, ms
 * @throws AppError `not_found`, `conflict` when another has the address or who is added is on the
 * blacklist, `invalid` with all faulty fields
 */
export function changeSubscriber(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  uid: string,
  changes: SubscriberChanges,
  at: number,
): Promise<Subscriber> {
  return inTransaction(db, async (tx) => {
    await beginChange(tx, list);
    const subscriber = await getSubscriber(tx, list.customer_id, list.id, uid);
    const fields = await fieldsOf(tx, list.customer_id, list.id);
    const email = changes.email ?? subscriber.email;
    const other = await findByEmail(tx, list.customer_id, list.id, emailKey(email));
    if (other && other.id !== subscriber.id) throw new AppError('conflict', TEXTS.exists);
    const context = { at, ipAddress: changes.ipAddress ?? subscriber.ip_address ?? undefined };
    const stored = parseFieldValues(subscriber);
    const { values, faults } = readChangedValues(checkedFields(fields), changes.sent, stored, context);
    throwFaults(faults);
    const status = changes.status ?? subscriber.status;
    if (changes.isAdding && subscriber.status === 'blacklisted' && status !== 'blacklisted') {
      throw new AppError('conflict', TEXTS.blacklisted);
    }
    await countMove(tx, list, subscriber.status, status, at);
    await moveConsents(tx, list, subscriber.email_key, emailKey(email));
    if (status !== subscriber.status || changes.evidence?.text !== undefined) {
      const evidence = { way: 'api', ip: changes.ipAddress ?? null, ...changes.evidence } as const;
      await noteConsents(tx, list, [emailKey(email)], { status, at }, evidence);
    }
    return updateSubscriber(tx, subscriber, {
      email,
      email_key: emailKey(email),
      status,
      source: changes.source ?? subscriber.source,
      ip_address: changes.ipAddress ?? subscriber.ip_address,
      field_values: JSON.stringify(values),
      ...foldValues(fields, email, values),
      updated_at: at,
      unsubscribed_at: status === subscriber.status ? subscriber.unsubscribed_at : unsubscribedAt(status, at),
      ...(status !== subscriber.status && confirmation(status, at, changes.ipAddress ?? null)),
    });
  });
}

/** Removes a subscriber. @throws AppError `not_found` */
export function removeSubscriber(db: Db, list: List, uid: string, at: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    await beginChange(tx, list);
    const subscriber = await getSubscriber(tx, list.customer_id, list.id, uid);
    await deleteSubscribers(tx, list, [subscriber.id]);
    await countMove(tx, list, subscriber.status, undefined, at);
  });
}

/** Unsubscribes a subscriber, if necessary. @throws AppError `not_found` */
export function unsubscribeSubscriber(
  db: Db,
  list: List,
  uid: string,
  at: number,
  evidence: Evidence = { way: 'api' },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await unsubscribe(tx, await getSubscriber(tx, list.customer_id, list.id, uid), at, evidence);
  });
}
