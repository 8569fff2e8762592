// A worker's hold on a customer's messages: a row that its first claim makes and that its recovery
// takes away. A turn changes that row first, so it was either written before the recovery, or finds
// the row gone; and by the number in the row a turn that arrives late is known.
import { type RawBuilder, sql } from 'kysely';
import { holdLease } from '../../coordination/lease.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { mayArriveLate } from '../../storage/dialect.ts';
import { among, lookedAt } from '../../storage/spread/looks.ts';
import { statement } from '../../storage/statement.ts';

/**
 * Whether a turn may be written: `gone` when the hold is, `late` when a turn with a higher number
 * was written before.
 */
export type TurnHold = 'held' | 'late' | 'gone';

/** Makes the hold, where there is none yet. Call in a claim, with the lease locked. */
export const holdCustomer = statement<{ leaseId: number; customerId: number }>(
  (_, { value }) => sql`insert into worker_turn (customer_id, lease_id, n)
    values (${value('customerId')}, ${value('leaseId')}, 0) on conflict (customer_id, lease_id) do nothing`,
);

/**
 * The customers that a worker holds. On a store that is spread those that are looked at: who else
 * it held is found when its lease is gone (recoverOrphans).
 */
export async function heldCustomers(db: Db | Tx, leaseId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('worker_turn')
    .select('customer_id')
    .where('lease_id', '=', leaseId)
    .where(among(await lookedAt(db, 'delivery'), 'customer_id'))
    .orderBy('customer_id')
    .execute();
  return rows.map((row) => row.customer_id);
}

/**
 * For a turn's statement: records its number in the rows of its customers, unless it is late.
 * @param customers a list of them, or the only one
 */
export function turnedText(
  customers: RawBuilder<unknown>,
  { leaseId, n }: { leaseId: RawBuilder<unknown>; n: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`update worker_turn set n = ${n} where worker_turn.customer_id = ${customers}
    and worker_turn.lease_id = ${leaseId} and worker_turn.n < ${n} returning worker_turn.lease_id`;
}

/**
 * Locks the holds of a turn's customers and, where turns can arrive late, records the turn's
 * number. A turn that was given up (a stalled server, a frozen proxy) and repeated over another
 * connection arrives late: by then the store has a higher number, and the turn does nothing.
 */
export async function holdTurn(
  tx: Tx,
  { leaseId, n }: { leaseId: number; n: number },
  customers: readonly number[],
): Promise<TurnHold> {
  if (!mayArriveLate(tx)) return (await holdLease(tx, leaseId)) ? 'held' : 'gone';
  if (customers.length === 0) return 'held';
  const [first] = customers;
  const which = customers.length === 1 ? sql`${first}` : anyOf(sql.val(customers));
  const turned = await turnedText(which, { leaseId: sql.val(leaseId), n: sql.val(n) }).execute(tx);
  if (turned.rows.length > 0) return 'held';
  const held = await sql`select 1 from worker_turn where customer_id = ${which} and lease_id = ${leaseId}`.execute(tx);
  return held.rows.length > 0 ? 'late' : 'gone';
}

/** Takes a worker's hold on a customer away: turns that begin after this find it gone. */
export async function letGo(tx: Tx, leaseId: number, customerId: number): Promise<void> {
  await tx.deleteFrom('worker_turn').where('customer_id', '=', customerId).where('lease_id', '=', leaseId).execute();
}

/** Any of several customers, which an index gives in their order: all lock holds in it. */
export const anyOf = (customers: RawBuilder<unknown>): RawBuilder<unknown> => sql`any(${customers}::bigint[])`;
