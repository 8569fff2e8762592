// Taking work: a worker claims the next batch of one campaign's messages for its lease.
import { type Nullable, sql } from 'kysely';
import { addToCounters, type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { RECIPIENT, type Recipient } from '../campaigns/merge/source.ts';
import { holdLease } from '../coordination/lease.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { numberSet, skipLocked } from '../storage/dialect.ts';
import { isSuppressed } from '../suppression/queries.ts';
import type { Attempt } from './record-statements.ts';

/** A message that is ours. `attempts`: how often it was tried before. */
export type Claimed = Attempt & {
  customerId: number;
  campaignId: number;
  attempts: number;
  /** As in its row: −id of the email where it is a single mail. */
  subscriberId: number;
  /** When an answer put it off for the first time, ms. */
  deferredSince: number | null;
  /** Where it goes to. */
  address: string;
};

/** A campaign's message, with whom it is for. */
export type ClaimedMessage = Claimed & { subscriber: Recipient };
/** The message of a single mail. */
export type ClaimedEmail = Claimed & { emailId: number };

/** A batch: `taken` rows, of which those that must not go out any more were skipped. */
export type Claim<M> = { taken: number; messages: M[] };

/**
 * `attempt`: a number that the worker gives no other claim. It stays with the messages that are taken, and everything that
 * is said about them later names it.
 */
export type Work = {
  leaseId: number;
  attempt: number;
  campaignId: number;
  limit: number;
  now: number;
  /** Asked in the transaction; when it says no, nothing is taken. */
  mayClaim?: ((tx: Tx) => Promise<boolean>) | undefined;
};

/**
 * Claims up to `limit` messages of a running campaign: pending ones in order, then deferred ones whose time has come.
 * @returns undefined when the lease is gone.
 */
export function claimBatch(db: Db, work: Work): Promise<Claim<ClaimedMessage> | undefined> {
  return claim(db, work, readMessages);
}

/** As claimBatch, of a hidden campaign (campaigns/transactional.ts): its messages are single mails. */
export function claimEmails(db: Db, work: Work): Promise<Claim<ClaimedEmail> | undefined> {
  return claim(db, work, readEmails);
}

/** A claimed message, or why it must not go out any more; what the log of messages shows. */
type Reading<M> = { message: M } | { skip: number; reason: string };

function claim<M>(
  db: Db,
  work: Work,
  read: (tx: Tx, ids: readonly number[], attempt: number) => Promise<Reading<M>[]>,
): Promise<Claim<M> | undefined> {
  return inTransaction(db, async (tx) => {
    if (!(await holdLease(tx, work.leaseId))) return undefined;
    if (work.mayClaim && !(await work.mayClaim(tx))) return { taken: 0, messages: [] };
    const ids = await takePending(tx, work);
    if (ids.length < work.limit) ids.push(...(await takeDeferred(tx, work, work.limit - ids.length)));
    if (ids.length === 0) return { taken: 0, messages: [] };
    const deltas: CounterDeltas = new Map();
    const messages: M[] = [];
    const left = new Map<string, number[]>();
    for (const reading of await read(tx, ids, work.attempt)) {
      if ('message' in reading) messages.push(reading.message);
      else left.set(reading.reason, [...(left.get(reading.reason) ?? []), reading.skip]);
    }
    for (const [reason, messageIds] of left) {
      await skipClaimed(tx, messageIds, reason, work.now);
      countInto(deltas, work.campaignId, 'skipped', messageIds.length);
    }
    await addToCounters(tx, deltas);
    return { taken: ids.length, messages };
  });
}

async function readMessages(tx: Tx, ids: readonly number[], attempt: number): Promise<Reading<ClaimedMessage>[]> {
  const rows = await tx
    .selectFrom('message')
    .leftJoin('subscriber', 'subscriber.id', 'message.subscriber_id')
    .select(RECIPIENT.map((column) => `subscriber.${column}` as const))
    .select(['message.id as message_id', 'message.campaign_id', 'message.attempts', 'message.deferred_since'])
    .select(isSuppressed(sql.ref('message.customer_id'), 'subscriber.email_key').as('is_suppressed'))
    .where('message.id', 'in', numberSet(tx, ids))
    .orderBy('message.id')
    .execute();
  return rows.map(({ message_id, campaign_id, attempts, deferred_since, is_suppressed, ...subscriber }) => {
    const reason = reasonToSkip(subscriber, Boolean(is_suppressed));
    if (reason !== undefined) return { skip: message_id, reason };
    const message: ClaimedMessage = {
      id: message_id,
      attempt,
      customerId: Number(subscriber.customer_id),
      campaignId: campaign_id,
      subscriberId: Number(subscriber.id),
      attempts,
      deferredSince: deferred_since,
      address: String(subscriber.email),
      subscriber: subscriber as Recipient,
    };
    return { message };
  });
}

async function readEmails(tx: Tx, ids: readonly number[], attempt: number): Promise<Reading<ClaimedEmail>[]> {
  const rows = await tx
    .selectFrom('message')
    .leftJoin('email', (on) => on.on('email.id', '=', sql<number>`-message.subscriber_id`))
    .select(['message.id', 'message.customer_id', 'message.campaign_id', 'message.attempts', 'message.deferred_since'])
    .select(['email.id as email_id', 'email.to_email', 'email.deleted_at'])
    .select(isSuppressed(sql.ref('message.customer_id'), 'email.to_key').as('is_suppressed'))
    .where('message.id', 'in', numberSet(tx, ids))
    .orderBy('message.id')
    .execute();
  return rows.map(({ id, customer_id, campaign_id, attempts, deferred_since, ...email }) => {
    if (email.email_id === null || email.deleted_at !== null) return { skip: id, reason: 'deleted' };
    if (email.is_suppressed) return { skip: id, reason: 'suppressed' };
    const message: ClaimedEmail = {
      ...{ id, attempt, attempts, customerId: customer_id, campaignId: campaign_id, deferredSince: deferred_since },
      address: String(email.to_email),
      emailId: email.email_id,
      subscriberId: -email.email_id,
    };
    return { message };
  });
}

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

/**
 * Gives back what claims took that the worker never heard of: a connection was lost, and the claim was written all the same,
 * or is only now. Nobody else would give it back while the lease stands.
 * @param attempts numbers of those claims
 * @returns how many messages are pending again
 */
export async function releaseUnheard(db: Db, leaseId: number, attempts: readonly number[]): Promise<number> {
  const result = await db
    .updateTable('message')
    .set({ state: 'pending', lease_id: null, next_attempt_at: null })
    .where('lease_id', '=', leaseId)
    .where('state', '=', 'claimed')
    .where('attempt', 'in', numberSet(db, attempts))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

// The states stand in the text, not as parameters, so that the partial indexes over rows still to do answer.
async function takePending(tx: Tx, work: Work): Promise<number[]> {
  const result = await sql<{ id: number }>`with picked as (
      select id as picked_id from message where campaign_id = ${work.campaignId} and state = 'pending'
      order by id limit ${work.limit} ${skipLocked(tx)})
    update message set state = 'claimed', lease_id = ${work.leaseId}, attempt = ${work.attempt} from picked where ${takeable(work)}
    returning id`.execute(tx);
  return result.rows.map((row) => row.id);
}

async function takeDeferred(tx: Tx, work: Work, limit: number): Promise<number[]> {
  const result = await sql<{ id: number }>`with picked as (
      select id as picked_id from message where campaign_id = ${work.campaignId} and state = 'deferred'
        and next_attempt_at <= ${work.now}
      order by next_attempt_at limit ${limit} ${skipLocked(tx)})
    update message set state = 'claimed', lease_id = ${work.leaseId}, attempt = ${work.attempt} from picked where ${takeable(work)}
    returning id`.execute(tx);
  return result.rows.map((row) => row.id);
}

function takeable(work: Work) {
  return sql`message.id = picked.picked_id and exists (select 1 from campaign
    where campaign.id = ${work.campaignId} and campaign.status in ('processing', 'sending'))`;
}

/** `reason` is the subscriber's status, `deleted` or `suppressed`. */
async function skipClaimed(tx: Tx, ids: readonly number[], reason: string, now: number): Promise<void> {
  await tx
    .updateTable('message')
    .set({ state: 'skipped', reply: reason, finished_at: now, lease_id: null, next_attempt_at: null })
    .where('id', 'in', numberSet(tx, ids))
    .execute();
}
