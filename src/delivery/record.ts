// What is written about messages that lanes hold: outcomes, and `in_flight` before a message's data goes out. Both are
// guarded by the lease, so that a worker that was declared dead changes nothing that was given to others; and by the
// attempt, so that a statement which arrives late (a stalled server, a frozen proxy; by then it was repeated over another
// connection) changes nothing of what the same worker did with the message since.
import { suppressRejected } from '../bounces/suppress-returned.ts';
import { addToCounters, type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { holdLease } from '../coordination/lease.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import type { MessageState } from '../storage/tables.ts';
import {
  type Attempt,
  COUNTED,
  canWriteTurn,
  type OutcomeRecord,
  putInFlight,
  writeOutcomes,
  writeTurn,
} from './record-statements.ts';

/** What became of a message. `pending`: no byte of it went out; it goes back without having counted as an attempt. */
export type Outcome = {
  messageId: number;
  /** The attempt that it is the outcome of. */
  attempt: number;
  state: 'accepted' | 'deferred' | 'rejected' | 'uncertain' | 'skipped' | 'pending';
  /** What the mail server answered, or what happened instead. */
  reply: string | null;
  /** Instant in ms before which a deferred message is not tried again. */
  nextAttemptAt: number | null;
  /** Which relay answered; absent when none was asked. A deferred message without one was held back by ourselves. */
  relayId?: number | undefined;
  /** The answer says that nobody can write to this address. */
  isHardBounce?: boolean | undefined;
  /** Instant in ms. */
  at: number;
};

/** One write transaction's worth: outcomes to record, and messages (never sent yet) to put in flight. */
export type Turn = { outcomes: readonly Outcome[]; starts: readonly Attempt[] };

/**
 * Commits a turn of the worker that owns `leaseId`.
 * Repeating a turn whose commit was not heard of changes nothing twice: outcomes ask for `in_flight`, starts take a row
 * that already is. However late the first one arrives, it finds its attempts ended or claimed anew.
 * @returns ids of `starts` that may go out now. The others may not: paused, marked, removed, unsubscribed, or the lease
 *   is no longer ours.
 */
export async function commitTurn(db: Db, leaseId: number, turn: Turn, now: number): Promise<Set<number>> {
  // In the order of ids, as everyone who locks several messages.
  const outcomes = turn.outcomes.toSorted((a, b) => a.messageId - b.messageId);
  if (canWriteTurn(db) && !outcomes.some((outcome) => outcome.isHardBounce)) {
    const started = await commitAtOnce(db, leaseId, { outcomes, starts: turn.starts }, now);
    if (started) return started;
  }
  return inTransaction(db, async (tx) => {
    const deltas: CounterDeltas = new Map();
    // Recovery removes the lease first: it waits for this transaction, or this one sees what it has done.
    const held = await holdLease(tx, leaseId);
    if (outcomes.length > 0) await (held ? recordOutcomes : recordLate)(tx, leaseId, outcomes, deltas);
    const started = held ? await startAll(tx, leaseId, turn.starts, now) : new Set<number>();
    await suppressRejected(
      tx,
      outcomes.filter((outcome) => outcome.isHardBounce),
      now,
    );
    await addToCounters(tx, deltas); // last: rows of messages are always locked before rows of counters
    return started;
  });
}

async function startAll(tx: Tx, leaseId: number, starts: readonly Attempt[], now: number): Promise<Set<number>> {
  const started = new Set<number>();
  for (const [attempt, of] of Map.groupBy(starts, (start) => start.attempt)) {
    const { rows } = await putInFlight(tx, { ids: of.map(({ id }) => id), attempt, leaseId, now });
    for (const { id } of rows) started.add(id);
  }
  return started;
}

/** The turn in one statement; undefined when our lease is gone: then nothing was written. */
async function commitAtOnce(
  db: Db,
  leaseId: number,
  { outcomes, starts }: Turn,
  now: number,
): Promise<Set<number> | undefined> {
  const records = outcomes.map((outcome) => toRecord(outcome, false));
  const keys = outcomes.map((outcome) => outcome.messageId);
  const startIds = starts.map(({ id }) => id);
  const attempts = [...new Set(starts.map(({ attempt }) => attempt))];
  const turn = { leaseId, state: 'in_flight', records, keys, ids: startIds, attempts, now } as const;
  const { rows } = await writeTurn(db, turn);
  const ids = rows.map((row) => row.id);
  return ids.includes(null) ? new Set(ids.filter((id) => id !== null)) : undefined;
}

async function recordOutcomes(tx: Tx, leaseId: number, outcomes: readonly Outcome[], deltas: CounterDeltas) {
  const records = outcomes.map((outcome) => toRecord(outcome, false));
  for (const row of await writeOutcomes(tx, { leaseId, state: 'in_flight' }, records)) {
    countOutcome(deltas, row.campaign_id, row.state);
  }
}

/** Somebody thought us dead and wrote `uncertain`; we know better, and the row still names our lease and attempt. */
async function recordLate(tx: Tx, leaseId: number, outcomes: readonly Outcome[], deltas: CounterDeltas) {
  const known = outcomes.filter((outcome) => outcome.state === 'accepted' || outcome.state === 'rejected');
  if (known.length === 0) return;
  const records = known.map((outcome) => toRecord(outcome, true));
  for (const row of await writeOutcomes(tx, { leaseId, state: 'uncertain' }, records)) {
    countInto(deltas, row.campaign_id, 'uncertain', -1);
    countOutcome(deltas, row.campaign_id, row.state);
  }
}

/** `isCounted`: the attempt was counted when the message became uncertain. */
function toRecord(outcome: Outcome, isCounted: boolean): OutcomeRecord {
  const { state, relayId } = outcome;
  const isHeldBack = state === 'deferred' && relayId === undefined;
  const isOpen = state === 'pending' || state === 'deferred';
  return {
    message_id: outcome.messageId,
    attempt: outcome.attempt,
    outcome: state,
    tries: state === 'pending' || isHeldBack || isCounted ? 0 : 1,
    answer: outcome.reply,
    not_before: outcome.nextAttemptAt,
    relay: relayId ?? null,
    deferred_at: state === 'deferred' && !isHeldBack ? outcome.at : null,
    ended_at: isOpen ? null : outcome.at,
  };
}

function countOutcome(deltas: CounterDeltas, campaignId: number, state: MessageState): void {
  const counter = COUNTED.find((name) => name === state);
  if (counter) countInto(deltas, campaignId, counter);
}
