// Checks that a worker's statements make first: its lease exists, and they are not late.
import { sql } from 'kysely';
import { holdLease } from '../../coordination/lease.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { mayArriveLate } from '../../storage/dialect.ts';
import { statement } from '../../storage/statement.ts';

/**
 * Whether a turn may be written: `gone` when the lease is, `late` when a turn with a higher number
 * was written before.
 */
export type TurnHold = 'held' | 'late' | 'gone';

/**
 * Locks the lease and, where turns can arrive late, records the turn's number. A turn that was
 * given up (a stalled server, a frozen proxy) and repeated over another connection arrives late: by
 * then the store has a higher number, and the turn does nothing.
 */
export async function holdTurn(tx: Tx, leaseId: number, n: number): Promise<TurnHold> {
  if (!(await holdLease(tx, leaseId))) return 'gone';
  if (!mayArriveLate(tx)) return 'held';
  return (await takeNumber(tx, { leaseId, n })).rows.length > 0 ? 'held' : 'late';
}

const takeNumber = statement<{ leaseId: number; n: number }>(
  (_, { value }) => sql`insert into worker_turn (lease_id, n) values (${value('leaseId')}, ${value('n')})
    on conflict (lease_id) do update set n = excluded.n where worker_turn.n < excluded.n returning lease_id`,
);

/** Deletes the turn number of a lease that is gone. */
export async function forgetTurns(tx: Db | Tx, leaseId: number): Promise<void> {
  await tx.deleteFrom('worker_turn').where('lease_id', '=', leaseId).execute();
}
