// Goes through all customers of a store that is spread, and notes for each poller which of them
// have something to do now or soon (storage/spread/customers-to-poll.ts). Rather too many than too
// few: who is noted is asked for, and that is all.
import { type RawBuilder, sql } from 'kysely';
import { BEGINS_AT } from '../campaigns/delivery/progress.ts';
import { NEXT_MADE_AT } from '../campaigns/schedule/queries-runs.ts';
import type { Clock } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import type { Db } from '../storage/db.ts';
import { isSpread } from '../storage/dialect/spread.ts';
import { type CustomerFilter, isAmong, noteSweep, reachableCustomers } from '../storage/spread/customers-to-poll.ts';
import { KEPT_MS } from '../transactional/rules.ts';

/** What comes within that time is due before the next sweep, however the clocks of nodes differ. */
const AHEAD_MS = 15 * MINUTE_MS;

/** Does nothing where the store is one. */
export async function sweep({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  if (!isSpread(db)) return;
  const those = await reachableCustomers(db);
  const soon = clock.now() + AHEAD_MS;
  await noteSweep(db, {
    delivery: await customersIn(db, those, [
      sql`campaign where status = 'pending-sending' and ${BEGINS_AT} <= ${soon}`,
      sql`campaign where status in ('processing', 'sending')`,
      sql`work where lease_id is null`,
      sql`batch where true`,
      sql`worker_hold where true`,
      sql`campaign_counter where uncertain <> 0`,
    ]),
    clock: await customersIn(db, those, [
      sql`campaign where status = 'sending' and ${NEXT_MADE_AT} <= ${soon}`,
      sql`campaign where status = 'sent' and report_due = 1`,
      sql`ab_test where decides_at <= ${soon}`,
      sql`confirmation where mailed_at is null`,
      sql`job where state in ('waiting', 'running')`,
      sql`template_picture where due_at <= ${soon}`,
    ]),
    upkeep: await customersIn(db, those, [
      sql`campaign where status = 'pending-delete'`,
      sql`list where status = 'pending-delete'`,
      sql`field_removal where true`,
      sql`segment where true`,
      sql`email where send_at < ${clock.now() - KEPT_MS}`,
    ]),
    follow: await customersIn(db, those, [sql`campaign where type = 'autoresponder' and status = 'sending'`]),
    webhooks: await customersIn(db, those, [sql`webhook where true`, sql`event_fact where true`]),
  });
}

/** The customers with rows in any of these. */
async function customersIn(db: Db, those: CustomerFilter, tables: readonly RawBuilder<unknown>[]): Promise<number[]> {
  const found = new Set<number>();
  for (const table of tables) {
    const { rows } = await sql<{ customer_id: number }>`select distinct customer_id from ${table}
      and ${isAmong(those, 'customer_id')}`.execute(db);
    for (const { customer_id } of rows) found.add(customer_id);
  }
  return [...found];
}
