// Statements on table `relay_usage`: what a relay has used in a period, by all workers of all
// processes. A worker reserves a slice before it sends; the condition in the UPDATE keeps the sum
// within the quota, whoever else reserves.
import type { Db } from '../../../storage/db.ts';
import { PERIODS, type Period, type PeriodName, periodOf } from './periods.ts';

/**
 * The result of a reservation: permits for the period that began at `startsAt`; `isUsedUp` when
 * there are no more.
 */
export type Reservation = { granted: number; startsAt: number; isUsedUp: boolean };

type PermitRequest = { relayId: number; period: Period; limit: number; want: number };

const TRIES = 5;

/**
 * Reserves up to `want` permits of a period, fewer when fewer are left.
 *
 * A row that began later belongs to a node whose clock is ahead, or our clock went back: up to one
 * length of the period we count into that row; a row further in the future came from a wrong clock
 * and is started again.
 */
export async function reservePermits(db: Db, wanted: PermitRequest): Promise<Reservation> {
  for (let tried = 0; tried < TRIES; tried++) {
    const done = await tryReserve(db, wanted);
    if (done) return done;
  }
  return { granted: 0, startsAt: wanted.period.startsAt, isUsedUp: false }; // others were faster each time
}

/** Undefined when the row changed meanwhile. */
async function tryReserve(db: Db, { relayId, period, limit, want }: PermitRequest): Promise<Reservation | undefined> {
  const { name, startsAt, endsAt } = period;
  const whole = Math.min(want, limit);
  const found = await db
    .selectFrom('relay_usage')
    .select(['starts_at', 'used'])
    .where('relay_id', '=', relayId)
    .where('period', '=', name)
    .executeTakeFirst();
  if (!found) {
    const row = { relay_id: relayId, period: name, starts_at: startsAt, used: whole };
    const made = await db
      .insertInto('relay_usage')
      .values(row)
      .onConflict((conflict) => conflict.columns(['relay_id', 'period']).doNothing())
      .executeTakeFirst();
    return made.numInsertedOrUpdatedRows ? { granted: whole, startsAt, isUsedUp: whole < 1 } : undefined;
  }
  const change = db
    .updateTable('relay_usage')
    .where('relay_id', '=', relayId)
    .where('period', '=', name)
    .where('starts_at', '=', found.starts_at);
  if (found.starts_at < startsAt || found.starts_at - startsAt > endsAt - startsAt) {
    const result = await change.set({ starts_at: startsAt, used: whole }).executeTakeFirst();
    return result.numUpdatedRows > 0n ? { granted: whole, startsAt, isUsedUp: whole < 1 } : undefined;
  }
  const granted = Math.min(want, limit - found.used);
  if (granted < 1) return { granted: 0, startsAt: found.starts_at, isUsedUp: true };
  const result = await change
    .set((row) => ({ used: row('used', '+', granted) }))
    .where('used', '<=', limit - granted)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n ? { granted, startsAt: found.starts_at, isUsedUp: false } : undefined;
}

/**
 * Gives permits back that were reserved in the period that began at `startsAt`; does nothing when
 * it is over.
 */
export async function returnPermits(
  db: Db,
  { relayId, period, startsAt, permits }: { relayId: number; period: string; startsAt: number; permits: number },
): Promise<void> {
  await db
    .updateTable('relay_usage')
    .set((row) => ({ used: row('used', '-', permits) }))
    .where('relay_id', '=', relayId)
    .where('period', '=', period)
    .where('starts_at', '=', startsAt)
    .where('used', '>=', permits)
    .execute();
}

/** Forgets what was used in periods that began before an instant, also of relays that are gone. */
export async function forgetOldUsage(db: Db, before: number): Promise<void> {
  await db.deleteFrom('relay_usage').where('starts_at', '<', before).execute();
}

/**
 * What was used of the periods that hold an instant, by their names; those that nobody counted are
 * missing.
 */
export async function usedPermits(db: Db, relayId: number, at: number): Promise<Map<PeriodName, number>> {
  const rows = await db
    .selectFrom('relay_usage')
    .select(['period', 'starts_at', 'used'])
    .where('relay_id', '=', relayId)
    .execute();
  const used = new Map<PeriodName, number>();
  for (const name of PERIODS) {
    const row = rows.find(({ period }) => period === name);
    if (row && row.starts_at >= periodOf(name, at).startsAt) used.set(name, Number(row.used));
  }
  return used;
}
