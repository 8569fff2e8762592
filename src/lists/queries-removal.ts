// Statements on table `field_removal`: which lists still have subscribers with values of a field
// that is gone.
import type { Db, List, Tx } from '../storage/tables.ts';

/** A list to clean, and how far that went. */
export type FieldRemoval = { list_id: number; customer_id: number; after_id: number };

/**
 * Notes that a list lost a field; cleaning begins with its first subscriber, also when it was under
 * way.
 */
export async function noteRemoval(tx: Tx, list: Pick<List, 'id' | 'customer_id'>): Promise<void> {
  await tx
    .insertInto('field_removal')
    .values({ list_id: list.id, customer_id: list.customer_id, after_id: 0 })
    .onConflict((conflict) => conflict.column('list_id').doUpdateSet({ after_id: 0 }))
    .execute();
}

/** A list that has to be cleaned. */
export function nextRemoval(db: Db): Promise<FieldRemoval | undefined> {
  return db.selectFrom('field_removal').selectAll().orderBy('list_id').limit(1).executeTakeFirst();
}

/** The subscribers up to this id are clean. */
export async function moveRemoval(tx: Tx, listId: number, afterId: number): Promise<void> {
  await tx.updateTable('field_removal').set({ after_id: afterId }).where('list_id', '=', listId).execute();
}

/** The list is clean, or gone. */
export async function endRemoval(tx: Tx, listId: number): Promise<void> {
  await tx.deleteFrom('field_removal').where('list_id', '=', listId).execute();
}
