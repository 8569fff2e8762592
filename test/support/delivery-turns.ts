// What tests of the ledger do again and again: a campaign that is being sent, a claim, an outcome.
import assert from 'node:assert/strict';
import { registerWorker } from '../../src/coordination/lease.ts';
import type { Outcome } from '../../src/delivery/outcome.ts';
import { commitTurn } from '../../src/delivery/record.ts';
import { claimBatch } from '../../src/messages/claim.ts';
import { type Attempt, attemptOf } from '../../src/messages/turn.ts';
import type { Db } from '../../src/storage/db.ts';
import { campaignOf, type Seed, seedCampaign, seedList, seedMessages, seedSubscribers } from './delivery-rows.ts';

/** The instant of everything unless a test sets another, ms. */
export const at = 5_000;

export function outcome(message: Attempt, state: Outcome['state'], more: Partial<Outcome> = {}): Outcome {
  const account = { reason: REASON_OF[state] ?? null, detail: null, reply: '250 OK' };
  return { ...attemptOf(message), state, ...account, nextAttemptAt: null, relayId: 1, at, ...more };
}

const REASON_OF: Partial<Record<Outcome['state'], Outcome['reason']>> = {
  deferred: 'answered',
  rejected: 'refused',
  uncertain: 'no-answer',
  skipped: 'given-up',
};

/**
 * A list with this many subscribers, and a campaign to it that is frozen, in batches of this size,
 * and being sent.
 */
export async function seedSending(
  db: Db,
  subscribers: number,
  batch?: number,
): Promise<{ seed: Seed; campaignId: number }> {
  const seed = await seedList(db);
  await seedSubscribers(db, seed, subscribers);
  const campaignId = await seedCampaign(db, seed, { status: 'sending', freeze_done: 1 });
  await seedMessages(db, seed, campaignId, { batch });
  return { seed, campaignId };
}

/**
 * A campaign to six: one accepted, one deferred, two in flight of a worker with this lease, two to
 * do. @param reply what the mail server said to the first
 */
export async function seedUnderWay(db: Db, { reply = '250 OK' } = {}) {
  const { seed, campaignId } = await seedSending(db, 6, 4);
  const { customerId } = seed;
  const lease = await registerWorker(db);
  const work = { leaseId: lease.id, attempt: nextAttempt(), customerId, campaignId, limit: 4, now: at };
  const claimed = (await claimBatch(db, work))?.messages ?? [];
  const [accepted, putOff] = claimed;
  assert.ok(accepted && putOff);
  await commitTurn(db, lease.id, { outcomes: [], starts: claimed }, at);
  const known = [outcome(accepted, 'accepted', { reply }), outcome(putOff, 'deferred', { nextAttemptAt: at + 9 })];
  await commitTurn(db, lease.id, { outcomes: known, starts: [] }, at);
  return { customerId, campaignId, lease };
}

/** An attempt of nothing, where a test has no message. */
export const NONE: Attempt = { id: '', customerId: 0, campaignId: 0, subscriberId: 0, attempt: 0, batch: null };

let attempts = 0;

/** A number that no other claim of this process has. */
export function nextAttempt(): number {
  attempts += 1;
  return attempts;
}

/** Claims for a lease; the messages' attempts, in the order of the audience. */
export async function claimSome(db: Db, leaseId: number, campaignId: number, { now = at } = {}): Promise<Attempt[]> {
  const { customer_id: customerId } = await campaignOf(db, campaignId);
  const work = { leaseId, attempt: nextAttempt(), customerId, campaignId, limit: 200, now };
  return (await claimBatch(db, work))?.messages.map(attemptOf) ?? [];
}
