// Ends A/B tests whose time has come. The cost grows with the due ones only.
import { decideDue, LATER_MS } from '../campaigns/ab-test/decide.ts';
import { moveDecision, testsDue, testsTooFar } from '../campaigns/ab-test/queries.ts';
import type { Clock } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import type { Logger } from '../kernel/log.ts';
import type { Db } from '../storage/db.ts';
import { announceChange } from '../storage/spread/customers-to-poll.ts';
import { troubleText } from '../storage/trouble.ts';

/** Whether there is a test to decide. */
export async function areTestsDue(db: Db, clock: Clock): Promise<boolean> {
  return (await testsDue(db, clock.now(), 1)).length > 0;
}

/** Decides the tests that are due now; one that fails delays no other, and is retried next time. */
export async function decideTests(options: { db: Db; clock: Clock; log: Logger; mayGoOn(): boolean }): Promise<void> {
  const { db, clock, log, mayGoOn } = options;
  for (const test of await testsDue(db, clock.now())) {
    if (!mayGoOn()) return;
    const of = { campaign_id: test.campaign_id, customer: test.customer_id };
    try {
      await announceChange(db, test.customer_id);
      const decision = await decideDue(db, test, clock.now());
      if (decision) log.info({ event: 'ab-test.decided', ...of, ...decision });
    } catch (error) {
      log.error({ event: 'ab-test.failed', ...of, reason: troubleText(error) });
    }
  }
}

/**
 * After a clock that was ahead was put back: tests whose winner would be looked for too late wait
 * anew, from now on. Call it every minute or so.
 */
export async function bringTestsNearer({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now();
  for (const test of await testsTooFar(db, now, LATER_MS)) {
    await announceChange(db, test.customer_id);
    await moveDecision(db, test, now + test.wait_minutes * MINUTE_MS);
  }
}
