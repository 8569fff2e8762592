// Claims work for a worker's lease: the next batch of a campaign, or rows of work that are due.
import { type Nullable, type RawBuilder, sql } from 'kysely';
import { addToCounter, slotFor } from '../campaigns/counters.ts';
import { RECIPIENT, type Recipient } from '../campaigns/merge/source.ts';
import { holdLease } from '../coordination/lease.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { numberSet, skipLocked } from '../storage/dialect.ts';
import { type Places, statement } from '../storage/statement.ts';
import { isSuppressed } from '../suppression/queries.ts';
import { membersOf, type TakenBatch, takeBatch, unbegunOf } from './batches.ts';
import { endWork, type SkippedRecipient, skipMembers } from './end.ts';
import { nameOf } from './keys.ts';
import { type ReasonOf, skippedFor } from './reasons.ts';
import { withoutTaken } from './several-lists/claimed.ts';
import { mayLeave, stateAfter } from './states.ts';
import { holdCustomer } from './turn/hold.ts';
import type { Attempt, BatchClaim } from './turn.ts';

/** A message that this worker claimed. `attempts`: how often it was tried before. */
export type ClaimedAttempt = Attempt & {
  attempts: number;
  /** When it was deferred for the first time, ms. */
  deferredSince: number | null;
  /** The recipient's address. */
  address: string;
};

/** A campaign's message with its subscriber. */
export type ClaimedMessage = ClaimedAttempt & { subscriber: Recipient };
/** A transactional email. */
export type ClaimedEmail = ClaimedAttempt & { emailId: number };

/** Of those `taken`, the `skipped` may not be sent any more; `hasMore`: others can be claimed. */
export type Claim<M> = { taken: number; messages: M[]; skipped: number; hasMore: boolean };

/**
 * `attempt`: a number that the worker gives no other claim. Claimed rows have it, and every later
 * statement about them names it. `limit`: for rows of work; a batch is claimed as a whole.
 */
export type Work = {
  leaseId: number;
  attempt: number;
  customerId: number;
  campaignId: number;
  limit: number;
  now: number;
  /** Of the campaign that the messages are made from (turn.ts: AsRead). */
  revision?: number | undefined;
  /** Called in the transaction; when it says no, nothing is claimed. */
  mayClaim?: ((tx: Tx) => Promise<boolean>) | undefined;
};

/**
 * Batches of recipients' own times are small where there are many zones: several are claimed
 * together, until a claim has this many messages or this many batches.
 */
const ENOUGH = 250;
const MOST_BATCHES = 8;

/**
 * Claims the next batch of a running campaign, or several at recipients' own times; when there is
 * none, rows of work that are due.
 * @returns undefined when the lease is gone
 */
export function claimBatch(db: Db, work: Work): Promise<Claim<ClaimedMessage> | undefined> {
  return claim(db, work, async (tx) => {
    const all: Taken<ClaimedMessage> = { taken: 0, messages: [], skipped: [], hasMore: false };
    for (let batches = 1; ; batches += 1) {
      const next = await takeBatch(tx, work);
      all.hasMore = next?.hasMore === true;
      if (!next) break;
      const { taken, messages, skipped } = await readBatch(tx, work, next);
      all.taken += taken;
      all.messages.push(...messages);
      all.skipped.push(...skipped);
      const isWhole = next.dueAt === 0 || batches >= MOST_BATCHES;
      if (all.taken >= (isWhole ? 1 : ENOUGH)) break;
    }
    if (all.taken > 0) return all;
    const rows = await listWork(tx, work, await takeWork(tx, work));
    const read = await withoutTaken(tx, work, readAll(rows, toMessageOf(work, null)));
    await skipWork(tx, work, read.skipped);
    return { ...read, taken: rows.length, hasMore: rows.length > 0 };
  });
}

/** The members of a batch that this claim leased; a batch of which nobody is left is removed. */
async function readBatch(
  tx: Tx,
  work: Work,
  { isFresh, dueAt: _, hasMore: __, ...taken }: TakenBatch,
): Promise<Omit<Taken<ClaimedMessage>, 'hasMore'>> {
  const of = { ...taken, left: 0, isGivenBack: false };
  const all = isFresh ? await readMembers(tx, work, of, listAll) : undefined;
  // To skip somebody inserts a message: it must be certain that there is none yet.
  const isSure = all !== undefined && all.read.skipped.length === 0;
  const { rows, read } = isSure ? all : await readMembers(tx, work, of, listUnbegun);
  await skipMembers(tx, of, read.skipped, work.now);
  of.left = read.messages.length;
  if (of.left === 0) await removeBatch(tx, of);
  return { ...read, taken: rows.length };
}

/**
 * As claimBatch, for a hidden campaign (campaigns/transactional.ts), whose messages are
 * transactional emails.
 */
export function claimEmails(db: Db, work: Work): Promise<Claim<ClaimedEmail> | undefined> {
  return claim(db, work, async (tx) => {
    const rows = await listEmails(tx, work, await takeWork(tx, work));
    const read = readAll(rows, (row) => toEmail(row, work));
    await skipWork(tx, work, read.skipped);
    return { ...read, taken: rows.length, hasMore: rows.length > 0 };
  });
}

type Taken<M> = Omit<Claim<M>, 'skipped'> & { skipped: SkippedRecipient[] };

function claim<M>(db: Db, work: Work, take: (tx: Tx) => Promise<Taken<M>>): Promise<Claim<M> | undefined> {
  return inTransaction(db, async (tx) => {
    if (!(await holdLease(tx, work.leaseId))) return undefined;
    await holdCustomer(tx, work);
    if (work.mayClaim && !(await work.mayClaim(tx))) return { taken: 0, messages: [], skipped: 0, hasMore: false };
    const { skipped, ...taken } = await take(tx);
    await addToCounter(tx, work, { skipped: skipped.length }, slotFor(tx, work.leaseId));
    return { ...taken, skipped: skipped.length };
  });
}

function readAll<Row, M>(rows: readonly Row[], read: (row: Row) => M | SkippedRecipient) {
  const messages: M[] = [];
  const skipped: SkippedRecipient[] = [];
  for (const row of rows) {
    const result = read(row);
    if (isSkipped(result)) skipped.push(result);
    else messages.push(result);
  }
  return { messages, skipped };
}

function isSkipped(result: unknown): result is SkippedRecipient {
  return typeof result === 'object' && result !== null && 'skip' in result;
}

type Member = Nullable<Recipient> & {
  subscriber_id: number;
  attempts: number;
  deferred_since: number | null;
  is_suppressed: unknown;
};

const SUBSCRIBER = RECIPIENT.map((column) => `subscriber.${column}` as const);
const isStopped = (customerId: number) => isSuppressed(customerId, 'subscriber.email_key').as('is_suppressed');

/**
 * The members of a batch that are still to do. Those of a fresh one are not looked up (`listAll`):
 * whoever has a row all the same is not put in flight (turn/texts.ts), and the batch goes back.
 */
async function readMembers(tx: Tx, work: Work, of: BatchClaim, list: typeof listAll) {
  const found = await list(tx, of);
  const rows = found.rows.map((row): Member => ({ ...row, attempts: 0, deferred_since: null }));
  return { rows, read: await withoutTaken(tx, work, readAll(rows, toMessageOf(work, of))) };
}

type Place = { customerId: number; campaignId: number; n: number };
type MemberRow = Omit<Member, 'attempts' | 'deferred_since'>;

const listAll = statement<Place, MemberRow>((db, { value }) => withSubscribers(membersOf(db, placeOf(value)), value));
const listUnbegun = statement<Place, MemberRow>((db, { value }) =>
  withSubscribers(unbegunOf(db, placeOf(value)), value),
);

type PlaceValue = Places<Place>['value'];

const placeOf = (value: PlaceValue) => ({
  customerId: value('customerId'),
  campaignId: value('campaignId'),
  n: value('n'),
});

const withSubscribers = (members: RawBuilder<unknown>, value: PlaceValue) =>
  sql<MemberRow>`select ${sql.join(SUBSCRIBER.map((column) => sql.ref(column)))}, member.id as subscriber_id,
      ${isSuppressed(value('customerId') as RawBuilder<number>, 'subscriber.email_key')} as is_suppressed
    from ${members} as member left join subscriber
      on subscriber.id = member.id and subscriber.customer_id = ${value('customerId')}
    order by member.id`;

async function listWork(tx: Tx, { customerId, campaignId }: Work, ids: readonly number[]): Promise<Member[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('work')
    .leftJoin('subscriber', (on) =>
      on.onRef('subscriber.id', '=', 'work.subscriber_id').onRef('subscriber.customer_id', '=', 'work.customer_id'),
    )
    .select(SUBSCRIBER)
    .select(['work.subscriber_id', 'work.attempts', 'work.deferred_since', isStopped(customerId)])
    .where('work.customer_id', '=', customerId)
    .where('work.campaign_id', '=', campaignId)
    .where('work.subscriber_id', 'in', numberSet(tx, ids))
    .orderBy('work.subscriber_id')
    .execute();
}

const toMessageOf = (work: Work, batch: BatchClaim | null) => (member: Member) => toMessage(member, work, batch);

function toMessage(member: Member, work: Work, batch: BatchClaim | null): ClaimedMessage | SkippedRecipient {
  const { subscriber_id: subscriberId, attempts, deferred_since: deferredSince } = member;
  const reason = reasonToSkip(member, Boolean(member.is_suppressed));
  if (reason !== undefined) return { skip: subscriberId, reason };
  const address = String(member.email);
  const subscriber = member as Recipient;
  const read = { revision: work.revision, changedAt: subscriber.updated_at };
  return { ...attemptOf(work, subscriberId, batch), ...read, attempts, deferredSince, address, subscriber };
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

async function listEmails(tx: Tx, { customerId, campaignId }: Work, ids: readonly number[]): Promise<MailRow[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('work')
    .leftJoin('email', (on) =>
      on.onRef('email.customer_id', '=', 'work.customer_id').on('email.id', '=', sql<number>`-work.subscriber_id`),
    )
    .select(['work.subscriber_id', 'work.attempts', 'work.deferred_since'])
    .select(['email.id as email_id', 'email.to_email', 'email.deleted_at'])
    .select(isSuppressed(customerId, 'email.to_key').as('is_suppressed'))
    .where('work.customer_id', '=', customerId)
    .where('work.campaign_id', '=', campaignId)
    .where('work.subscriber_id', 'in', numberSet(tx, ids))
    .orderBy('email.id')
    .execute();
}

function toEmail(row: MailRow, work: Work): ClaimedEmail | SkippedRecipient {
  const { subscriber_id: subscriberId, attempts, deferred_since: deferredSince, email_id: emailId, ...email } = row;
  if (emailId === null || email.deleted_at !== null) return { skip: subscriberId, reason: 'deleted' };
  if (email.is_suppressed) return { skip: subscriberId, reason: 'suppressed' };
  const address = String(email.to_email);
  return { ...attemptOf(work, subscriberId, null), attempts, deferredSince, address, emailId };
}

/** Claims rows of work that are due, those that have waited longest first. */
async function takeWork(tx: Tx, { leaseId, attempt, customerId, campaignId, limit, now }: Work): Promise<number[]> {
  const result = await sql<{ subscriber_id: number }>`with picked as (
      select subscriber_id as picked_id from work where customer_id = ${customerId} and campaign_id = ${campaignId}
        and lease_id is null and next_attempt_at <= ${now}
      order by next_attempt_at, subscriber_id limit ${limit} ${skipLocked(tx)})
    update work set state = ${stateAfter('claim')}, lease_id = ${leaseId}, attempt = ${attempt} from picked
    where customer_id = ${customerId} and campaign_id = ${campaignId} and work.subscriber_id = picked.picked_id
      and ${mayLeave('work', 'claim')}
      and exists (select 1 from campaign where campaign.customer_id = ${customerId} and campaign.id = ${campaignId}
        and campaign.status in ('processing', 'sending'))
    returning subscriber_id`.execute(tx);
  return result.rows.map((row) => row.subscriber_id);
}

async function skipWork(
  tx: Tx,
  { customerId, campaignId, now }: Work,
  skipped: readonly SkippedRecipient[],
): Promise<void> {
  for (const [reason, some] of Map.groupBy(skipped, (one) => one.reason)) {
    const ids = numberSet(
      tx,
      some.map(({ skip }) => skip),
    );
    const which = sql<boolean>`customer_id = ${customerId} and campaign_id = ${campaignId} and subscriber_id in ${ids}`;
    await endWork(tx, which, { event: 'skip', reason, at: now });
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
