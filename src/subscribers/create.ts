// Adds one subscriber to a list.
import { emailKey } from '../kernel/address.ts';
import { throwFaults } from '../kernel/errors.ts';
import { newUid } from '../kernel/ids.ts';
import type { ListToAdd } from '../lists/queries.ts';
import { inTransaction } from '../storage/db.ts';
import type { Db, Subscriber, Tx } from '../storage/tables.ts';
import { requestConfirmations } from './confirmation/confirmations.ts';
import { type Evidence, noteConsents } from './consent/record.ts';
import { findByEmail } from './queries.ts';
import { insertSubscriber, updateSubscriber } from './queries-write.ts';
import { firstStatus, isAsked, refuseAgain, type Source, type Status } from './rules.ts';
import { beginAddingTo, confirmation, countMove, type Place, unsubscribedAt } from './status.ts';
import { checkedFields, readNewValues } from './values/field-input.ts';
import { foldValues } from './values/folded.ts';
import { parseFieldValues } from './values/values.ts';

/** A subscriber to add: the address is valid, `sent` holds the other members by tag, unchecked. */
export type SubscriberInput = {
  email: string;
  sent: Record<string, unknown>;
  status: Status | undefined;
  source: Source;
  ipAddress: string;
  /** How it came about; absent: by the interface. */
  evidence?: Partial<Evidence> | undefined;
  /** Time zone of the customer, for default values that hold a date; UTC when absent. */
  timeZone?: string;
};

/**
 * Adds a subscriber, or subscribes one again who had unsubscribed (values that are not sent stay).
 * @param place the list with its fields; what counts is how they are when others have to wait
 * @param at now, ms
 * @throws AppError `conflict` when the address is on the list or on its blacklist, `invalid` with
 * all faulty fields, `not_found` when the list is being removed
 */
export async function createSubscriber(db: Db, known: Place, input: SubscriberInput, at: number): Promise<Subscriber> {
  const key = emailKey(input.email);
  return inTransaction(db, async (tx) => {
    const place = await beginAddingTo(tx, known);
    const { list } = place;
    const before = await findByEmail(tx, list.customer_id, list.id, key);
    if (before) refuseAgain(before.status);
    const row = rowOf(place, input, before, at);
    const stored = before
      ? await resubscribe(tx, list, before, row, evidenceOf(input))
      : await insertNew(tx, list, { ...row, email_key: key }, at, evidenceOf(input));
    if (isAsked(list, row.status)) await requestConfirmations(tx, list, [key], at);
    return stored;
  });
}

/** What is noted of how somebody was added. */
export function evidenceOf({ evidence, ipAddress, source }: SubscriberInput): Evidence {
  const way = source === 'web' ? 'form' : source;
  return { way, ip: ipAddress, ...evidence };
}

/** What is stored of a subscriber. @throws AppError `invalid` with all faulty fields */
function rowOf({ list, fields }: Place, input: SubscriberInput, before: Subscriber | undefined, at: number) {
  const { values, faults } = readNewValues(
    checkedFields(fields),
    input.sent,
    { ...input, at },
    before && parseFieldValues(before),
  );
  throwFaults(faults);
  const status = firstStatus(list, input.status);
  return {
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
}

type NewRow = Omit<Parameters<typeof insertSubscriber>[1], 'uid' | 'customer_id' | 'list_id' | 'created_at'>;

function insertNew(tx: Tx, list: ListToAdd, row: NewRow, at: number, evidence: Evidence): Promise<Subscriber> {
  const place = { uid: newUid(), customer_id: list.customer_id, list_id: list.id, created_at: at };
  return insertSubscriber(tx, { ...row, ...place }, evidence);
}

type Again = ReturnType<typeof rowOf>;

async function resubscribe(
  tx: Tx,
  list: ListToAdd,
  before: Subscriber,
  row: Again,
  evidence: Evidence,
): Promise<Subscriber> {
  await countMove(tx, list, before.status, row.status, row.updated_at);
  const stored = await updateSubscriber(tx, before, row);
  await noteConsents(tx, list, [before.email_key], { status: row.status, at: row.updated_at }, evidence);
  return stored;
}
