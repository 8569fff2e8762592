// Taking work: a worker claims the next batch of one campaign's messages for its lease.
import { type Nullable, sql } from 'kysely';
import { addToCounters, type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { RECIPIENT, type Recipient } from '../campaigns/merge-source.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { numberSet, skipLocked } from '../storage/dialect.ts';
import { isSuppressed } from '../suppression/queries.ts';
import { holdLease } from './lease.ts';

/** A message that is ours, with whom it goes to. `attempts`: how often it was tried before. */
export type ClaimedMessage = {
  id: number;
  customerId: number;
  campaignId: number;
  attempts: number;
  /** When an answer put it off for the first time, ms. */
  deferredSince: number | null;
  subscriber: Recipient;
};

/** A batch: `taken` rows, of which those whose subscriber no longer is confirmed were skipped. */
export type Claim = { taken: number; messages: ClaimedMessage[] };

/**
 * Claims up to `limit` messages of a running campaign: pending ones in order, then deferred ones whose time has come.
 * @returns undefined when the lease is gone.
 */
export function claimBatch(
  db: Db,
  work: { leaseId: number; campaignId: number; limit: number; now: number },
): Promise<Claim | undefined> {
  return inTransaction(db, async (tx) => {
    if (!(await holdLease(tx, work.leaseId))) return undefined;
    const ids = await takePending(tx, work);
    if (ids.length < work.limit) ids.push(...(await takeDeferred(tx, work, work.limit - ids.length)));
    if (ids.length === 0) return { taken: 0, messages: [] };
    const rows = await readClaimed(tx, ids);
    const deltas: CounterDeltas = new Map();
    const messages: ClaimedMessage[] = [];
    const left = new Map<string, number[]>();
    for (const { message_id, campaign_id, attempts, deferred_since, is_suppressed, ...subscriber } of rows) {
      const reason = reasonToSkip(subscriber, Boolean(is_suppressed));
      if (reason !== undefined) {
        left.set(reason, [...(left.get(reason) ?? []), message_id]);
        continue;
      }
      messages.push({
        id: message_id,
        customerId: Number(subscriber.customer_id),
        campaignId: campaign_id,
        attempts,
        deferredSince: deferred_since,
        subscriber: subscriber as Recipient,
      });
    }
    for (const [reason, messageIds] of left) {
      await skipClaimed(tx, messageIds, reason, work.now);
      countInto(deltas, work.campaignId, 'skipped', messageIds.length);
    }
    await addToCounters(tx, deltas);
    return { taken: ids.length, messages };
  });
}

/** Why a claimed message must not go out any more; what the log of messages shows. */
function reasonToSkip({ id, status }: Nullable<Recipient>, isSuppressed: boolean): string | undefined {
  if (id === null) return 'deleted';
  if (status !== 'confirmed') return String(status);
  return isSuppressed ? 'suppressed' : undefined;
}

/** Whether a running campaign has a message that could go out now: two index probes. */
export async function hasWork(db: Db, campaignId: number, now: number): Promise<boolean> {
  const of = db.selectFrom('message').select('id').where('campaign_id', '=', campaignId).limit(1);
  if (await of.where('state', '=', sql.lit('pending')).executeTakeFirst()) return true;
  const due = of.where('state', '=', sql.lit('deferred')).where('next_attempt_at', '<=', now);
  return (await due.executeTakeFirst()) !== undefined;
}

type Work = { leaseId: number; campaignId: number; limit: number; now: number };

// The states stand in the text, not as parameters, so that the partial indexes over rows still to do answer.
async function takePending(tx: Tx, work: Work): Promise<number[]> {
  const result = await sql<{ id: number }>`with picked as (
      select id as picked_id from message where campaign_id = ${work.campaignId} and state = 'pending'
      order by id limit ${work.limit} ${skipLocked(tx)})
    update message set state = 'claimed', lease_id = ${work.leaseId} from picked where ${takeable(work)}
    returning id`.execute(tx);
  return result.rows.map((row) => row.id);
}

async function takeDeferred(tx: Tx, work: Work, limit: number): Promise<number[]> {
  const result = await sql<{ id: number }>`with picked as (
      select id as picked_id from message where campaign_id = ${work.campaignId} and state = 'deferred'
        and next_attempt_at <= ${work.now}
      order by next_attempt_at limit ${limit} ${skipLocked(tx)})
    update message set state = 'claimed', lease_id = ${work.leaseId} from picked where ${takeable(work)}
    returning id`.execute(tx);
  return result.rows.map((row) => row.id);
}

function takeable(work: Work) {
  return sql`message.id = picked.picked_id and exists (select 1 from campaign
    where campaign.id = ${work.campaignId} and campaign.status in ('processing', 'sending'))`;
}

function readClaimed(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('message')
    .leftJoin('subscriber', 'subscriber.id', 'message.subscriber_id')
    .select(RECIPIENT.map((column) => `subscriber.${column}` as const))
    .select(['message.id as message_id', 'message.campaign_id', 'message.attempts', 'message.deferred_since'])
    .select(isSuppressed(sql.ref('message.customer_id'), 'subscriber.email_key').as('is_suppressed'))
    .where('message.id', 'in', numberSet(tx, ids))
    .orderBy('message.id')
    .execute();
}

/** `reason` is the subscriber's status, `deleted` or `suppressed`. */
async function skipClaimed(tx: Tx, ids: readonly number[], reason: string, now: number): Promise<void> {
  await tx
    .updateTable('message')
    .set({ state: 'skipped', reply: reason, finished_at: now, lease_id: null, next_attempt_at: null })
    .where('id', 'in', numberSet(tx, ids))
    .execute();
}
