// A synchronous standby that took over has everything that was acknowledged, so nobody need say
// anything again. Each worker makes sure of that for itself, by the last turn that it was told was
// written; when all that are alive have, the store has its new name and claims go on.
import { type RawBuilder, sql } from 'kysely';
import { type Lease, noteStore } from '../../coordination/lease.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import { storeNow } from '../../storage/dialect.ts';
import type { Row } from './row.ts';

/** The last turn that was acknowledged, and the lease under which it was written. */
export type LastTurn = { leaseId: number; n: number };

/** Whether the store may be a synchronous standby that was promoted, as far as the row tells. */
export function mayHaveAll(row: Row, lastMark: number): boolean {
  return row.store !== null && row.store !== row.actual && row.synchronous === 1 && row.n >= lastMark;
}

/** Whether the store has the turn; without one there is nothing that it could lack. */
export async function hasTurn(db: Db, turn: LastTurn | undefined): Promise<boolean> {
  if (!turn) return true;
  const found = await db
    .selectFrom('worker_hold as hold')
    .innerJoin('worker_turn as turn', (join) =>
      join.onRef('turn.customer_id', '=', 'hold.customer_id').onRef('turn.lease_id', '=', 'hold.lease_id'),
    )
    .select((of) => of.fn.max<number | null>('turn.n').as('n'))
    .where('hold.lease_id', '=', turn.leaseId)
    .executeTakeFirst();
  return (found?.n ?? 0) >= turn.n;
}

/**
 * Notes that the worker misses nothing, and names the store when that was the last one alive.
 * @returns whether it is named; undefined when the worker's lease is missing
 */
export function passOver(db: Db, identity: RawBuilder<string>, lease: Lease): Promise<boolean | undefined> {
  return inTransaction(db, async (tx) => {
    if (!(await noteStore(tx, lease, identity))) return undefined;
    const named = await sql<{ n: number }>`update high_water set store = ${identity} where not exists (
      select 1 from lease where name like 'worker:%' and expires_at > ${storeNow(tx)} and store is distinct from ${identity})
      returning n`.execute(tx);
    return named.rows.length > 0;
  });
}
