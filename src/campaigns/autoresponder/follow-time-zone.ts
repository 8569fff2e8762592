// Moves recurring campaigns to the customer's new time zone, and wakes autoresponders, whose days
// are others then.
import type { Tx } from '../../storage/db.ts';
import { beginsEarly, parsedRecipientTime, toColumn } from '../recipient-time/rules.ts';
import { dueInZone } from '../schedule/cron.ts';
import { lockRecurring, setNextRun } from '../schedule/queries-runs.ts';
import { wakeFollowers } from './follow.ts';

/**
 * Moves the next runs of a customer's recurring campaigns to the same local times in another zone,
 * as if the clock were put forward or back: times that are skipped are missed, times that are
 * repeated do not run again.
 */
export async function followTimeZone(tx: Tx, customerId: number, zones: { from: string; to: string }): Promise<void> {
  for (const { id, send_at: sendAt, next_run_at: due, recipient_time_zone } of await lockRecurring(tx, customerId)) {
    // Instants before its send_at do not count, on any clock.
    const next = Math.max(dueInZone(due, zones), sendAt);
    const known = parsedRecipientTime(recipient_time_zone);
    const time = known && { ...known, time_zone: zones.to };
    const columns = { recipient_time_zone: time ? toColumn(time) : null, begins_early: beginsEarly(next, time) };
    await setNextRun(tx, { id, customer_id: customerId }, { next_run_at: next, ...columns });
  }
  await wakeFollowers(tx, customerId);
}
