// The owner of an address says that it wants to be on a list.
import { fieldsOf } from '../../lists/fields/queries.ts';
import { inTransaction } from '../../storage/db.ts';
import type { Confirmation } from '../../storage/tables/content.ts';
import type { Db, List, Subscriber } from '../../storage/tables.ts';
import { findSubscriberById } from '../queries.ts';
import { updateSubscriber } from '../queries-write.ts';
import { beginChange, confirmation, countMove, unsubscribedAt } from '../status.ts';
import { keptValues } from '../values/field-input.ts';
import { foldValues } from '../values/folded.ts';
import { readFieldValues } from '../values/values.ts';
import { deleteConfirmation, findConfirmation } from './confirmations.ts';

/**
 * `asked`: waits for the answer; `confirmed`; `closed`: there is nothing to confirm (it left the
 * list, and nobody asked anew; or it is on the blacklist).
 */
export type ConfirmationState = 'asked' | 'confirmed' | 'closed';

/** How it stands with a subscriber's confirmation. */
export async function confirmationState(db: Db, { id, status }: Subscriber): Promise<ConfirmationState> {
  return stateOf(status, await findConfirmation(db, id));
}

function stateOf(status: string, request: Confirmation | undefined): ConfirmationState {
  if (status === 'confirmed') return 'confirmed';
  return status === 'unconfirmed' || (status === 'unsubscribed' && request !== undefined) ? 'asked' : 'closed';
}

/**
 * Confirms: the subscriber is on the list from now on, with the values that the form gave. One that
 * is confirmed, or has nothing to confirm, stays as it is.
 * @param by.ipAddress from where
 * @param by.at now, ms
 * @returns how it stands after; undefined when the subscriber is gone
 */
export function confirmSubscriber(
  db: Db,
  { subscriber: { id }, list }: { subscriber: Pick<Subscriber, 'id'>; list: List },
  { ipAddress, at }: { ipAddress: string; at: number },
): Promise<ConfirmationState | undefined> {
  return inTransaction(db, async (tx) => {
    await beginChange(tx, list.id);
    const subscriber = await findSubscriberById(tx, list.customer_id, id);
    if (!subscriber) return undefined;
    const request = await findConfirmation(tx, id);
    await deleteConfirmation(tx, id);
    const state = stateOf(subscriber.status, request);
    if (state !== 'asked') return state;
    const fields = await fieldsOf(tx, list.id);
    const asked = request?.field_values ? readFieldValues({ field_values: request.field_values }) : {};
    const values = keptValues({ ...readFieldValues(subscriber), ...asked }, fields);
    await updateSubscriber(tx, subscriber, {
      status: 'confirmed',
      field_values: JSON.stringify(values),
      ...foldValues(fields, subscriber.email, values),
      updated_at: at,
      unsubscribed_at: unsubscribedAt('confirmed', at),
      ...confirmation('confirmed', at, ipAddress),
    });
    await countMove(tx, list.id, subscriber.status, 'confirmed');
    return 'confirmed';
  });
}
