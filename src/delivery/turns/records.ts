// A turn as its statements take it: records in the order of keys, as everyone sorts who locks
// several messages; messages in flight without a row apart from rows of work.
import type { Held } from '../../messages/turn/hold.ts';
import type { Flight } from '../../messages/turn/in-flight.ts';
import type {
  BatchRecord,
  FlightRecord,
  KeyRecord,
  OutcomeRecord,
  WholeTurn,
  WorkStartRecord,
} from '../../messages/turn/records.ts';
import type { Attempt, BatchClaim } from '../../messages/turn.ts';
import type { Outcome, Turn } from '../outcome.ts';

/** The records of a turn, those too that are written by steps only. */
export type TurnRecords = WholeTurn & {
  /** Members of batches that are deferred before they were in flight; most have no row yet. */
  memberWaits: readonly OutcomeRecord[];
  releases: readonly BatchRecord[];
};

/** The customers of a turn, in order. */
export function customersOf({ outcomes, starts, closes = [] }: Turn): number[] {
  const customers = [...outcomes, ...starts, ...closes].map(({ customerId }) => customerId);
  return [...new Set(customers)].sort((a, b) => a - b);
}

/**
 * @param holds on its customers, as they are before it; nothing begins that is of another one, as
 * it could not be in a list
 */
export function recordsOf({ outcomes, starts, closes = [] }: Turn, holds: readonly Held[]): TurnRecords {
  const flights = new Map(holds.map((hold) => [hold.customer, hold.flights]));
  const flightOf = ({ customerId, id, attempt }: Attempt): Flight | undefined => {
    const flight = flights.get(customerId)?.get(id);
    return flight?.attempt === attempt ? flight : undefined;
  };
  const records: Record<'flightEnds' | 'flightWaits', FlightRecord[]> &
    Record<'workEnds' | 'workWaits' | 'memberWaits', OutcomeRecord[]> = {
    flightEnds: [],
    flightWaits: [],
    workEnds: [],
    workWaits: [],
    memberWaits: [],
  };
  const releases = new Set<BatchClaim>();
  for (const outcome of outcomes.toSorted(byKey)) {
    const { state, isUnstarted, batch } = outcome;
    const record = toRecord(outcome);
    const isOpen = state === 'deferred' || state === 'pending';
    const flight = flightOf(outcome);
    if (flight) records[isOpen ? 'flightWaits' : 'flightEnds'].push({ ...record, in_flight_at: flight.at });
    else records[isOpen ? 'workWaits' : 'workEnds'].push(record);
    if (isUnstarted === true && batch && state === 'pending') releases.add(batch);
    if (isUnstarted === true && batch && state === 'deferred' && !flight) records.memberWaits.push(record);
  }
  const sorted = starts.toSorted(byKey);
  return {
    ...records,
    memberStarts: sorted.flatMap(({ batch, ...start }) =>
      batch && flights.has(start.customerId) ? [{ ...toStart(start), batch: batch.n }] : [],
    ),
    workStarts: sorted.filter(({ batch }) => batch === null).map(toStart),
    closes: closes.map(toBatch),
    releases: [...releases].map(toBatch),
  };
}

/**
 * Changes holds as a turn does.
 * @param started those of its starts that are in flight now; absent: all
 */
export function changeHolds(
  holds: readonly Held[],
  { outcomes, starts }: Turn,
  { started, now: at }: { started?: ReadonlySet<Attempt>; now: number },
): void {
  const flights = new Map(holds.map((hold) => [hold.customer, hold.flights]));
  for (const { id, customerId, attempt } of outcomes) {
    const own = flights.get(customerId);
    if (own?.get(id)?.attempt === attempt) own.delete(id);
  }
  for (const start of starts) {
    const { id, customerId, campaignId: campaign, subscriberId: subscriber, attempt, batch } = start;
    if (!batch || started?.has(start) === false) continue;
    const own = flights.get(customerId);
    own?.delete(id); // so that those that begin together are beside each other
    own?.set(id, { campaign, subscriber, attempt, at });
  }
}

function byKey(a: Attempt, b: Attempt): number {
  return a.customerId - b.customerId || a.campaignId - b.campaignId || a.subscriberId - b.subscriberId;
}

function toKey({ customerId, campaignId, subscriberId, attempt }: Omit<Attempt, 'batch'>): KeyRecord {
  return { customer: customerId, campaign: campaignId, subscriber: subscriberId, attempt };
}

function toStart(start: Omit<Attempt, 'batch'>): WorkStartRecord {
  const { revision = null, changedAt: changed_at = null } = start;
  return { ...toKey(start), revision, changed_at };
}

/** What is not said is left out: it is a third of what a turn sends to a server. */
function toRecord(outcome: Outcome): OutcomeRecord {
  const { state, relayId, reason, detail, reply, at, batch } = outcome;
  const isHeldBack = relayId === undefined && (state === 'deferred' || outcome.isUnstarted === true);
  const isOpen = state === 'pending' || state === 'deferred';
  const record: OutcomeRecord = { ...toKey(outcome), state, tries: state === 'pending' || isHeldBack ? 0 : 1 };
  if (reason !== null) record.reason = reason;
  if (detail !== null) record.detail = detail;
  if (reply !== null) record.reply = reply;
  if (relayId !== undefined) record.relay = relayId;
  // What is given back was due: it waits for no time, on whichever clock.
  if (isOpen) record.not_before = state === 'pending' ? 0 : outcome.nextAttemptAt;
  else record.ended_at = at;
  if (state === 'deferred' && (!isHeldBack || outcome.isParked)) record.deferred_at = at;
  if (outcome.isUnstarted && batch) record.batch = batch.n;
  return record;
}

function toBatch({ customerId, campaignId, n, attempt }: BatchClaim): BatchRecord {
  return { customer: customerId, campaign: campaignId, n, attempt };
}
