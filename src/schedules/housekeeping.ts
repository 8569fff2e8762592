// Background work of the node that holds the clock: deletes the rows of deleted campaigns, lists
// and fields, and, as a duty of its own, recounts segments. One short step after the other, so that
// on SQLite other writers never wait long.
import { setTimeout as sleep } from 'node:timers/promises';
import { removeReturnedOf, removeReturnedOfEmails } from '../bounces/remove.ts';
import { removeCampaign } from '../campaigns/remove.ts';
import { deleteFeedsOf } from '../feeds/queries.ts';
import { removeOldCounts } from '../inbound/show/queries.ts';
import { removeOldJobs } from '../jobs/remove-old.ts';
import type { Clock } from '../kernel/clock.ts';
import { clearRemovedList } from '../lists/remove.ts';
import { removeMessagesOf } from '../messages/remove.ts';
import { recountStaleSegments } from '../segments/count.ts';
import { deleteSegmentsOf } from '../segments/queries.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { removeOldWindows } from '../storage/rate.ts';
import type { List } from '../storage/tables.ts';
import { removeTallies } from '../storage/tally.ts';
import { removeSubscribersOf } from '../subscribers/remove.ts';
import { removeFieldValues } from '../subscribers/values/remove.ts';
import { removeEventsOf } from '../tracking/remove.ts';
import { removeOldEmails } from '../transactional/remove.ts';
import { KEPT_MS } from '../transactional/rules.ts';
import { forgetRemoval } from './addresses.ts';

const CHUNK = 1_000;
/** Fewer: each may have files of up to 25 MB. */
const EMAILS = 100;
/** Between two steps others can write for about as long as a step takes. */
const BREATH_MS = 20;
const COUNTING_MS = 200;

/**
 * Does all pending work.
 * @param mayGoOn called before each step
 */
export async function runHousekeeping(options: { db: Db; clock: Clock; mayGoOn(): boolean }): Promise<void> {
  const { db, clock, mayGoOn } = options;
  const steps = [
    () => removeCampaign(db, CHUNK, [removeMessagesOf, removeEventsOf, removeReturnedOf, deleteFeedsOf, forgetRemoval]),
    () => clearRemovedList(db, [removeSubscribersOf, removeSegmentsOf], CHUNK),
    () => removeFieldValues(db),
    () => removeOldEmails(db, clock.now() - KEPT_MS, EMAILS, removeReturnedOfEmails),
    () => removeOldJobs(db, clock.now()),
    () => removeOldWindows(db, clock.now()),
    () => removeOldCounts(db, clock.now()),
  ];
  for (const step of steps) {
    while (mayGoOn() && (await step())) await sleep(BREATH_MS);
  }
}

/** Counts the segments whose lists changed. @param mayGoOn called before each step */
export async function countSegments(options: { db: Db; clock: Clock; mayGoOn(): boolean }): Promise<void> {
  const { db, clock, mayGoOn } = options;
  while (mayGoOn() && (await recountStaleSegments(db, COUNTING_MS, clock)) > 0) await sleep(BREATH_MS);
}

/** Removes the few segments of a list at once. */
async function removeSegmentsOf(db: Db, list: Pick<List, 'id' | 'customer_id'>): Promise<number> {
  await inTransaction(db, async (tx) => {
    await deleteSegmentsOf(tx, list);
    await removeTallies(tx, list.customer_id, ['segments'], list.id);
  });
  return 0;
}
