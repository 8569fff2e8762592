// Autoresponders on a store whose clock a test sets: rows inserted directly, and rounds of the
// clock.

import { type CampaignOptions, DEFAULT_OPTIONS } from '../../src/campaigns/options.ts';
import { newUid } from '../../src/kernel/ids.ts';
import { createLogger } from '../../src/kernel/log.ts';
import { type FollowOptions, followAgain, followEvents } from '../../src/schedules/autoresponders.ts';
import type { Db } from '../../src/storage/db.ts';
import type { NewCampaign } from '../../src/storage/tables.ts';
import { type Seed, seedCampaign } from './delivery-rows.ts';
import { type LedgerRow, ledgerOf } from './ledger.ts';
import { addPerson } from './message-rows.ts';

/** An autoresponder that is sending since its first round; it started at 1,000 ms. */
export function seedAutoresponder(
  db: Db,
  seed: Seed,
  options: Partial<CampaignOptions> = {},
  given: Partial<NewCampaign> = {},
): Promise<number> {
  return seedCampaign(db, seed, {
    type: 'autoresponder',
    status: 'sending',
    options: JSON.stringify({ ...DEFAULT_OPTIONS, ...options }),
    ...given,
  });
}

/** Inserts a subscriber of the list, confirmed at `at`. @returns its id */
export async function join(db: Db, seed: Seed, at: number, values: Parameters<typeof addPerson>[2] | object = {}) {
  const list = { customer_id: seed.customerId, list_id: seed.listId };
  const person = await addPerson(db, list, { email: `${newUid()}@example.com`, confirmed_at: at, ...values });
  return person.id;
}

/** The options of a round at `now`. */
export function lookAt(db: Db, now: number, given: Partial<FollowOptions> = {}): FollowOptions {
  return { db, clock: { now: () => now }, log: createLogger('silent'), mayGoOn: () => true, ...given };
}

/** One round of the clock at `now`, including the one for late events. */
export async function look(db: Db, now: number, given: Partial<FollowOptions> = {}): Promise<void> {
  await followEvents(lookAt(db, now, given));
  await followAgain(lookAt(db, now, given));
}

/**
 * The subscribers that have a message of the campaign: those who got it, then the others in the
 * order of their events.
 */
export async function followedBy(db: Db, campaignId: number): Promise<number[]> {
  const order = ({ finished_at, next_attempt_at }: LedgerRow) => finished_at ?? next_attempt_at ?? 0;
  const rows = await ledgerOf(db, campaignId);
  const isMade = (row: LedgerRow) => row.finished_at === null;
  return rows
    .sort((a, b) => Number(isMade(a)) - Number(isMade(b)) || order(a) - order(b))
    .map((row) => row.subscriber_id);
}
