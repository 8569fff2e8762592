// Moves recurring campaigns to the customer's new time zone.
import type { Tx } from '../../storage/db.ts';
import { dueInZone } from '../schedule/cron.ts';
import { lockRecurring, setNextRun } from '../schedule/queries-runs.ts';

/**
 * Moves the next runs of a customer's recurring campaigns to the same local times in another zone,
 * as if the clock were put forward or back: times that are skipped are missed, times that are
 * repeated do not run again.
 */
export async function followTimeZone(tx: Tx, customerId: number, zones: { from: string; to: string }): Promise<void> {
  for (const { id, send_at: sendAt, next_run_at: due } of await lockRecurring(tx, customerId)) {
    // Instants before its send_at do not count, on any clock.
    await setNextRun(tx, { id, customer_id: customerId }, Math.max(dueInZone(due, zones), sendAt));
  }
}
