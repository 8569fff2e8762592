// The customer's clock is set to another time zone: recurring campaigns go on by it.
import type { Tx } from '../../storage/db.ts';
import { dueInZone } from '../schedule/cron.ts';
import { lockRecurring, setNextRun } from '../schedule/queries-runs.ts';

/**
 * Moves the next runs of a customer's recurring campaigns to the same local times in another zone,
 * as if the clock was put forward or back: times that this leaps over are missed, those that come
 * again do not run again.
 */
export async function followTimeZone(tx: Tx, customerId: number, zones: { from: string; to: string }): Promise<void> {
  for (const { id, send_at: sendAt, next_run_at: due } of await lockRecurring(tx, customerId)) {
    // What lies before its send_at does not count, on any clock.
    await setNextRun(tx, id, Math.max(dueInZone(due, zones), sendAt));
  }
}
