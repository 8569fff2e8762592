// What tests of the ledger do again and again: a campaign that is being sent, a claim, an outcome.
import { claimBatch } from '../../src/delivery/claim.ts';
import type { Outcome } from '../../src/delivery/record.ts';
import type { Db } from '../../src/storage/db.ts';
import { type Seed, seedCampaign, seedList, seedMessages, seedSubscribers } from './delivery-rows.ts';

/** The instant at which everything happens unless a test says otherwise, ms. */
export const at = 5_000;

export function outcome(messageId: number, state: Outcome['state'], more: Partial<Outcome> = {}): Outcome {
  return { messageId, state, reply: '250 OK', nextAttemptAt: null, relayId: 1, at, ...more };
}

/** A list with so many subscribers, and a campaign to it that is frozen and being sent. */
export async function seedSending(db: Db, subscribers: number): Promise<{ seed: Seed; campaignId: number }> {
  const seed = await seedList(db);
  await seedSubscribers(db, seed, subscribers);
  const campaignId = await seedCampaign(db, seed, { status: 'sending', freeze_done: 1 });
  await seedMessages(db, seed, campaignId);
  return { seed, campaignId };
}

/** Claims for a lease; the ids of the messages. */
export async function claimIds(
  db: Db,
  leaseId: number,
  campaignId: number,
  { limit = 200, now = at } = {},
): Promise<number[]> {
  const claimed = await claimBatch(db, { leaseId, campaignId, limit, now });
  return claimed?.messages.map((message) => message.id) ?? [];
}
