// Claims work for a worker's lease: the next batch of a campaign, or rows of work that are due.
import { type Nullable, type RawBuilder, sql } from 'kysely';
import { addToCounter, slotFor } from '../campaigns/counters.ts';
import { RECIPIENT, type Recipient } from '../campaigns/merge/source.ts';
import { holdLease } from '../coordination/lease.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { skipLocked } from '../storage/dialect.ts';
import { type Places, statement } from '../storage/statement.ts';
import { isSuppressed } from '../suppression/queries.ts';
import { type BatchPosition, membersOf, removeBatch, type TakenBatch, takeBatch, unbegunOf } from './batches.ts';
import { type SkippedRecipient, skipMembers, skipWork } from './end.ts';
import { isMessageOf, nameOf } from './keys.ts';
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

/**
 * Of those `taken`, the `skipped` may not be sent any more; `hasMore`: others can be claimed, of
 * batches those `after` this one first.
 */
export type Claim<M> = { taken: number; messages: M[]; skipped: number; hasMore: boolean; after?: After };
type After = BatchPosition | undefined;

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
  /** Where batches are looked for first, past former versions of those before it. */
  after?: After;
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
    if (work.after) {
      const claimed = await takeBatches(tx, work, work.after);
      // At the end it begins anew: batches before it may have been given back meanwhile.
      if (claimed.taken > 0) return claimed.hasMore ? claimed : { ...claimed, hasMore: true, after: undefined };
    }
    const claimed = await takeBatches(tx, work);
    if (claimed.taken > 0) return claimed;
    const rows = await readTaken(tx, work, await takeWork(tx, work), listGiven);
    const read = await withoutTaken(tx, work, readAll(rows, toMessageOf(work, null)));
    await skipWork(tx, work, read.skipped);
    return { ...read, taken: rows.length, hasMore: rows.length > 0 };
  });
}

async function takeBatches(tx: Tx, work: Work, after?: After): Promise<Taken<ClaimedMessage>> {
  const all: Taken<ClaimedMessage> = { taken: 0, messages: [], skipped: [], hasMore: false, after };
  for (let batches = 1; ; batches += 1) {
    const next = await takeBatch(tx, work, all.after);
    all.hasMore = next?.hasMore === true;
    if (!next) return all;
    all.after = { dueAt: next.dueAt, n: next.n };
    const { taken, messages, skipped } = await readBatch(tx, work, next);
    all.taken += taken;
    all.messages.push(...messages);
    all.skipped.push(...skipped);
    const isWhole = next.dueAt === 0 || batches >= MOST_BATCHES;
    if (all.taken >= (isWhole ? 1 : ENOUGH)) return all;
  }
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
    const rows = await readTaken(tx, work, await takeWork(tx, work), listEmails);
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

type Tries = { attempts: number; deferred_since: number | null };
type TakenWork = Tries & { subscriber_id: number };
type Member = Nullable<Recipient> & TakenWork & { is_suppressed: unknown };

const SUBSCRIBER = RECIPIENT.map((column) => `subscriber.${column}` as const);

/**
 * The members of a batch that are still to do. Those of a fresh one are not looked up (`listAll`):
 * whoever has a row all the same is not put in flight (turn/texts.ts), and the batch goes back.
 */
async function readMembers(tx: Tx, work: Work, of: BatchClaim, list: typeof listAll) {
  const found = await list(tx, of);
  const rows = found.rows.map((row): Member => ({ ...row, ...UNTRIED }));
  return { rows, read: await withoutTaken(tx, work, readAll(rows, toMessageOf(work, of))) };
}

type Place = { customerId: number; campaignId: number; n: number };
type Given = { customerId: number; ids: readonly number[] };
type MemberRow = Omit<Member, keyof Tries>;

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

const withSubscribers = (members: RawBuilder<unknown>, value: (name: 'customerId') => RawBuilder<unknown>) =>
  sql<MemberRow>`select ${sql.join(SUBSCRIBER.map((column) => sql.ref(column)))}, member.id as subscriber_id,
      ${isSuppressed(value('customerId') as RawBuilder<number>, 'subscriber.email_key')} as is_suppressed
    from ${members} as member left join subscriber
      on subscriber.id = member.id and subscriber.customer_id = ${value('customerId')}
    order by member.id`;

const listGiven = statement<Given, MemberRow>((_, { value, numbers }) =>
  withSubscribers(sql`(select value as id from ${numbers('ids')} as given)`, value),
);

/** Claimed rows of work with what belongs to them, which is read by their ids alone. */
async function readTaken<Row extends { subscriber_id: number }>(
  tx: Tx,
  { customerId }: Work,
  taken: readonly TakenWork[],
  list: (tx: Tx, given: Given) => Promise<{ rows: Row[] }>,
): Promise<(Row & Tries)[]> {
  if (taken.length === 0) return [];
  const tries = new Map(taken.map(({ subscriber_id, ...own }) => [subscriber_id, own]));
  const { rows } = await list(tx, { customerId, ids: [...tries.keys()] });
  return rows.map((row) => ({ ...row, ...(tries.get(row.subscriber_id) ?? UNTRIED) }));
}

const UNTRIED: Tries = { attempts: 0, deferred_since: null };

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

type MailRow = TakenWork & {
  email_id: number | null;
  to_email: string | null;
  deleted_at: number | null;
  is_suppressed: unknown;
};

// A row of work is named by the number of its email below zero.
const listEmails = statement<Given, Omit<MailRow, keyof Tries>>(
  (
    _,
    { value, numbers },
  ) => sql`select given.value as subscriber_id, email.id as email_id, email.to_email, email.deleted_at,
      ${isSuppressed(value('customerId') as RawBuilder<number>, 'email.to_key')} as is_suppressed
    from ${numbers('ids')} as given left join email
      on email.customer_id = ${value('customerId')} and email.id = -given.value
    order by email.id`,
);

function toEmail(row: MailRow, work: Work): ClaimedEmail | SkippedRecipient {
  const { subscriber_id: subscriberId, attempts, deferred_since: deferredSince, email_id: emailId, ...email } = row;
  if (emailId === null || email.deleted_at !== null) return { skip: subscriberId, reason: 'deleted' };
  if (email.is_suppressed) return { skip: subscriberId, reason: 'suppressed' };
  const address = String(email.to_email);
  return { ...attemptOf(work, subscriberId, null), attempts, deferredSince, address, emailId };
}

/**
 * Claims rows of work that are due, those that have waited longest first: in the order of the index
 * alone, as a server would sort all that are due for any other.
 */
async function takeWork(tx: Tx, { leaseId, attempt, customerId, campaignId, limit, now }: Work): Promise<TakenWork[]> {
  const { rows } = await sql<TakenWork>`with picked as (
      select customer_id as customer, campaign_id as campaign, subscriber_id as subscriber from work
      where customer_id = ${customerId} and campaign_id = ${campaignId} and lease_id is null and next_attempt_at <= ${now}
      order by next_attempt_at limit ${limit} ${skipLocked(tx)})
    update work set state = ${stateAfter('claim')}, lease_id = ${leaseId}, attempt = ${attempt} from picked as r
    where ${isMessageOf('work')} and work.customer_id = ${customerId} and ${mayLeave('work', 'claim')}
      and exists (select 1 from campaign where campaign.customer_id = ${customerId} and campaign.id = ${campaignId}
        and campaign.status in ('processing', 'sending'))
    returning work.subscriber_id, work.attempts, work.deferred_since`.execute(tx);
  return rows;
}
