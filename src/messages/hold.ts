// What a worker's statements ask first: that its lease stands, and that they are not late.
import { sql } from 'kysely';
import { holdLease } from '../coordination/lease.ts';
import type { Db, Tx } from '../storage/db.ts';
import { statement } from '../storage/statement.ts';

/**
 * Whether a turn may be written: our lease is `gone`, or a turn with a higher number was written
 * before.
 */
export type TurnHold = 'held' | 'late' | 'gone';

/**
 * Holds the lease and takes the turn's number. A turn that was given up (a stalled server, a frozen
 * proxy) and repeated over another connection arrives late: by then the store has a higher number,
 * and it does nothing.
 */
export async function holdTurn(tx: Tx, leaseId: number, n: number): Promise<TurnHold> {
  if (!(await holdLease(tx, leaseId))) return 'gone';
  return (await takeNumber(tx, { leaseId, n })).rows.length > 0 ? 'held' : 'late';
}

const takeNumber = statement<{ leaseId: number; n: number }>(
  (_, { value }) => sql`insert into worker_turn (lease_id, n) values (${value('leaseId')}, ${value('n')})
    on conflict (lease_id) do update set n = excluded.n where worker_turn.n < excluded.n returning lease_id`,
);

/** Forgets the number of a lease that is gone. */
export async function forgetTurns(tx: Db | Tx, leaseId: number): Promise<void> {
  await tx.deleteFrom('worker_turn').where('lease_id', '=', leaseId).execute();
}
