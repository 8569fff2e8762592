// Creates a list with its first fields.
import { newUid } from '../kernel/ids.ts';
import { inTransaction } from '../storage/db.ts';
import type { Customer, Db, List, NewList, Tx } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import { addFields } from './fields/create.ts';
import { textField } from './fields/input.ts';
import { EMAIL_TAG } from './fields/rules.ts';
import { type ListSettings, settingsColumns } from './list-settings.ts';
import { languageOfLocale, type PageLanguage } from './pages/settings.ts';
import { insertList } from './queries.ts';

/** What people read in forms, in the customer's language. */
const FIRST_LABELS: Readonly<Record<PageLanguage, readonly [email: string, first: string, last: string]>> = {
  en: ['Email', 'First name', 'Last name'],
  de: ['E-Mail', 'Vorname', 'Nachname'],
};

function firstFields(locale: string) {
  const [email, first, last] = FIRST_LABELS[languageOfLocale(locale)];
  return [
    textField(EMAIL_TAG, email, { required: true, sortOrder: 0 }),
    textField('FNAME', first, { required: false, sortOrder: 1 }),
    textField('LNAME', last, { required: false, sortOrder: 2 }),
  ];
}

/**
 * Creates a list of the customer with the fields EMAIL, FNAME and LNAME.
 * @param uid a free one
 */
export function createList(
  db: Db,
  { id: customerId, locale }: Pick<Customer, 'id' | 'locale'>,
  settings: ListSettings,
  at: number,
  uid = newUid(),
): Promise<List> {
  return inTransaction(db, async (tx) => {
    const list = await addList(tx, customerId, settingsColumns(settings, at), at, uid);
    await addFields(tx, list, firstFields(locale), at);
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
