// A worker's hold on a customer's messages: a row that its first claim makes and that its recovery
// takes away. A turn changes that row first, so it was either written before the recovery, or finds
// the row gone; and by the number in the row a turn that arrives late is known.
import { type RawBuilder, sql } from 'kysely';
import { holdLease } from '../../coordination/lease.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { mayArriveLate, recordSet } from '../../storage/dialect.ts';
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

/** The customers that a worker holds. */
export async function heldCustomers(db: Db | Tx, leaseId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('worker_turn')
    .select('customer_id')
    .where('lease_id', '=', leaseId)
    .orderBy('customer_id')
    .execute();
  return rows.map((row) => row.customer_id);
}

/** For a turn's statement: records its number in the rows of `customers`, unless it is late. */
export function turnedText(
  customers: RawBuilder<unknown>,
  { leaseId, n }: { leaseId: RawBuilder<unknown>; n: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`update worker_turn set n = ${n} from ${customers} as r where worker_turn.customer_id = r.customer
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
  const records = recordSet(
    tx,
    customers.map((customer) => ({ customer })),
    CUSTOMER,
  );
  const turned = await turnedText(records, { leaseId: sql.val(leaseId), n: sql.val(n) }).execute(tx);
  if (turned.rows.length > 0) return 'held';
  const held = await sql`select 1 from worker_turn join ${records} as r on worker_turn.customer_id = r.customer
    where worker_turn.lease_id = ${leaseId}`.execute(tx);
  return held.rows.length > 0 ? 'late' : 'gone';
}

/** Takes a worker's hold on a customer away: turns that begin after this find it gone. */
export async function letGo(tx: Tx, leaseId: number, customerId: number): Promise<void> {
  await tx.deleteFrom('worker_turn').where('customer_id', '=', customerId).where('lease_id', '=', leaseId).execute();
}

/** A customer, as statements take several. */
export const CUSTOMER = { customer: 'number' } as const;
