// Taking work: a worker claims the next batch of one campaign, or rows of work whose time has come,
// for its lease.
import { type Nullable, sql } from 'kysely';
import { addToCounters, type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { RECIPIENT, type Recipient } from '../campaigns/merge/source.ts';
import { holdLease } from '../coordination/lease.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { numberSet, skipLocked } from '../storage/dialect.ts';
import { isSuppressed } from '../suppression/queries.ts';
import { takeBatch, unbegunOf } from './batches.ts';
import { endWork, type Skipped, skipMembers } from './end.ts';
import { nameOf } from './keys.ts';
import { type ReasonOf, skippedFor } from './reasons.ts';
import type { Attempt, BatchClaim } from './turn.ts';

/** A message that is ours. `attempts`: how often it was tried before. */
export type Claimed = Attempt & {
  attempts: number;
  /** When an answer put it off for the first time, ms. */
  deferredSince: number | null;
  /** Where it goes to. */
  address: string;
};

/** A campaign's message, with whom it is for. */
export type ClaimedMessage = Claimed & { subscriber: Recipient };
/** The message of a single mail. */
export type ClaimedEmail = Claimed & { emailId: number };

/** What was taken: `taken` messages, of which those that must not go out any more were skipped. */
export type Claim<M> = { taken: number; messages: M[] };

/**
 * `attempt`: a number that the worker gives no other claim. It stays with what is taken, and
 * everything that is said about it later names it. `limit`: of rows of work; a batch is taken as a
 * whole.
 */
export type Work = {
  leaseId: number;
  attempt: number;
  customerId: number;
  campaignId: number;
  limit: number;
  now: number;
  /** Asked in the transaction; when it says no, nothing is taken. */
  mayClaim?: ((tx: Tx) => Promise<boolean>) | undefined;
};

/**
 * Claims the next batch of a running campaign; where there is none, messages that wait by
 * themselves or were put off, and whose time has come.
 * @returns undefined when the lease is gone.
 */
export function claimBatch(db: Db, work: Work): Promise<Claim<ClaimedMessage> | undefined> {
  return claim(db, work, async (tx) => {
    for (let batch = await takeBatch(tx, work); batch; batch = await takeBatch(tx, work)) {
      const of = { ...batch, left: 0 };
      const rows = await readMembers(tx, of);
      const read = readAll(rows, (row) => toMessage(row, work, of));
      await skipMembers(tx, of, read.skipped, work.now);
      of.left = read.messages.length;
      if (of.left === 0) await removeBatch(tx, of);
      if (rows.length > 0) return { ...read, taken: rows.length };
    }
    const rows = await readWork(tx, work, await takeWork(tx, work));
    const read = readAll(rows, (row) => toMessage(row, work, null));
    await skipWork(tx, work, read.skipped);
    return { ...read, taken: rows.length };
  });
}

/**
 * As claimBatch, of a hidden campaign (campaigns/transactional.ts): its messages are single mails.
 */
export function claimEmails(db: Db, work: Work): Promise<Claim<ClaimedEmail> | undefined> {
  return claim(db, work, async (tx) => {
    const rows = await readEmails(tx, work, await takeWork(tx, work));
    const read = readAll(rows, (row) => toEmail(row, work));
    await skipWork(tx, work, read.skipped);
    return { ...read, taken: rows.length };
  });
}

type Taken<M> = Claim<M> & { skipped: Skipped[] };

function claim<M>(db: Db, work: Work, take: (tx: Tx) => Promise<Taken<M>>): Promise<Claim<M> | undefined> {
  return inTransaction(db, async (tx) => {
    if (!(await holdLease(tx, work.leaseId))) return undefined;
    if (work.mayClaim && !(await work.mayClaim(tx))) return { taken: 0, messages: [] };
    const { taken, messages, skipped } = await take(tx);
    const deltas: CounterDeltas = new Map();
    countInto(deltas, work.campaignId, 'skipped', skipped.length);
    await addToCounters(tx, deltas, work.leaseId);
    return { taken, messages };
  });
}

function readAll<Row, M>(rows: readonly Row[], read: (row: Row) => M | Skipped) {
  const messages: M[] = [];
  const skipped: Skipped[] = [];
  for (const row of rows) {
    const result = read(row);
    if (isSkipped(result)) skipped.push(result);
    else messages.push(result);
  }
  return { messages, skipped };
}

function isSkipped(result: unknown): result is Skipped {
  return typeof result === 'object' && result !== null && 'skip' in result;
}

type Member = Nullable<Recipient> & {
  subscriber_id: number;
  attempts: number;
  deferred_since: number | null;
  is_suppressed: unknown;
};

const SUBSCRIBER = RECIPIENT.map((column) => `subscriber.${column}` as const);
const IS_SUPPRESSED = isSuppressed(sql.ref('subscriber.customer_id'), 'subscriber.email_key').as('is_suppressed');

/** The members of a batch that are still to do. */
async function readMembers(tx: Tx, batch: BatchClaim): Promise<Member[]> {
  const rows = await tx
    .selectFrom(unbegunOf(tx, batch).as('member'))
    .leftJoin('subscriber', (on) =>
      on.onRef('subscriber.id', '=', 'member.id').on('subscriber.customer_id', '=', batch.customerId),
    )
    .select(SUBSCRIBER)
    .select(['member.id as subscriber_id', IS_SUPPRESSED])
    .orderBy('member.id')
    .execute();
  return rows.map((row) => ({ ...row, attempts: 0, deferred_since: null }));
}

async function readWork(tx: Tx, { customerId, campaignId }: Work, ids: readonly number[]): Promise<Member[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('work')
    .leftJoin('subscriber', (on) =>
      on.onRef('subscriber.id', '=', 'work.subscriber_id').onRef('subscriber.customer_id', '=', 'work.customer_id'),
    )
    .select(SUBSCRIBER)
    .select(['work.subscriber_id', 'work.attempts', 'work.deferred_since', IS_SUPPRESSED])
    .where('work.customer_id', '=', customerId)
    .where('work.campaign_id', '=', campaignId)
    .where('work.subscriber_id', 'in', numberSet(tx, ids))
    .orderBy('work.subscriber_id')
    .execute();
}

function toMessage(
  { subscriber_id: subscriberId, attempts, deferred_since, is_suppressed, ...subscriber }: Member,
  work: Work,
  batch: BatchClaim | null,
): ClaimedMessage | Skipped {
  const reason = reasonToSkip(subscriber, Boolean(is_suppressed));
  if (reason !== undefined) return { skip: subscriberId, reason };
  return {
    ...attemptOf(work, subscriberId, batch),
    attempts,
    deferredSince: deferred_since,
    address: String(subscriber.email),
    subscriber: subscriber as Recipient,
  };
}

function attemptOf({ customerId, campaignId, attempt }: Work, subscriberId: number, batch: BatchClaim | null): Attempt {
  return { id: nameOf({ campaignId, subscriberId }), customerId, campaignId, subscriberId, attempt, batch };
}

function reasonToSkip({ id, status }: Nullable<Recipient>, isSuppressed: boolean): ReasonOf<'skipped'> | undefined {
  if (id === null) return 'deleted';
  if (status !== 'confirmed') return skippedFor(String(status));
  return isSuppressed ? 'suppressed' : undefined;
}

type MailRow = {
  subscriber_id: number;
  attempts: number;
  deferred_since: number | null;
  email_id: number | null;
  to_email: string | null;
  deleted_at: number | null;
  is_suppressed: unknown;
};

async function readEmails(tx: Tx, { customerId, campaignId }: Work, ids: readonly number[]): Promise<MailRow[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('work')
    .leftJoin('email', (on) => on.on('email.id', '=', sql<number>`-work.subscriber_id`))
    .select(['work.subscriber_id', 'work.attempts', 'work.deferred_since'])
    .select(['email.id as email_id', 'email.to_email', 'email.deleted_at'])
    .select(isSuppressed(sql.ref('work.customer_id'), 'email.to_key').as('is_suppressed'))
    .where('work.customer_id', '=', customerId)
    .where('work.campaign_id', '=', campaignId)
    .where('work.subscriber_id', 'in', numberSet(tx, ids))
    .orderBy('email.id')
    .execute();
}

function toEmail(row: MailRow, work: Work): ClaimedEmail | Skipped {
  const { subscriber_id: subscriberId, attempts, deferred_since: deferredSince, email_id: emailId, ...email } = row;
  if (emailId === null || email.deleted_at !== null) return { skip: subscriberId, reason: 'deleted' };
  if (email.is_suppressed) return { skip: subscriberId, reason: 'suppressed' };
  const address = String(email.to_email);
  return { ...attemptOf(work, subscriberId, null), attempts, deferredSince, address, emailId };
}

/** Rows of work that wait and whose time has come; those that have waited longest first. */
async function takeWork(tx: Tx, { leaseId, attempt, customerId, campaignId, limit, now }: Work): Promise<number[]> {
  const result = await sql<{ subscriber_id: number }>`with picked as (
      select subscriber_id as picked_id from work where customer_id = ${customerId} and campaign_id = ${campaignId}
        and lease_id is null and next_attempt_at <= ${now}
      order by next_attempt_at, subscriber_id limit ${limit} ${skipLocked(tx)})
    update work set state = 'claimed', lease_id = ${leaseId}, attempt = ${attempt} from picked
    where customer_id = ${customerId} and campaign_id = ${campaignId} and work.subscriber_id = picked.picked_id
      and exists (select 1 from campaign where campaign.id = ${campaignId} and campaign.status in ('processing', 'sending'))
    returning subscriber_id`.execute(tx);
  return result.rows.map((row) => row.subscriber_id);
}

async function skipWork(tx: Tx, { customerId, campaignId, now }: Work, skipped: readonly Skipped[]): Promise<void> {
  for (const [reason, some] of Map.groupBy(skipped, (one) => one.reason)) {
    const ids = numberSet(
      tx,
      some.map(({ skip }) => skip),
    );
    const which = sql<boolean>`customer_id = ${customerId} and campaign_id = ${campaignId} and subscriber_id in ${ids}`;
    await endWork(tx, which, { state: 'skipped', reason, at: now });
  }
}

async function removeBatch(tx: Tx, { customerId, campaignId, n }: BatchClaim): Promise<void> {
  await tx
    .deleteFrom('batch')
    .where('customer_id', '=', customerId)
    .where('campaign_id', '=', campaignId)
    .where('n', '=', n)
    .execute();
}

/** Whether a running campaign has a message that could go out now: two index probes. */
export async function hasWork(db: Db, campaign: { id: number; customer_id: number }, now: number): Promise<boolean> {
  const batch = await db
    .selectFrom('batch')
    .select('n')
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .where('lease_id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (batch) return true;
  const due = await db
    .selectFrom('work')
    .select('subscriber_id')
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .where('lease_id', 'is', null)
    .where('next_attempt_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/**
 * Gives back what claims took that the worker never heard of: a connection was lost, and the claim
 * was written all the same, or is only now. Nobody else would give it back while the lease stands.
 * @param attempts numbers of those claims
 * @returns how many rows and batches are free again
 */
export async function releaseUnheard(db: Db, leaseId: number, attempts: readonly number[]): Promise<number> {
  const batches = await db
    .updateTable('batch')
    .set({ lease_id: null, attempt: null })
    .where('lease_id', '=', leaseId)
    .where('attempt', 'in', numberSet(db, attempts))
    .executeTakeFirst();
  const rows = await db
    .updateTable('work')
    .set({ state: 'pending', lease_id: null, attempt: null, next_attempt_at: 0 })
    .where('lease_id', '=', leaseId)
    .where('state', '=', 'claimed')
    .where('attempt', 'in', numberSet(db, attempts))
    .executeTakeFirst();
  return Number(batches.numUpdatedRows) + Number(rows.numUpdatedRows);
}
