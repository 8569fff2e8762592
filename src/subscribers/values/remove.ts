// Removes the values of deleted fields from subscribers in the background, in small steps.
import { fieldsOf } from '../../lists/fields/queries.ts';
import { endRemoval, moveRemoval, nextRemoval } from '../../lists/queries-removal.ts';
import { inTransaction } from '../../storage/db.ts';
import type { Db, ListField, Subscriber } from '../../storage/tables.ts';
import { subscribersAfter } from '../queries.ts';
import { updateSubscriber } from '../queries-write.ts';
import { beginChange } from '../status.ts';
import { keptValues } from './field-input.ts';
import { foldValues } from './folded.ts';
import { parseFieldValues } from './values.ts';

/**
 * Cleans the next subscribers of a list that lost a field.
 * @returns whether there may be more to do
 */
export async function removeFieldValues(db: Db, limit = 500): Promise<boolean> {
  const found = await nextRemoval(db);
  if (!found) return false;
  await inTransaction(db, async (tx) => {
    const list = { id: found.list_id, customer_id: found.customer_id };
    await beginChange(tx, list);
    const removal = await nextRemoval(tx); // another field may have been removed since
    if (removal?.list_id !== found.list_id) return;
    const subscribers = await subscribersAfter(tx, removal, limit);
    const last = subscribers.at(-1);
    if (!last) return endRemoval(tx, list);
    const fields = await fieldsOf(tx, list.customer_id, list.id);
    for (const subscriber of subscribers) {
      const changes = cleaned(subscriber, fields);
      if (changes) await updateSubscriber(tx, subscriber, changes);
    }
    await moveRemoval(tx, removal, last.id);
  });
  return true;
}

function cleaned(subscriber: Subscriber, fields: readonly ListField[]) {
  const values = keptValues(parseFieldValues(subscriber), fields);
  const field_values = JSON.stringify(values);
  if (field_values === subscriber.field_values) return undefined;
  return { field_values, ...foldValues(fields, subscriber.email, values) };
}
