// Statements on table `list_field`. The caller has read the list for its customer.
import type { PageRequest } from '../../kernel/page.ts';
import { reading, type ValuePlace } from '../../storage/statement.ts';
import type { Db, List, ListField, ListFieldUpdate, NewListField, Tx } from '../../storage/tables.ts';
import { findTally } from '../../storage/tally.ts';

type Owner = Pick<List, 'id' | 'customer_id'>;

/** All fields of a list, in their order. */
export function fieldsOf(db: Db, customerId: number, listId: number): Promise<ListField[]> {
  return fieldsOfList(db, { customerId, listId });
}

const fieldsOfList = reading((db, value: ValuePlace<{ customerId: number; listId: number }>) =>
  db
    .selectFrom('list_field')
    .selectAll()
    .where('customer_id', '=', value('customerId'))
    .where('list_id', '=', value('listId'))
    .orderBy('sort_order')
    .orderBy('id'),
);

/** One page of a list's fields, in their order, and how many there are. */
export async function pageOfFields(
  db: Db,
  list: Owner,
  { page, perPage }: PageRequest,
): Promise<{ count: number; fields: ListField[] }> {
  const count = await findTally(db, list.customer_id, 'fields', list.id);
  const offset = (page - 1) * perPage;
  if (offset >= count) return { count, fields: [] };
  const fields = await ofList(db, list).orderBy('sort_order').orderBy('id').limit(perPage).offset(offset).execute();
  return { count, fields };
}

/** The field of this number in the list, if there is one. */
export function findField(db: Db, list: Owner, number: number): Promise<ListField | undefined> {
  return ofList(db, list).where('number', '=', number).executeTakeFirst();
}

/** The field of the list with this tag (upper case), if there is one. */
export function findFieldByTag(db: Db, list: Owner, tag: string): Promise<ListField | undefined> {
  return ofList(db, list).where('tag', '=', tag).executeTakeFirst();
}

function ofList(db: Db, { id, customer_id }: Owner) {
  return db.selectFrom('list_field').selectAll().where('list_id', '=', id).where('customer_id', '=', customer_id);
}

/** @returns undefined when the list has a field with this tag */
export function insertField(tx: Tx, field: NewListField): Promise<ListField | undefined> {
  return tx
    .insertInto('list_field')
    .values(field)
    .onConflict((conflict) => conflict.columns(['customer_id', 'list_id', 'tag']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** @returns undefined when the field is gone */
export function updateFieldRow(tx: Tx, field: ListField, changes: ListFieldUpdate): Promise<ListField | undefined> {
  return tx
    .updateTable('list_field')
    .set(changes)
    .where('id', '=', field.id)
    .where('customer_id', '=', field.customer_id)
    .returningAll()
    .executeTakeFirst();
}

/** Whether there was still something to delete. */
export async function deleteField(tx: Tx, field: ListField): Promise<boolean> {
  const result = await tx
    .deleteFrom('list_field')
    .where('id', '=', field.id)
    .where('customer_id', '=', field.customer_id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Deletes all fields of a list. */
export async function deleteFieldsOf(tx: Tx, list: Owner): Promise<void> {
  await tx
    .deleteFrom('list_field')
    .where('list_id', '=', list.id)
    .where('customer_id', '=', list.customer_id)
    .execute();
}
