// Statements on table `field_removal`: lists whose subscribers still have values of a removed
// field.
import { customersToPoll, isAmong } from '../storage/spread/customers-to-poll.ts';
import type { Db, List, Tx } from '../storage/tables.ts';

/** A list to clean, and how far cleaning has got. */
export type FieldRemoval = { list_id: number; customer_id: number; after_id: number };

/** Records that a list lost a field; cleaning begins again with the first subscriber. */
export async function noteRemoval(tx: Tx, list: Pick<List, 'id' | 'customer_id'>): Promise<void> {
  await tx
    .insertInto('field_removal')
    .values({ list_id: list.id, customer_id: list.customer_id, after_id: 0 })
    .onConflict((conflict) => conflict.columns(['customer_id', 'list_id']).doUpdateSet({ after_id: 0 }))
    .execute();
}

/** A list that has to be cleaned. */
export async function nextRemoval(db: Db): Promise<FieldRemoval | undefined> {
  return db
    .selectFrom('field_removal')
    .selectAll()
    .where(isAmong(await customersToPoll(db, 'upkeep'), 'customer_id'))
    .orderBy('customer_id')
    .orderBy('list_id')
    .limit(1)
    .executeTakeFirst();
}

/** Records that the subscribers up to this id are clean. */
export async function moveRemoval(tx: Tx, removal: FieldRemoval, afterId: number): Promise<void> {
  await tx
    .updateTable('field_removal')
    .set({ after_id: afterId })
    .where('customer_id', '=', removal.customer_id)
    .where('list_id', '=', removal.list_id)
    .execute();
}

/** Ends the cleaning of a list that is clean or removed. */
export async function endRemoval(tx: Tx, list: Pick<List, 'id' | 'customer_id'>): Promise<void> {
  await tx
    .deleteFrom('field_removal')
    .where('customer_id', '=', list.customer_id)
    .where('list_id', '=', list.id)
    .execute();
}
