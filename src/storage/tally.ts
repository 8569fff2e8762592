// Counts that are kept in the transaction that changes the rows, so that no request counts rows:
// the count of a listing costs one point read, however much is stored.
import { type RawBuilder, sql } from 'kysely';
import { type Places, reading, statement, type ValuePlace } from './statement.ts';
import type { Db, Tx } from './tables.ts';

const KEY = ['customer_id', 'scope', 'owner_id'] as const;

/**
 * Adds `delta` to a customer's count of `scope` (`campaigns`, `subscribers:confirmed`, …).
 * @param customerId 0: of what is for all customers
 * @param ownerId the list or campaign whose count it is; 0: the customer's own
 */
export async function addToTally(tx: Tx, customerId: number, scope: string, delta: number, ownerId = 0): Promise<void> {
  if (delta !== 0) await add(tx, { customerId, scope, delta, ownerId });
}

type Addition = { customerId: number; scope: string; ownerId: number; delta: number };

/** The text of addToTally, for a statement that changes more. */
export const addingToTally = <V extends Addition>({ value }: Places<V>): RawBuilder<unknown> =>
  sql`insert into tally (customer_id, scope, owner_id, n)
    values (${value('customerId')}, ${value('scope')}, ${value('ownerId')}, ${value('delta')})
    on conflict (customer_id, scope, owner_id) do update set n = tally.n + excluded.n`;

const add = statement<Addition>((_, places) => addingToTally(places));

/** The count; 0 when nothing was ever counted. Whose it is: as addToTally. */
export async function findTally(db: Db, customerId: number, scope: string, ownerId = 0): Promise<number> {
  const [row] = await tallyOf(db, { customerId, scope, ownerId });
  return row?.n ?? 0;
}

const tallyOf = reading((db, value: ValuePlace<{ customerId: number; scope: string; ownerId: number }>) =>
  db
    .selectFrom('tally')
    .select('n')
    .where('customer_id', '=', value('customerId'))
    .where('scope', '=', value('scope'))
    .where('owner_id', '=', value('ownerId')),
);

/** Forgets the counts of a list or campaign that is gone. */
export async function removeTallies(
  tx: Tx,
  customerId: number,
  scopes: readonly string[],
  ownerId: number,
): Promise<void> {
  await tx
    .deleteFrom('tally')
    .where('customer_id', '=', customerId)
    .where('scope', 'in', scopes)
    .where('owner_id', '=', ownerId)
    .execute();
}

/**
 * Holds a customer's own count until the transaction ends, without changing it: others that hold or
 * change it wait.
 */
export async function holdTally(tx: Tx, customerId: number, scope: string): Promise<void> {
  await tx
    .insertInto('tally')
    .values({ customer_id: customerId, scope, owner_id: 0, n: 0 })
    .onConflict((conflict) => conflict.columns(KEY).doUpdateSet({ n: sql<number>`tally.n` }))
    .execute();
}
