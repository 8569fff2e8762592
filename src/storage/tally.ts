// Counts that are kept in the transaction that changes the rows, so that no request counts rows:
// the count of a collection costs one point read, whatever is stored.
import { sql } from 'kysely';
import type { Db, Tx } from './tables.ts';

/**
 * Adds `delta` to the count of `scope` of `ownerId` (`subscribers:confirmed` of a list, `campaigns`
 * of a customer, …).
 */
export async function addToTally(tx: Tx, scope: string, ownerId: number, delta: number): Promise<void> {
  if (delta === 0) return;
  await tx
    .insertInto('tally')
    .values({ scope, owner_id: ownerId, n: delta })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'owner_id']).doUpdateSet({ n: sql<number>`tally.n + excluded.n` }),
    )
    .execute();
}

/** The count; 0 when nothing was ever counted. */
export async function readTally(db: Db, scope: string, ownerId: number): Promise<number> {
  const row = await db
    .selectFrom('tally')
    .select('n')
    .where('scope', '=', scope)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row?.n ?? 0;
}

/** Forgets the counts of an owner that is gone. */
export async function removeTallies(tx: Tx, scopes: readonly string[], ownerId: number): Promise<void> {
  await tx.deleteFrom('tally').where('owner_id', '=', ownerId).where('scope', 'in', scopes).execute();
}

/**
 * Holds a count until the transaction ends, without changing it: others that hold or change it
 * wait.
 */
export async function holdTally(tx: Tx, scope: string, ownerId: number): Promise<void> {
  await tx
    .insertInto('tally')
    .values({ scope, owner_id: ownerId, n: 0 })
    .onConflict((conflict) => conflict.columns(['scope', 'owner_id']).doUpdateSet({ n: sql<number>`tally.n` }))
    .execute();
}
