// Creates a field of a list.
import { AppError } from '../../kernel/errors.ts';
import { inTransaction } from '../../storage/db.ts';
import { takeNumbers } from '../../storage/numbers.ts';
import type { Db, List, ListField, Tx } from '../../storage/tables.ts';
import { addToTally } from '../../storage/tally.ts';
import { bumpFields } from '../queries-revision.ts';
import { type FieldInput, fieldColumns } from './input.ts';
import { insertField } from './queries.ts';
import { TAG_TAKEN } from './rules.ts';

/** Creates a field. @throws AppError `invalid` when its tag was taken meanwhile */
export function createField(db: Db, list: List, input: FieldInput, at: number): Promise<ListField> {
  return inTransaction(db, async (tx) => {
    const [field] = await addFields(tx, list, [input], at);
    return field as ListField;
  });
}

/**
 * Creates fields in this order; the list is locked until the transaction ends.
 * @throws as createField
 */
export async function addFields(
  tx: Tx,
  list: Pick<List, 'id' | 'customer_id'>,
  inputs: readonly FieldInput[],
  at: number,
): Promise<ListField[]> {
  if (inputs.length === 0) return [];
  await bumpFields(tx, list);
  const first = await takeNumbers(tx, 'list_field', list.customer_id, inputs.length);
  const fields: ListField[] = [];
  for (const input of inputs) {
    const field = await insertField(tx, {
      customer_id: list.customer_id,
      number: first + fields.length,
      list_id: list.id,
      ...fieldColumns(input),
      created_at: at,
      updated_at: at,
    });
    if (!field) throw new AppError('invalid', TAG_TAKEN, { faults: { tag: TAG_TAKEN } });
    fields.push(field);
  }
  await addToTally(tx, list.customer_id, 'fields', fields.length, list.id);
  return fields;
}
