// Makes a field of a list.
import { AppError } from '../kernel/errors.ts';
import { inTransaction } from '../storage/db.ts';
import type { Db, List, ListField, Tx } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import { type FieldInput, fieldColumns } from './field-input.ts';
import { TAG_TAKEN } from './field-rules.ts';
import { bumpRevision } from './queries.ts';
import { insertField } from './queries-fields.ts';

/** Makes a field. @throws AppError `invalid` when its tag is taken meanwhile */
export function createField(db: Db, list: List, input: FieldInput, at: number): Promise<ListField> {
  return inTransaction(db, async (tx) => {
    await bumpRevision(tx, list.id);
    return addField(tx, list, input, at);
  });
}

/** The same inside a transaction that holds the list. */
export async function addField(
  tx: Tx,
  list: Pick<List, 'id' | 'customer_id'>,
  input: FieldInput,
  at: number,
): Promise<ListField> {
  const field = await insertField(tx, {
    customer_id: list.customer_id,
    list_id: list.id,
    ...fieldColumns(input),
    created_at: at,
    updated_at: at,
  });
  if (!field) throw new AppError('invalid', TAG_TAKEN, { tag: TAG_TAKEN });
  await addToTally(tx, 'fields', list.id, 1);
  return field;
}
