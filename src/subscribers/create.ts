// Adding one subscriber to a list.
import { emailKey } from '../kernel/address.ts';
import { throwFaults } from '../kernel/errors.ts';
import { newUid } from '../kernel/ids.ts';
import { inTransaction } from '../storage/db.ts';
import type { Db, List, ListField, Subscriber, Tx } from '../storage/tables.ts';
import { requestConfirmations } from './confirmation/confirmations.ts';
import { findByEmail } from './queries.ts';
import { insertSubscriber, updateSubscriber } from './queries-write.ts';
import { firstStatus, isAsked, refuseAgain, type Source, type Status } from './rules.ts';
import { beginChange, confirmation, countMove, unsubscribedAt } from './status.ts';
import { checkedFields, readNewValues } from './values/field-input.ts';
import { foldValues } from './values/folded.ts';
import { readFieldValues } from './values/values.ts';

/**
 * A subscriber as someone gives it: the address is valid, `sent` holds the other members by tag,
 * unchecked.
 */
export type SubscriberInput = {
  email: string;
  sent: Record<string, unknown>;
  status: Status | undefined;
  source: Source;
  ipAddress: string;
  /** Zone of the customer's calendar, for default values that hold a date; UTC when absent. */
  timeZone?: string;
};

/** Where subscribers are added. */
export type Place = { list: List; fields: readonly ListField[] };

/**
 * Adds a subscriber, or brings back one that unsubscribed (with the values that are not given
 * anew).
 * @param place the list with its fields
 * @param at now, ms
 * @throws AppError `conflict` when the address is in the list or on its blacklist, `invalid` with
 * all faulty fields
 */
export async function createSubscriber(
  db: Db,
  { list, fields }: Place,
  input: SubscriberInput,
  at: number,
): Promise<Subscriber> {
  const key = emailKey(input.email);
  const before = await findByEmail(db, list.customer_id, list.id, key);
  if (before) refuseAgain(before.status);
  const { values, faults } = readNewValues(
    checkedFields(fields),
    input.sent,
    { ...input, at },
    before && readFieldValues(before),
  );
  throwFaults(faults);
  const status = firstStatus(list, input.status);
  const row = {
    email: input.email,
    status,
    source: input.source,
    ip_address: input.ipAddress,
    field_values: JSON.stringify(values),
    ...foldValues(fields, input.email, values),
    updated_at: at,
    unsubscribed_at: unsubscribedAt(status, at),
    ...confirmation(status, at, input.ipAddress),
  };
  return inTransaction(db, async (tx) => {
    await beginChange(tx, list.id);
    const existing = await findByEmail(tx, list.customer_id, list.id, key);
    if (existing) refuseAgain(existing.status);
    await countMove(tx, list.id, existing?.status, status);
    const stored = existing
      ? await updateSubscriber(tx, existing, row)
      : await insertNew(tx, list, { ...row, email_key: key }, at);
    if (isAsked(list, status)) await requestConfirmations(tx, list, [key], at);
    return stored;
  });
}

type NewRow = Omit<Parameters<typeof insertSubscriber>[1], 'uid' | 'customer_id' | 'list_id' | 'created_at'>;

function insertNew(tx: Tx, list: List, row: NewRow, at: number): Promise<Subscriber> {
  return insertSubscriber(tx, {
    ...row,
    uid: newUid(),
    customer_id: list.customer_id,
    list_id: list.id,
    created_at: at,
  });
}
