// What is written about messages that lanes hold: outcomes, and `in_flight` before a message's data
// goes out. Both are guarded by the lease, so that a worker that was declared dead changes nothing
// that was given to others; by the number of the turn, so that one which arrives late (by then it
// was repeated over another connection) does nothing; and by the attempt, so that nothing is said
// of what was claimed anew since.
import { suppressRejected } from '../bounces/suppress-returned.ts';
import { addToCounters, type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { holdTurn } from '../messages/hold.ts';
import { nameOf } from '../messages/keys.ts';
import type { ReasonOf } from '../messages/reasons.ts';
import {
  type Attempt,
  type BatchClaim,
  type CloseRecord,
  canWriteTurn,
  closeBatches,
  endMessages,
  type OutcomeRecord,
  putOff,
  putOffMembers,
  releaseBatches,
  type StartRecord,
  slotOfWorker,
  startMessages,
  writeTurn,
} from '../messages/turn.ts';
import { recordLate } from '../messages/uncertain/late.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';

/**
 * What became of a message. `pending`: no byte of it went out; it goes back without having counted
 * as an attempt.
 */
export type Outcome = Attempt & {
  state: 'accepted' | 'deferred' | 'rejected' | 'uncertain' | 'skipped' | 'pending';
  /** Why it waits, or ended otherwise than accepted; null when it is accepted or pending. */
  reason: ReasonOf<'deferred' | 'rejected' | 'uncertain' | 'skipped'> | null;
  /** The same in our words, for people; null where the mail server's say it. */
  detail: string | null;
  /** What the mail server answered, and nothing else. */
  reply: string | null;
  /** Instant in ms before which a deferred message is not tried again. */
  nextAttemptAt: number | null;
  /**
   * Which relay answered; absent when none was asked. A deferred message without one was held back
   * by ourselves.
   */
  relayId?: number | undefined;
  /** The answer says that nobody can write to this address. */
  isHardBounce?: boolean | undefined;
  /** It was never put in flight, as far as we know. */
  isUnstarted?: boolean | undefined;
  /** Instant in ms. */
  at: number;
};

/**
 * One write transaction's worth: outcomes to record, messages (never sent yet) to put in flight,
 * and batches all of whose members have a row. A batch of which something that was never started
 * goes back to pending goes back as a whole.
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
 * Commits a turn of the worker that owns `leaseId`. Repeating a turn whose commit was not heard of
 * changes nothing twice: outcomes ask for `in_flight`, starts take a row that already is. However
 * late the first one arrives, it does nothing once the repetition was written.
 * @param n the turn's number: each commit has a higher one than those before
 * @returns names (messages/keys.ts) of `starts` that may go out now. The others may not: paused,
 * marked, removed,
 *   unsubscribed, suppressed, or the lease is no longer ours.
 */
export async function commitTurn(
  db: Db,
  leaseId: number,
  turn: Turn,
  now: number,
  n = nextTurn(),
): Promise<Set<string>> {
  const sorted = sortedTurn(turn);
  const isSimple = sorted.members.length === 0 && sorted.releases.length === 0;
  if (canWriteTurn(db) && isSimple && !turn.outcomes.some((outcome) => outcome.isHardBounce)) {
    const started = await commitAtOnce(db, leaseId, sorted, { n, now });
    if (started) return started;
  }
  return inTransaction(db, async (tx) => {
    const deltas: CounterDeltas = new Map();
    // Recovery removes the lease first: it waits for this transaction, or this one sees what it has
    // done.
    const hold = await holdTurn(tx, leaseId, n);
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
 * A turn as its statements take it: everything in the order of keys, as everyone who locks several
 * messages.
 */
type Sorted = {
  ends: OutcomeRecord[];
  waits: OutcomeRecord[];
  /** What waits and may have no row yet. */
  members: OutcomeRecord[];
  starts: StartRecord[];
  closes: CloseRecord[];
  releases: CloseRecord[];
};

function sortedTurn({ outcomes, starts, closes = [] }: Turn): Sorted {
  const records = outcomes.toSorted(byKey);
  const isOpen = ({ state }: Outcome) => state === 'deferred' || state === 'pending';
  const isMember = ({ isUnstarted, batch }: Outcome) => isUnstarted === true && batch !== null;
  const released = records.filter((outcome) => outcome.state === 'pending' && isMember(outcome));
  return {
    ends: records.filter((outcome) => !isOpen(outcome)).map(toRecord),
    waits: records.filter((outcome) => isOpen(outcome)).map(toRecord),
    members: records.filter((outcome) => outcome.state === 'deferred' && isMember(outcome)).map(toRecord),
    starts: starts.toSorted(byKey).map(toStart),
    closes: closes.map(toClose),
    releases: [...new Set(released.flatMap(({ batch }) => (batch ? [batch] : [])))].map(toClose),
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
  // Batches that go back, first: behind them nothing of theirs can be started.
  await releaseBatches(tx, { leaseId }, sorted.releases);
  await putOff(tx, { leaseId }, sorted.waits);
  await putOffMembers(tx, { leaseId }, sorted.members);
  for (const { campaign_id, state } of await endMessages(tx, { leaseId }, sorted.ends)) {
    countInto(deltas, campaign_id, state);
  }
  await closeBatches(tx, { leaseId }, sorted.closes);
  await releaseBatches(tx, { leaseId }, sorted.closes); // those that were not done after all
  const rows = await startMessages(tx, { leaseId, now }, sorted.starts);
  return new Set(rows.map((row) => nameOf({ campaignId: row.campaign_id, subscriberId: row.subscriber_id })));
}

/**
 * The turn in one statement; undefined when nothing was written: our lease is gone, or the turn is
 * late.
 */
async function commitAtOnce(
  db: Db,
  leaseId: number,
  { ends, waits, starts, closes }: Sorted,
  { n, now }: { n: number; now: number },
): Promise<Set<string> | undefined> {
  const slot = slotOfWorker(db, leaseId);
  const { rows } = await writeTurn(db, { leaseId, n, slot, now, ends, waits, starts, closes });
  if (!rows.some((row) => row.campaign_id === null)) return undefined;
  return new Set(
    rows.flatMap(({ campaign_id: campaignId, subscriber_id: subscriberId }) =>
      campaignId === null || subscriberId === null ? [] : [nameOf({ campaignId, subscriberId })],
    ),
  );
}

function keyRecord({ customerId, campaignId, subscriberId, attempt, batch }: Attempt) {
  const key = { customer: customerId, campaign: campaignId, subscriber: subscriberId };
  return { ...key, attempt, batch: batch?.n ?? null };
}

function toRecord(outcome: Outcome): OutcomeRecord {
  const { state, relayId, reason, detail, reply, at } = outcome;
  const isHeldBack = state === 'deferred' && relayId === undefined;
  const isOpen = state === 'pending' || state === 'deferred';
  return {
    ...keyRecord(outcome),
    ...{ state, reason, detail, reply },
    tries: state === 'pending' || isHeldBack ? 0 : 1,
    not_before: state === 'pending' ? at : outcome.nextAttemptAt,
    relay: relayId ?? null,
    deferred_at: state === 'deferred' && !isHeldBack ? at : null,
    ended_at: isOpen ? null : at,
  };
}

const toStart = (start: Attempt): StartRecord => keyRecord(start);

function toClose({ customerId, campaignId, n, attempt }: BatchClaim): CloseRecord {
  return { customer: customerId, campaign: campaignId, n, attempt };
}
