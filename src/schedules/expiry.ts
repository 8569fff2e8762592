// Removes expired data of people: sessions, links that let somebody in, events that webhooks were
// told of; and, as a duty of its own, what is old of customers: entries of the audit, versions of
// campaigns, answers kept for repeated requests.
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

/**
 * Removes expired data of people, in short steps.
 * @param mayGoOn called before each step
 */
export async function removeExpired({ db, clock, mayGoOn }: Options): Promise<void> {
  for (const step of [removeOldSessions, removeOldLinks, removeOldEvents, removeOldDeliveries]) {
    while (mayGoOn() && (await step(db, clock.now()))) await sleep(BREATH_MS);
  }
}

/**
 * Removes what is old of customers, in short steps: of one after the other, as each look asks for
 * the oldest row of every customer that it comes by.
 * @param mayGoOn called before each step
 */
export async function removeOldHistory(options: Options & { keepAuditDays?: number | undefined }): Promise<void> {
  const { db, clock, mayGoOn, keepAuditDays } = options;
  const removeEntries: typeof removeOldVersions = (...look) => removeOldEntries(...look, keepAuditDays);
  for (const step of [removeEntries, removeOldVersions, removeOldAnswers]) {
    let from: number | undefined = 0;
    while (mayGoOn()) {
      from = await step(db, clock.now(), from);
      if (from === undefined) break;
      await sleep(BREATH_MS);
    }
  }
}
