// Removes what is over of people: sessions, links that let somebody in, events that webhooks were
// told of, answers kept for repeated requests; and, as a duty of its own, what is old of customers:
// entries of the audit, versions of campaigns.
import { setTimeout as sleep } from 'node:timers/promises';
import { removeOldAnswers } from '../accounts/idempotency/remove-old.ts';
import { removeOldEntries } from '../audit/remove-old.ts';
import { removeOldVersions } from '../campaigns/versions/keep.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../storage/db.ts';
import { removeOldLinks, removeOldSessions } from '../users/remove-expired.ts';
import { removeOldDeliveries, removeOldEvents } from '../webhooks/remove-old.ts';

/** Between two steps others can write for about as long as a step takes. */
const BREATH_MS = 20;

type Options = { db: Db; clock: Clock; mayGoOn(): boolean };
type Step = (db: Db, at: number) => Promise<boolean>;

/**
 * Removes all of it, in short steps.
 * @param mayGoOn called before each step
 */
export function removeExpired(options: Options): Promise<void> {
  return removeInSteps(options, [
    removeOldSessions,
    removeOldLinks,
    removeOldAnswers,
    removeOldEvents,
    removeOldDeliveries,
  ]);
}

/** The same of the audit and of versions, where each look asks for the oldest of every customer. */
export function removeOldHistory({
  keepAuditDays,
  ...options
}: Options & { keepAuditDays?: number | undefined }): Promise<void> {
  return removeInSteps(options, [(db, at) => removeOldEntries(db, at, keepAuditDays), removeOldVersions]);
}

async function removeInSteps({ db, clock, mayGoOn }: Options, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    while (mayGoOn() && (await step(db, clock.now()))) await sleep(BREATH_MS);
  }
}
