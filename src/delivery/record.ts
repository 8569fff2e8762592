// Writes about messages that lanes have: outcomes, and `in_flight` before a message's data is sent.
// Guarded by the lease, so that a worker that was declared dead changes nothing that others have;
// by the number of the turn, so that a late one, repeated over another connection meanwhile, does
// nothing; and by the attempt, so that nothing is written about a later claim.
import { suppressRejected } from '../bounces/suppress-returned.ts';
import { addToCounters, type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { type KeyRow, keyOf, nameOf } from '../messages/keys.ts';
import type { ReasonOf } from '../messages/reasons.ts';
import { tellDelayed, tellEnded } from '../messages/told.ts';
import { holdTurn } from '../messages/turn/hold.ts';
import type { BatchRecord, BeginRecord, OutcomeRecord, ResumeRecord } from '../messages/turn/records.ts';
import {
  beginMembers,
  closeBatches,
  endMessages,
  putOff,
  putOffMembers,
  releaseBatches,
  resumeWork,
} from '../messages/turn/steps.ts';
import { canWriteTurn, customersOf, writeTurn } from '../messages/turn/whole.ts';
import { type Attempt, attemptOf, type BatchClaim } from '../messages/turn.ts';
import { recordLate } from '../messages/uncertain/late.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { byCustomer } from '../storage/statement.ts';

/**
 * The outcome of an attempt. `pending`: no byte of it was sent; it is given back and does not count
 * as a try.
 */
export type Outcome = Attempt & {
  state: 'accepted' | 'deferred' | 'rejected' | 'uncertain' | 'skipped' | 'pending';
  /** Why it waits, or ended otherwise than accepted; null when it is accepted or pending. */
  reason: ReasonOf<'deferred' | 'rejected' | 'uncertain' | 'skipped'> | null;
  /** The same in our words, for people; null where the mail server's words say it. */
  detail: string | null;
  /** What the mail server answered, and nothing else. */
  reply: string | null;
  /** Instant in ms before which a deferred message is not tried again. */
  nextAttemptAt: number | null;
  /**
   * Which relay answered; absent when none was asked: a deferred message without one was held back
   * by ourselves.
   */
  relayId?: number | undefined;
  /** The answer means that the address does not exist. */
  isHardBounce?: boolean | undefined;
  /** As far as we know, it was never put in flight. */
  isUnstarted?: boolean | undefined;
  /** Instant in ms. */
  at: number;
};

/**
 * The outcome that gives a claimed message back untried.
 * @param at now, ms
 * @param isUnstarted as far as we know, it was never put in flight
 */
export function givenBack(message: Attempt, at: number, isUnstarted = true): Outcome {
  const nothing = { reason: null, detail: null, reply: null, nextAttemptAt: null };
  return { ...attemptOf(message), state: 'pending', ...nothing, isUnstarted, at };
}

/**
 * The content of one write transaction: outcomes to record, messages (not sent yet) to put in
 * flight, and batches whose members all have a row. A batch with a member that is given back
 * unstarted is given back as a whole.
 */
export type Turn = {
  outcomes: readonly Outcome[];
  starts: readonly Attempt[];
  closes?: readonly BatchClaim[];
};

let turns = 0;

/** The next number of this thread's turns, whichever of its workers writes them. */
export function nextTurn(): number {
  turns += 1;
  return turns;
}

/**
 * Commits a turn of the worker with the lease `leaseId`. Repeating a turn whose commit was not
 * heard of changes nothing twice: outcomes require `in_flight`, starts accept a row that is in
 * flight already. However late the first one arrives, it does nothing after the repetition.
 * @param n the turn's number, higher than those of all earlier commits
 * @param setAside called with the part of each customer that failed while another one was written;
 * absent: then all fails
 * @returns keys (messages/keys.ts) of those `starts` that may be sent now. The others may not:
 * paused, ended, removed, unsubscribed, suppressed, or the lease is no longer ours.
 */
export async function commitTurn(
  db: Db,
  leaseId: number,
  turn: Turn,
  now: number,
  n = nextTurn(),
  setAside?: (part: Turn) => void,
): Promise<Set<string>> {
  const parts = turnsOf(db, turn);
  const [whole] = parts;
  if (whole && parts.length === 1) return commitPart(db, { leaseId, n, now }, whole);
  const written = await Promise.allSettled(parts.map((part) => commitPart(db, { leaseId, n, now }, part)));
  const failed = written.find((one) => one.status === 'rejected');
  const isPart = setAside !== undefined && written.some((one) => one.status === 'fulfilled');
  if (failed && !isPart) throw failed.reason;
  for (const [i, { status }] of written.entries()) if (status === 'rejected' && parts[i]) setAside?.(parts[i]);
  return new Set(written.flatMap((one) => (one.status === 'fulfilled' ? [...one.value] : [])));
}

/** A turn as the store takes it: on one that is spread each customer's part by itself. */
function turnsOf(db: Db, { outcomes, starts, closes = [] }: Turn): readonly Turn[] {
  const customers = byCustomer(
    db,
    [...outcomes, ...starts, ...closes].map(({ customerId }) => customerId),
    (customerId) => customerId,
  );
  if (customers.length < 2) return [{ outcomes, starts, closes }];
  return customers.map(([one]) => {
    const isOf = ({ customerId }: { customerId: number }) => customerId === one;
    return { outcomes: outcomes.filter(isOf), starts: starts.filter(isOf), closes: closes.filter(isOf) };
  });
}

async function commitPart(
  db: Db,
  { leaseId, n, now }: { leaseId: number; n: number; now: number },
  turn: Turn,
): Promise<Set<string>> {
  const sorted = sortedTurn(turn);
  if (customersOf(sorted).length === 0) return new Set();
  const isSimple = sorted.members.length === 0 && sorted.releases.length === 0;
  if (canWriteTurn(db) && isSimple && !turn.outcomes.some((outcome) => outcome.isHardBounce)) {
    const started = await writeTurn(db, { leaseId, n, now }, sorted);
    if (started) return namesOf(started);
  }
  return inTransaction(db, async (tx) => {
    const deltas: CounterDeltas = new Map();
    // Recovery removes the lease first: it waits for this transaction, or this one sees its result.
    const hold = await holdTurn(tx, { leaseId, n }, customersOf(sorted));
    if (hold === 'late') return new Set();
    const started = hold === 'held' ? await writeSorted(tx, leaseId, sorted, { now, deltas }) : new Set<string>();
    if (hold === 'gone') await recordLate(tx, leaseId, sorted.ends, deltas);
    await suppressRejected(
      tx,
      turn.outcomes.filter((outcome) => outcome.isHardBounce),
      now,
    );
    await addToCounters(tx, deltas, leaseId); // last: rows of messages are always locked before rows of counters
    return started;
  });
}

/**
 * A turn's records for its statements, in the order of keys, as everyone sorts who locks several
 * messages.
 */
type Sorted = {
  ends: OutcomeRecord[];
  waits: OutcomeRecord[];
  /** Deferred members of batches, which may have no row yet. */
  members: OutcomeRecord[];
  begins: BeginRecord[];
  resumes: ResumeRecord[];
  closes: BatchRecord[];
  releases: BatchRecord[];
};

function sortedTurn({ outcomes, starts, closes = [] }: Turn): Sorted {
  const records = outcomes.toSorted(byKey);
  const sorted = starts.toSorted(byKey);
  const isOpen = ({ state }: Outcome) => state === 'deferred' || state === 'pending';
  const isMember = ({ isUnstarted, batch }: Outcome) => isUnstarted === true && batch !== null;
  const released = records.filter((outcome) => outcome.state === 'pending' && isMember(outcome));
  return {
    ends: records.filter((outcome) => !isOpen(outcome)).map(toRecord),
    waits: records.filter((outcome) => isOpen(outcome)).map(toRecord),
    members: records.filter((outcome) => outcome.state === 'deferred' && isMember(outcome)).map(toRecord),
    begins: sorted.flatMap(({ batch, ...start }) => (batch ? [{ ...toKey(start), batch: batch.n }] : [])),
    resumes: sorted.filter(({ batch }) => batch === null).map(toKey),
    closes: closes.map(toBatch),
    releases: [...new Set(released.flatMap(({ batch }) => (batch ? [batch] : [])))].map(toBatch),
  };
}

function byKey(a: Attempt, b: Attempt): number {
  return a.customerId - b.customerId || a.campaignId - b.campaignId || a.subscriberId - b.subscriberId;
}

async function writeSorted(
  tx: Tx,
  leaseId: number,
  sorted: Sorted,
  { now, deltas }: { now: number; deltas: CounterDeltas },
): Promise<Set<string>> {
  // Released batches first: after that, none of their members can be started.
  await releaseBatches(tx, { leaseId }, sorted.releases);
  await tellDelayed(tx, await putOff(tx, { leaseId }, sorted.waits));
  await putOffMembers(tx, { leaseId }, sorted.members);
  const ended = await endMessages(tx, { leaseId }, sorted.ends);
  await tellEnded(tx, ended);
  for (const { customer_id, campaign_id, state } of ended) {
    countInto(deltas, { customerId: customer_id, campaignId: campaign_id }, state);
  }
  await closeBatches(tx, { leaseId }, sorted.closes);
  await releaseBatches(tx, { leaseId }, sorted.closes); // those that were not complete after all
  const begun = await beginMembers(tx, { leaseId, now }, sorted.begins);
  const resumed = await resumeWork(tx, { leaseId, now }, sorted.resumes);
  return namesOf([...begun, ...resumed]);
}

const namesOf = (rows: readonly KeyRow[]): Set<string> => new Set(rows.map((row) => nameOf(keyOf(row))));

function toKey({ customerId, campaignId, subscriberId, attempt }: Omit<Attempt, 'batch'>): ResumeRecord {
  return { customer: customerId, campaign: campaignId, subscriber: subscriberId, attempt };
}

/** What is not said is left out: it is a third of what a turn sends to a server. */
function toRecord(outcome: Outcome): OutcomeRecord {
  const { state, relayId, reason, detail, reply, at, batch } = outcome;
  const isHeldBack = state === 'deferred' && relayId === undefined;
  const isOpen = state === 'pending' || state === 'deferred';
  const record: OutcomeRecord = { ...toKey(outcome), state, tries: state === 'pending' || isHeldBack ? 0 : 1 };
  if (reason !== null) record.reason = reason;
  if (detail !== null) record.detail = detail;
  if (reply !== null) record.reply = reply;
  if (relayId !== undefined) record.relay = relayId;
  if (isOpen) record.not_before = state === 'pending' ? at : outcome.nextAttemptAt;
  else record.ended_at = at;
  if (state === 'deferred' && !isHeldBack) record.deferred_at = at;
  if (outcome.isUnstarted && batch) record.batch = batch.n;
  return record;
}

function toBatch({ customerId, campaignId, n, attempt }: BatchClaim): BatchRecord {
  return { customer: customerId, campaign: campaignId, n, attempt };
}
