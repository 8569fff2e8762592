// What is written about messages that lanes hold: outcomes, and `in_flight` before a message's data goes out. Both are
// guarded by the lease, so that a worker that was declared dead changes nothing that was given to others.
import { sql } from 'kysely';
import { suppressRejected } from '../bounces/suppress-returned.ts';
import { addToCounters, type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { recordStatement, statement } from '../storage/statement.ts';
import type { MessageState } from '../storage/tables.ts';
import { holdLease } from './lease.ts';

/** What became of a message. `pending`: no byte of it went out; it goes back without having counted as an attempt. */
export type Outcome = {
  messageId: number;
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
export type Turn = { outcomes: readonly Outcome[]; starts: readonly number[] };

/**
 * Commits a turn of the worker that owns `leaseId`.
 * Repeating a turn whose commit was not heard of changes nothing twice: outcomes ask for `in_flight`, starts take a row
 * that already is.
 * @returns ids of `starts` that may go out now. The others may not: paused, marked, removed, unsubscribed, or the lease
 *   is no longer ours.
 */
export function commitTurn(db: Db, leaseId: number, turn: Turn, now: number): Promise<Set<number>> {
  // In the order of ids, as everyone who locks several messages.
  const outcomes = turn.outcomes.toSorted((a, b) => a.messageId - b.messageId);
  return inTransaction(db, async (tx) => {
    const deltas: CounterDeltas = new Map();
    // Recovery removes the lease first: it waits for this transaction, or this one sees what it has done.
    const held = await holdLease(tx, leaseId);
    if (outcomes.length > 0) await (held ? recordOutcomes : recordLate)(tx, leaseId, outcomes, deltas);
    const started =
      held && turn.starts.length > 0 ? (await putInFlight(tx, { ids: turn.starts, leaseId, now })).rows : [];
    await suppressRejected(
      tx,
      outcomes.filter((outcome) => outcome.isHardBounce),
      now,
    );
    await addToCounters(tx, deltas); // last: rows of messages are always locked before rows of counters
    return new Set(started.map((row) => row.id));
  });
}

async function recordOutcomes(tx: Tx, leaseId: number, outcomes: readonly Outcome[], deltas: CounterDeltas) {
  for (const row of await writeOutcomes(tx, outcomes, 'in_flight', leaseId)) {
    countOutcome(deltas, row.campaign_id, row.state);
  }
}

/** Somebody thought us dead and wrote `uncertain`; we know better, and the row still names our lease. */
async function recordLate(tx: Tx, leaseId: number, outcomes: readonly Outcome[], deltas: CounterDeltas) {
  const known = outcomes.filter((outcome) => outcome.state === 'accepted' || outcome.state === 'rejected');
  if (known.length === 0) return;
  for (const row of await writeOutcomes(tx, known, 'uncertain', leaseId)) {
    countInto(deltas, row.campaign_id, 'uncertain', -1);
    countOutcome(deltas, row.campaign_id, row.state);
  }
}

// A plus before a column keeps the planners from its index. Only the few ids may lead: with statistics from before the
// campaign (or none, on SQLite) all rows of the lease, or of the campaign, would be walked for each turn.

type Written = { id: number; campaign_id: number; state: MessageState };

const RECORD = {
  message_id: 'number',
  outcome: 'text',
  tries: 'number',
  answer: 'text',
  not_before: 'number',
  relay: 'number',
  deferred_at: 'number',
  ended_at: 'number',
} as const;

type OutcomeRecord = { [name in keyof typeof RECORD]: number | string | null };

const write = recordStatement<{ leaseId: number; state: string }, OutcomeRecord, Written>(
  { members: RECORD, key: 'message_id', column: 'message.id' },
  (_, { member, value, from, isRecord }) => sql`update message
    set state = ${member('outcome')}, attempts = attempts + ${member('tries')}, reply = coalesce(${member('answer')}, reply),
      lease_id = null, relay_id = coalesce(${member('relay')}, relay_id),
      deferred_since = coalesce(deferred_since, ${member('deferred_at')}),
      next_attempt_at = ${member('not_before')}, finished_at = ${member('ended_at')}
    ${from}
    where ${isRecord} and +lease_id = ${value('leaseId')}
      and (state = ${value('state')} or (state = 'claimed' and ${member('tries')} = 0))
    returning id, campaign_id, state`,
);

async function writeOutcomes(
  tx: Tx,
  outcomes: readonly Outcome[],
  from: 'in_flight' | 'uncertain',
  leaseId: number,
): Promise<Written[]> {
  const records = outcomes.map((outcome) => toRecord(outcome, from === 'uncertain'));
  return write(tx, { leaseId, state: from }, records);
}

/** `isCounted`: the attempt was counted when the message became uncertain. */
function toRecord(outcome: Outcome, isCounted: boolean): OutcomeRecord {
  const { state, relayId } = outcome;
  const isHeldBack = state === 'deferred' && relayId === undefined;
  const isOpen = state === 'pending' || state === 'deferred';
  return {
    message_id: outcome.messageId,
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
  if (state === 'accepted' || state === 'rejected' || state === 'uncertain' || state === 'skipped') {
    countInto(deltas, campaignId, state);
  }
}

/** The guard of every message: still claimed by us, its campaign still running, its subscriber still confirmed. */
const putInFlight = statement<{ ids: readonly number[]; leaseId: number; now: number }, { id: number }>(
  (_, { numbers, value }) => sql`update message set state = 'in_flight', in_flight_at = ${value('now')}
    where id in ${numbers('ids')} and +lease_id = ${value('leaseId')} and state in ('claimed', 'in_flight')
      and exists (select 1 from campaign where campaign.id = +message.campaign_id
        and campaign.status in ('processing', 'sending'))
      and exists (select 1 from subscriber where subscriber.id = +message.subscriber_id
        and subscriber.status = 'confirmed')
    returning id`,
);
