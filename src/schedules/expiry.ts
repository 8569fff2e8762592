// Removes what is over of people: sessions, links that let somebody in, old entries of the audit,
// events that webhooks were told of, answers kept for repeated requests.
import { setTimeout as sleep } from 'node:timers/promises';
import { removeOldAnswers } from '../accounts/idempotency/remove-old.ts';
import { removeOldEntries } from '../audit/remove-old.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../storage/db.ts';
import { removeOldLinks, removeOldSessions } from '../users/remove-expired.ts';
import { removeOldDeliveries, removeOldEvents } from '../webhooks/remove-old.ts';

/** Between two steps others can write for about as long as a step takes. */
const BREATH_MS = 20;

/**
 * Removes all of it, in short steps.
 * @param mayGoOn called before each step
 */
export async function removeExpired({
  db,
  clock,
  keepAuditDays,
  mayGoOn,
}: {
  db: Db;
  clock: Clock;
  keepAuditDays?: number | undefined;
  mayGoOn(): boolean;
}): Promise<void> {
  const removeEntries = () => removeOldEntries(db, clock.now(), keepAuditDays);
  const ofRequests = [removeEntries, removeOldAnswers, removeOldEvents, removeOldDeliveries];
  for (const step of [removeOldSessions, removeOldLinks, ...ofRequests]) {
    while (mayGoOn() && (await step(db, clock.now()))) await sleep(BREATH_MS);
  }
}
