// Autoresponders on a store whose clock a test moves: rows written straight into the tables, and looks of the clock.

import { type CampaignOptions, DEFAULT_OPTIONS } from '../../src/campaigns/options.ts';
import { newUid } from '../../src/kernel/ids.ts';
import { createLogger } from '../../src/kernel/log.ts';
import { type FollowOptions, followAgain, followEvents } from '../../src/schedules/autoresponders.ts';
import type { Db } from '../../src/storage/db.ts';
import type { NewCampaign } from '../../src/storage/tables.ts';
import { type Seed, seedCampaign } from './delivery-rows.ts';
import { addPerson } from './message-rows.ts';

/** An autoresponder that is sending since its first look; it started at 1,000 ms. */
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

/** A confirmed subscriber of the list since `at`. @returns its id */
export async function join(db: Db, seed: Seed, at: number, values: Parameters<typeof addPerson>[2] | object = {}) {
  const list = { customer_id: seed.customerId, list_id: seed.listId };
  const person = await addPerson(db, list, { email: `${newUid()}@example.com`, confirmed_at: at, ...values });
  return person.id;
}

/** What a look works with at `now`. */
export function lookAt(db: Db, now: number, given: Partial<FollowOptions> = {}): FollowOptions {
  return { db, clock: { now: () => now }, log: createLogger('silent'), mayGoOn: () => true, ...given };
}

/** One look of the clock at `now`, with the one for what was written late. */
export async function look(db: Db, now: number, given: Partial<FollowOptions> = {}): Promise<void> {
  await followEvents(lookAt(db, now, given));
  await followAgain(lookAt(db, now, given));
}

/** The subscribers that have a message of the campaign, in the order in which these were made. */
export async function followedBy(db: Db, campaignId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('message')
    .select('subscriber_id')
    .where('campaign_id', '=', campaignId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.subscriber_id);
}
