// Common steps of ledger tests: a campaign that is sending, a claim, an outcome.
import { claimBatch } from '../../src/delivery/claim.ts';
import type { Outcome } from '../../src/delivery/record.ts';
import type { Attempt } from '../../src/delivery/record-statements.ts';
import type { Db } from '../../src/storage/db.ts';
import { type Seed, seedCampaign, seedList, seedMessages, seedSubscribers } from './delivery-rows.ts';

/** The instant of everything unless a test sets another, ms. */
export const at = 5_000;

/** An outcome of this attempt at `at`. */
export function outcome({ id, attempt }: Attempt, state: Outcome['state'], more: Partial<Outcome> = {}): Outcome {
  return { messageId: id, attempt, state, reply: '250 OK', nextAttemptAt: null, relayId: 1, at, ...more };
}

/** A list with so many subscribers, and a frozen campaign to it that is sending. */
export async function seedSending(db: Db, subscribers: number): Promise<{ seed: Seed; campaignId: number }> {
  const seed = await seedList(db);
  await seedSubscribers(db, seed, subscribers);
  const campaignId = await seedCampaign(db, seed, { status: 'sending', freeze_done: 1 });
  await seedMessages(db, seed, campaignId);
  return { seed, campaignId };
}

let attempts = 0;

/** A number that no other claim of this process has. */
export function nextAttempt(): number {
  attempts += 1;
  return attempts;
}

/** Claims messages for a lease. @returns their ids, with the number of the claim */
export async function claimSome(
  db: Db,
  leaseId: number,
  campaignId: number,
  { limit = 200, now = at } = {},
): Promise<Attempt[]> {
  const claimed = await claimBatch(db, { leaseId, attempt: nextAttempt(), campaignId, limit, now });
  return claimed?.messages.map(({ id, attempt }) => ({ id, attempt })) ?? [];
}
