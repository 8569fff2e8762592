// Changes and removes fields of a list.
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { inTransaction } from '../../storage/db.ts';
import type { Db, List, ListField } from '../../storage/tables.ts';
import { addToTally } from '../../storage/tally.ts';
import { noteRemoval } from '../queries-removal.ts';
import { bumpFields } from '../queries-revision.ts';
import { type FieldInput, fieldColumns } from './input.ts';
import { deleteField, findField, findFieldByTag, updateFieldRow } from './queries.ts';
import { EMAIL_TAG, TAG_TAKEN } from './rules.ts';

/** The field that a path names. @throws AppError `not_found` */
export async function getField(db: Db, list: List, fieldId: string): Promise<ListField> {
  const field = /^\d{1,15}$/.test(fieldId) ? await findField(db, list, Number(fieldId)) : undefined;
  if (!field) throw unknownField();
  return field;
}

function unknownField(): AppError {
  return new AppError('not_found', say('field-missing'));
}

/**
 * Changes a field to these settings. @throws AppError `invalid` when its tag was taken meanwhile,
 * `not_found`
 */
export function changeField(
  db: Db,
  list: List,
  field: ListField,
  { input, at }: { input: FieldInput; at: number },
): Promise<ListField> {
  return inTransaction(db, async (tx) => {
    await bumpFields(tx, list); // locks the list, so that simultaneous changes of its tags happen one after the other
    const holder = await findFieldByTag(tx, list, input.tag);
    if (holder && holder.id !== field.id) throw new AppError('invalid', TAG_TAKEN, { faults: { tag: TAG_TAKEN } });
    const changed = await updateFieldRow(tx, field, { ...fieldColumns(input), updated_at: at });
    if (!changed) throw unknownField();
    return changed;
  });
}

/**
 * Removes a field with its values. The values are invisible at once, because readers only look at
 * the list's fields and no id is used twice; a background duty removes them from the subscribers.
 * @throws AppError `state` for the EMAIL field
 */
export async function removeField(db: Db, list: List, field: ListField): Promise<void> {
  if (field.tag === EMAIL_TAG) throw new AppError('state', say('field-email-removed'));
  await inTransaction(db, async (tx) => {
    await bumpFields(tx, list);
    if (!(await deleteField(tx, field))) return;
    await addToTally(tx, list.customer_id, 'fields', -1, list.id);
    await noteRemoval(tx, list);
  });
}
