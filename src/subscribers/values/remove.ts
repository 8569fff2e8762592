// Background work in small steps: values of fields that were deleted leave the subscribers.
import { fieldsOf } from '../../lists/fields/queries.ts';
import { endRemoval, moveRemoval, nextRemoval } from '../../lists/queries-removal.ts';
import { inTransaction } from '../../storage/db.ts';
import type { Db, ListField, Subscriber } from '../../storage/tables.ts';
import { subscribersAfter } from '../queries.ts';
import { updateSubscriber } from '../queries-write.ts';
import { beginChange } from '../status.ts';
import { keptValues } from './field-input.ts';
import { foldValues } from './folded.ts';
import { readFieldValues } from './values.ts';

/**
 * Cleans the next subscribers of a list that lost a field.
 * @returns whether there may be more to do
 */
export async function removeFieldValues(db: Db, limit = 500): Promise<boolean> {
  const found = await nextRemoval(db);
  if (!found) return false;
  await inTransaction(db, async (tx) => {
    await beginChange(tx, found.list_id);
    const removal = await nextRemoval(tx); // another field may have gone since
    if (removal?.list_id !== found.list_id) return;
    const subscribers = await subscribersAfter(tx, removal, limit);
    const last = subscribers.at(-1);
    if (!last) return endRemoval(tx, removal.list_id);
    const fields = await fieldsOf(tx, removal.list_id);
    for (const subscriber of subscribers) {
      const changes = cleaned(subscriber, fields);
      if (changes) await updateSubscriber(tx, subscriber, changes);
    }
    await moveRemoval(tx, removal.list_id, last.id);
  });
  return true;
}

function cleaned(subscriber: Subscriber, fields: readonly ListField[]) {
  const values = keptValues(readFieldValues(subscriber), fields);
  const field_values = JSON.stringify(values);
  if (field_values === subscriber.field_values) return undefined;
  return { field_values, ...foldValues(fields, subscriber.email, values) };
}
