// Recovers the messages of a lost worker. Its batches and claimed messages become pending; those in
// flight become uncertain, because nobody knows whether the mail server accepted them. A missing
// lease row counts as an expired lease.
import { sql } from 'kysely';
import { addToCounters, type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { MAX_ATTEMPTS } from '../campaigns/rules.ts';
import { type Lease, removeLease } from '../coordination/lease.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { lockRows, numberSet } from '../storage/dialect.ts';
import { idsIn } from '../storage/id-lists.ts';
import { customersToPoll, isAmong } from '../storage/spread/customers-to-poll.ts';
import { isUnbegun } from './batches.ts';
import { type EndDetails, endFlights, endWork, sendFlightsAgain } from './end.ts';
import { isMessageOf, type KeyRow, keyOf, keySet, nameOf, nameOfRecord } from './keys.ts';
import { TRANSITIONS } from './rules.ts';
import { mayLeave, stateAfter } from './states.ts';
import { heldCustomers, letGo } from './turn/hold.ts';
import type { Flight } from './turn/in-flight.ts';
import { hasArrived } from './uncertain/evidence.ts';
import { tellGivenUp, tellSettled } from './webhook-facts.ts';

/** How many messages became pending again, and how many were in flight. */
export type Recovery = { released: number; inFlight: number };

/** Messages whose lease row is missing. */
export type Orphans = Recovery & { leaseId: number };

/**
 * Takes back everything under a lease, and removes the lease, in one transaction.
 * @returns undefined when another process was first
 */
export function recoverLease(db: Db, lease: Lease, now: number): Promise<Recovery | undefined> {
  return inTransaction(db, async (tx) => {
    // The row of the lease goes first: a claim of the late owner was either committed before, or
    // finds the row gone.
    if (!(await removeLease(tx, lease))) return undefined;
    return takeAllBack(tx, lease.id, now);
  });
}

/**
 * Takes back everything under leases whose rows are missing: removed by hand, or lost when the
 * store went back in time (a restored backup, an old standby). Otherwise a claim never exists
 * without its lease: the row is there before it and removed with it.
 */
export async function recoverOrphans(db: Db, now: number): Promise<Orphans[]> {
  const holders = await db
    .selectFrom('worker_hold')
    .select('lease_id')
    .distinct()
    .where(isAmong(await customersToPoll(db, 'delivery'), 'customer_id'))
    .execute();
  // Read after them: a lease is there before its worker holds a customer.
  const leases = new Set((await db.selectFrom('lease').select('id').execute()).map(({ id }) => id));
  const orphans: Orphans[] = [];
  for (const { lease_id: leaseId } of holders) {
    if (leases.has(leaseId)) continue;
    const recovery = await inTransaction(db, (tx) => takeAllBack(tx, leaseId, now));
    // Another process may have been first.
    if (recovery.released + recovery.inFlight > 0) orphans.push({ leaseId, ...recovery });
  }
  return orphans;
}

async function takeAllBack(tx: Tx, leaseId: number, now: number): Promise<Recovery> {
  const all: Recovery = { released: 0, inFlight: 0 };
  const deltas: CounterDeltas = new Map();
  for (const customerId of await heldCustomers(tx, leaseId)) {
    const flights = await letGo(tx, leaseId, customerId); // first: a turn was either written before this, or finds it gone
    const { released, inFlight } = await takeBack(tx, { leaseId, customerId, flights }, deltas, now);
    all.released += released;
    all.inFlight += inFlight;
  }
  await addToCounters(tx, deltas); // last: rows of messages are always locked before rows of counters
  return all;
}

/** What a worker has of a customer; `flights`: what was in flight without a row. */
type Held = { leaseId: number; customerId: number; flights: readonly Flight[] };

/**
 * Takes back what a worker has of a customer, when its hold is gone.
 * The campaign's policy decides about messages in flight: hold (uncertain, never sent again; the
 * default), resend, skip. Each was a try: one that is lost with each worker is given up at last. A
 * message that was opened or clicked, or that bounced, was accepted.
 */
async function takeBack(tx: Tx, of: Held, deltas: CounterDeltas, now: number): Promise<Recovery> {
  const { leaseId, customerId } = of;
  const inFlight = await endInFlight(tx, of, deltas, now); // first: else these would be in their batches again
  const members = await sql<{ n: number }>`select count(*) as n from batch, ${idsIn(tx, 'batch.ids')}
    where batch.customer_id = ${customerId} and batch.lease_id = ${leaseId} and ${isUnbegun(tx, customerId)}`.execute(
    tx,
  );
  await tx
    .updateTable('batch')
    .set({ lease_id: null, attempt: null })
    .where('customer_id', '=', customerId)
    .where('lease_id', '=', leaseId)
    .execute();
  const claimed = await tx
    .updateTable('work')
    .set({ state: stateAfter('takeBack'), lease_id: null, attempt: null, next_attempt_at: 0 }) // it was due, on whichever clock
    .where('customer_id', '=', customerId)
    .where('lease_id', '=', leaseId)
    .where(mayLeave('work', 'takeBack'))
    .executeTakeFirst();
  return { released: Number(members.rows[0]?.n ?? 0) + Number(claimed.numUpdatedRows), inFlight };
}

type Fate = 'accept' | 'resend' | 'skip' | 'hold';

async function endInFlight(
  tx: Tx,
  { leaseId, customerId, flights }: Held,
  deltas: CounterDeltas,
  now: number,
): Promise<number> {
  const flying = flights.map(({ campaign: campaign_id, subscriber: subscriber_id }): KeyRow => {
    return { customer_id: customerId, campaign_id, subscriber_id };
  });
  // All that it has, in the order of keys: those only claimed are taken back after these.
  const { rows: locked } = await sql<KeyRow & { is_lost: unknown }>`select customer_id, campaign_id, subscriber_id,
      ${mayLeave('work', 'lose')} as is_lost from work where customer_id = ${customerId} and lease_id = ${leaseId}
    order by campaign_id, subscriber_id ${lockRows(tx)}`.execute(tx);
  const lost = [...flying, ...locked.filter((row) => Boolean(row.is_lost))];
  // Read after locking: whoever records evidence locks the row, or the list, as well.
  for (const [fate, rows] of Map.groupBy(await fatesOf(tx, lost), (row) => row.fate)) {
    const keys = rows.map(keyOf);
    const names = new Set(keys.map(nameOf));
    const some = flights.filter((flight) => names.has(nameOfRecord(flight)));
    const which = sql<boolean>`customer_id = ${customerId} and lease_id = ${leaseId}
      and (campaign_id, subscriber_id) in (select campaign, subscriber from ${keySet(tx, keys)})`;
    if (fate === 'resend') {
      await sql`update work set state = ${stateAfter('sendAgain')}, attempts = attempts + 1, lease_id = null,
          attempt = null, next_attempt_at = 0
        where ${which} and ${mayLeave('work', 'sendAgain')}`.execute(tx);
      await sendFlightsAgain(tx, customerId, some, 0);
      continue;
    }
    const ending = endingOf(fate, leaseId, now);
    const ended = [...(await endFlights(tx, customerId, some, ending)), ...(await endWork(tx, which, ending))];
    for (const row of ended) countInto(deltas, keyOf(row), TRANSITIONS[ending.event].to);
    if (fate === 'accept') await tellSettled(tx, ended, now);
    if (fate === 'skip') await tellGivenUp(tx, ended, now);
  }
  return lost.length;
}

/**
 * A message that is held or skipped keeps the lease's id: if the owner is still alive, it may
 * report the outcome. The policy says what happens while nobody knows, not against who does.
 */
function endingOf(fate: Exclude<Fate, 'resend'>, leaseId: number, at: number): EndDetails {
  const detail = 'worker lost while the message was in flight';
  switch (fate) {
    case 'accept':
      return { event: 'accept', reason: null, isTried: true, at };
    case 'skip':
      return { event: 'giveUp', reason: 'given-up', detail, isTried: true, leaseId, at };
    case 'hold':
      return { event: 'lose', reason: 'worker-lost', detail, isTried: true, leaseId, at };
  }
}

async function fatesOf(tx: Tx, rows: readonly KeyRow[]): Promise<(KeyRow & { fate: Fate })[]> {
  if (rows.length === 0) return [];
  const found = await sql<KeyRow & { fate: Fate }>`select r.customer as customer_id, r.campaign as campaign_id,
      r.subscriber as subscriber_id,
      case when ${hasArrived()} then 'accept'
        when campaign.uncertain_policy = 'resend' and coalesce(work.attempts, 0) + 1 < ${sql.lit(MAX_ATTEMPTS)}
          then 'resend'
        when campaign.uncertain_policy in ('resend', 'skip') then 'skip' else 'hold' end as fate
    from ${keySet(tx, rows.map(keyOf))} left join campaign
      on campaign.customer_id = r.customer and campaign.id = r.campaign
    left join work on ${isMessageOf('work')}`.execute(tx);
  return found.rows;
}

/**
 * Gives back what claims took without the worker knowing: the connection was lost, but the claim
 * was committed then or later. Nobody else would give it back while the lease exists.
 * @param attempts numbers of those claims
 * @returns how many rows and batches were released
 */
export async function releaseUnheard(db: Db, leaseId: number, attempts: readonly number[]): Promise<number> {
  let released = 0;
  for (const customerId of await heldCustomers(db, leaseId)) {
    const batches = await db
      .updateTable('batch')
      .set({ lease_id: null, attempt: null })
      .where('customer_id', '=', customerId)
      .where('lease_id', '=', leaseId)
      .where('attempt', 'in', numberSet(db, attempts))
      .executeTakeFirst();
    const rows = await db
      .updateTable('work')
      .set({ state: stateAfter('takeBack'), lease_id: null, attempt: null, next_attempt_at: 0 })
      .where('customer_id', '=', customerId)
      .where('lease_id', '=', leaseId)
      .where(mayLeave('work', 'takeBack'))
      .where('attempt', 'in', numberSet(db, attempts))
      .executeTakeFirst();
    released += Number(batches.numUpdatedRows) + Number(rows.numUpdatedRows);
  }
  return released;
}
