// How long details of messages are kept: what became of each, who opened and clicked. Only those of
// campaigns that are done are given up; the messages of an autoresponder that runs are what keeps
// it from mailing anybody twice. Also keeps the parts of their tables in order (PostgreSQL).

import { setTimeout as sleep } from 'node:timers/promises';
import { detailsAreCleared, giveUpDetails, nextToClear } from '../campaigns/delivery/details.ts';
import type { Removal } from '../campaigns/remove.ts';
import type { Clock } from '../kernel/clock.ts';
import { DAY_MS } from '../kernel/durations.ts';
import type { Logger } from '../kernel/log.ts';
import { removeMessagesOf } from '../messages/remove.ts';
import type { Db, Tx } from '../storage/db.ts';
import { emptyParts, mergeEmptyParts, PART_SIZE, renewParts, waitsForPart } from '../storage/postgres/renew.ts';
import { openSlices } from '../storage/slices.ts';
import { storeTrouble } from '../storage/trouble.ts';
import { removeHitsOf } from '../tracking/remove.ts';

const CAMPAIGNS = 20;
/** Rows a transaction. */
const SLICE = { least: 100, first: 500, most: 5_000 };
/** Between two steps others can write. */
const BREATH_MS = 20;

type Options = {
  db: Db;
  clock: Clock;
  log: Logger;
  /** Undefined: for ever. */
  keepDays?: number | undefined;
  mayGoOn(): boolean;
};

/** One round. @param full when a part is full, for tests */
export async function keepInOrder({ db, clock, log, keepDays, mayGoOn }: Options, full = PART_SIZE): Promise<void> {
  const now = clock.now();
  try {
    if (await renewParts(db, now, full)) log.info({ event: 'parts.renewed' });
    if (keepDays === undefined) return;
    const before = now - keepDays * DAY_MS;
    for (let given = CAMPAIGNS; given === CAMPAIGNS && mayGoOn(); ) {
      given = await giveUpDetails(db, before, now, CAMPAIGNS);
      if (given > 0) log.info({ event: 'details.given-up', campaigns: given });
    }
    for (const part of await emptyParts(db)) log.info({ event: 'parts.emptied', part });
    const merged = await mergeEmptyParts(db);
    if (merged !== undefined) log.info({ event: 'parts.merged', up_to: merged });
  } catch (error) {
    if (storeTrouble(error)?.kind !== 'busy') throw error; // a lock that was not given: another time
  }
  if (keepDays === undefined) return;
  const slices = openSlices(SLICE, { rest: 1 });
  for (let after = 0; mayGoOn(); ) {
    const campaign = await nextToClear(db, after);
    if (!campaign) return;
    after = campaign.id;
    if (await waitsForPart(db, campaign.id, { since: campaign.details_removed_at, now }, full)) continue;
    for (let left = true; left && mayGoOn(); ) {
      const size = slices.size();
      left = await slices.run(db, size, (tx) => clearSome(tx, campaign, size));
      if (left) await sleep(BREATH_MS);
    }
  }
}

/** Messages first, so that no open or click is recorded for them any more. */
async function clearSome(tx: Tx, campaign: Removal, limit: number): Promise<boolean> {
  for (const remove of [removeMessagesOf, removeHitsOf]) if ((await remove(tx, campaign, limit)) > 0) return true;
  await detailsAreCleared(tx, campaign);
  return false;
}
