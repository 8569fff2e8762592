// Creates runs of recurring campaigns whose next instant has come. The cost grows with the due ones
// only.
import { logged } from '../campaigns/delivery/logged.ts';
import { makeDueRun } from '../campaigns/schedule/make-run.ts';
import { recurringDue } from '../campaigns/schedule/queries-runs.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/log.ts';
import type { Db } from '../storage/db.ts';
import { announceChange } from '../storage/spread/customers-to-poll.ts';
import { troubleText } from '../storage/trouble.ts';

/** Whether there is a run to create. */
export async function areRunsDue(db: Db, clock: Clock): Promise<boolean> {
  return (await recurringDue(db, clock.now())).length > 0;
}

/**
 * Creates the runs that are due now; a campaign that fails delays no other, and is retried in the
 * next round.
 */
export async function createDueRuns(options: { db: Db; clock: Clock; log: Logger; mayGoOn(): boolean }): Promise<void> {
  const { db, clock, log, mayGoOn } = options;
  for (const campaign of await recurringDue(db, clock.now())) {
    if (!mayGoOn()) return;
    try {
      await announceChange(db, campaign.customer_id);
      const made = await makeDueRun(db, campaign, clock.now());
      if (made) log.info({ event: 'campaign.run', ...logged(campaign), ...made });
    } catch (error) {
      log.error({ event: 'campaign.run-failed', ...logged(campaign), reason: troubleText(error) });
    }
  }
}
