// Confirms a subscription: the owner of an address agrees to be on a list (double opt-in).
import { fieldsOf } from '../../lists/fields/queries.ts';
import { inTransaction } from '../../storage/db.ts';
import type { Confirmation } from '../../storage/tables/content.ts';
import type { Db, List, Subscriber } from '../../storage/tables.ts';
import { noteConsents } from '../consent/record.ts';
import { findSubscriberById } from '../queries.ts';
import { updateSubscriber } from '../queries-write.ts';
import { beginChange, confirmation, countMove, unsubscribedAt } from '../status.ts';
import { keptValues } from '../values/field-input.ts';
import { foldValues } from '../values/folded.ts';
import { parseFieldValues } from '../values/values.ts';
import { deleteConfirmation, findConfirmation } from './confirmations.ts';

/**
 * `asked`: waits for the answer; `confirmed`; `closed`: nothing to confirm (unsubscribed without a
 * new request, or on the blacklist).
 */
export type ConfirmationState = 'asked' | 'confirmed' | 'closed';

/** The state of a subscriber's confirmation. */
export async function confirmationState(db: Db, { id, customer_id, status }: Subscriber): Promise<ConfirmationState> {
  return stateOf(status, await findConfirmation(db, customer_id, id));
}

function stateOf(status: string, request: Confirmation | undefined): ConfirmationState {
  if (status === 'confirmed') return 'confirmed';
  return status === 'unconfirmed' || (status === 'unsubscribed' && request !== undefined) ? 'asked' : 'closed';
}

/**
 * Confirms: the subscriber is on the list from now on, with the values from the form. Nothing
 * changes for one who is confirmed already or has nothing to confirm.
 * @param by.ipAddress of the person who confirms
 * @param by.at now, ms
 * @returns the state afterwards; undefined when the subscriber is gone
 */
export function confirmSubscriber(
  db: Db,
  { subscriber: { id }, list }: { subscriber: Pick<Subscriber, 'id'>; list: List },
  { ipAddress, at }: { ipAddress: string; at: number },
): Promise<ConfirmationState | undefined> {
  return inTransaction(db, async (tx) => {
    await beginChange(tx, list);
    const subscriber = await findSubscriberById(tx, list.customer_id, id);
    if (!subscriber) return undefined;
    const request = await findConfirmation(tx, list.customer_id, id);
    await deleteConfirmation(tx, { customer_id: list.customer_id, subscriber_id: id });
    const state = stateOf(subscriber.status, request);
    if (state !== 'asked') return state;
    const fields = await fieldsOf(tx, list.customer_id, list.id);
    const asked = request?.field_values ? parseFieldValues({ field_values: request.field_values }) : {};
    const values = keptValues({ ...parseFieldValues(subscriber), ...asked }, fields);
    await updateSubscriber(tx, subscriber, {
      status: 'confirmed',
      field_values: JSON.stringify(values),
      ...foldValues(fields, subscriber.email, values),
      updated_at: at,
      unsubscribed_at: unsubscribedAt('confirmed', at),
      ...confirmation('confirmed', at, ipAddress),
    });
    await countMove(tx, list, subscriber.status, 'confirmed', at);
    await noteConsents(tx, list, [subscriber.email_key], { status: 'confirmed', at }, { way: 'link', ip: ipAddress });
    return 'confirmed';
  });
}
