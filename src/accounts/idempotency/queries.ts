// Statements on table keyed_request.
import type { Db, Tx } from '../../storage/db.ts';
import type { KeyedRequestTable } from '../../storage/tables/people.ts';

/** Which request: whose, and the hash of its key. */
export type Place = Pick<KeyedRequestTable, 'customer_id' | 'hash'>;
/** One attempt at it. */
export type Attempt = Place & { token: string };

/** Inserts a request. @returns whether there was none with its key */
export async function insertRequest(tx: Tx, row: Omit<KeyedRequestTable, 'answer'>): Promise<boolean> {
  const made = await tx
    .insertInto('keyed_request')
    .values({ ...row, answer: null })
    .onConflict((conflict) => conflict.columns(['customer_id', 'hash']).doNothing())
    .returning('token')
    .executeTakeFirst();
  return made !== undefined;
}

/** The request with a key. */
export function findRequest(db: Db, { customer_id, hash }: Place): Promise<KeyedRequestTable | undefined> {
  return db
    .selectFrom('keyed_request')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('hash', '=', hash)
    .executeTakeFirst();
}

/** Changes a request if the attempt is still the one that may. @returns whether it was */
export async function updateAttempt(
  db: Db,
  { customer_id, hash, token }: Attempt,
  changes: Partial<Omit<KeyedRequestTable, 'customer_id' | 'hash'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('keyed_request')
    .set(changes)
    .where('customer_id', '=', customer_id)
    .where('hash', '=', hash)
    .where('token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the request of an attempt that has no answer: its key is free again. */
export async function deleteAttempt(db: Db, { customer_id, hash, token }: Attempt): Promise<void> {
  await db
    .deleteFrom('keyed_request')
    .where('customer_id', '=', customer_id)
    .where('hash', '=', hash)
    .where('token', '=', token)
    .where('answer', 'is', null)
    .execute();
}

/** Deletes up to `limit` requests of a customer from before an instant. */
export async function deleteOlder(db: Db, customerId: number, before: number, limit: number): Promise<void> {
  const some = db
    .selectFrom('keyed_request')
    .select('hash')
    .where('customer_id', '=', customerId)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit);
  await db.deleteFrom('keyed_request').where('customer_id', '=', customerId).where('hash', 'in', some).execute();
}
