// Creates a list with its first fields.
import { newUid } from '../kernel/ids.ts';
import { inTransaction } from '../storage/db.ts';
import type { Db, List, NewList, Tx } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import { addFields } from './fields/create.ts';
import { textField } from './fields/input.ts';
import { EMAIL_TAG } from './fields/rules.ts';
import { type ListSettings, settingsColumns } from './list-settings.ts';
import { insertList } from './queries.ts';

const FIRST_FIELDS = [
  textField(EMAIL_TAG, 'Email', { required: true, sortOrder: 0 }),
  textField('FNAME', 'First name', { required: false, sortOrder: 1 }),
  textField('LNAME', 'Last name', { required: false, sortOrder: 2 }),
];

/**
 * Creates a list of the customer with the fields EMAIL, FNAME and LNAME.
 * @param uid a free one
 */
export function createList(
  db: Db,
  customerId: number,
  settings: ListSettings,
  at: number,
  uid = newUid(),
): Promise<List> {
  return inTransaction(db, async (tx) => {
    const list = await addList(tx, customerId, settingsColumns(settings, at), at, uid);
    await addFields(tx, list, FIRST_FIELDS, at);
    return list;
  });
}

/** Inserts a new, empty list with these settings. */
export async function addList(
  tx: Tx,
  customerId: number,
  columns: Omit<NewList, 'uid' | 'customer_id' | 'status' | 'revision' | 'created_at' | 'updated_at'>,
  at: number,
  uid = newUid(),
): Promise<List> {
  const list = await insertList(tx, {
    ...columns,
    uid,
    customer_id: customerId,
    status: 'active',
    revision: 0,
    created_at: at,
    updated_at: at,
  });
  await addToTally(tx, customerId, 'lists', 1);
  return list;
}
