// Writes about messages that lanes have: outcomes, and that a message is in flight, before its data
// is sent. Guarded by the hold on its customer, so that a worker that was declared dead changes
// nothing that others have; by the number of the turn, so that a late one, repeated over another
// connection meanwhile, does nothing; and by the attempt, so that nothing is written about a later
// claim.
import { suppressRejected } from '../bounces/suppress-returned.ts';
import { addToCounters, type CounterDeltas, countInto, slotFor } from '../campaigns/counters.ts';
import { type Held, holdTurn, writeFlights } from '../messages/turn/hold.ts';
import type { StartedWork } from '../messages/turn/records.ts';
import {
  closeBatches,
  releaseBatches,
  startableMembers,
  startWork,
  writeFlightEnds,
  writeFlightWaits,
  writeMemberWaits,
  writeWorkEnds,
  writeWorkWaits,
} from '../messages/turn/steps.ts';
import { writeTurn } from '../messages/turn/whole.ts';
import { type Attempt, nameOfAttempt } from '../messages/turn.ts';
import { recordLate } from '../messages/uncertain/late.ts';
import { tellDeferred, tellEnded } from '../messages/webhook-facts.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { asksTogether } from '../storage/dialect/spread.ts';
import { byCustomer } from '../storage/statement.ts';
import { partOf, type Turn } from './outcome.ts';
import { acceptArrived, needsSteps } from './turns/arrived.ts';
import { changeHolds, customersOf, recordsOf, type TurnRecords } from './turns/records.ts';

let turns = 0;

/** The next number of this thread's turns, whichever of its workers writes them. */
export function nextTurnNumber(): number {
  turns += 1;
  return turns;
}

/** What a worker knows of its holds on customers, as its last turn left them. */
export type KnownHolds = Map<number, Held>;

export type TurnDetails = {
  /** The turn's number, higher than those of all earlier commits. */
  n?: number;
  /**
   * Called with the part of each customer that failed while another one was written; absent: then
   * all fails.
   */
  setAside?: ((part: Turn) => void) | undefined;
  /** The worker's own, the same for all of its turns; without it the store is asked. */
  known?: KnownHolds;
};

/**
 * Commits a turn of the worker with the lease `leaseId`. Repeating a turn whose commit was not
 * heard of changes nothing twice: outcomes require that the message is in flight, starts accept one
 * that is already. However late the first one arrives, it does nothing after the repetition.
 * @returns those of `starts` that may be sent now. The others may not: paused, ended, removed,
 * unsubscribed, suppressed, claimed anew since, or the lease is no longer ours.
 */
export async function commitTurn(
  db: Db,
  leaseId: number,
  turn: Turn,
  now: number,
  { n = nextTurnNumber(), setAside, known = new Map() }: TurnDetails = {},
): Promise<ReadonlySet<Attempt>> {
  const parts = turnsOf(db, turn);
  const of = { leaseId, n, now, known };
  const [whole] = parts;
  if (whole && parts.length === 1) return commitPart(db, of, whole);
  const written = await Promise.allSettled(parts.map((part) => commitPart(db, of, part)));
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
  return customers.map(([one]) => partOf({ outcomes, starts, closes }, (customerId) => customerId === one));
}

type Commit = { leaseId: number; n: number; now: number; known: KnownHolds };

async function commitPart(db: Db, of: Commit, turn: Turn): Promise<ReadonlySet<Attempt>> {
  const customers = customersOf(turn);
  if (customers.length === 0) return new Set();
  const holds = customers.flatMap((customer) => of.known.get(customer) ?? []);
  const isWhole = holds.length === customers.length && !turn.outcomes.some(needsSteps);
  if (!isWhole || !asksTogether(db)) return commitInSteps(db, of, turn);
  const records = recordsOf(turn, holds);
  if (records.memberWaits.length > 0 || records.releases.length > 0) return commitInSteps(db, of, turn);
  for (const customer of customers) of.known.delete(customer); // until it is written nobody knows what the store has
  changeHolds(holds, turn, of);
  const { customers: written, startedWork } = await writeTurn(db, of, records, holds);
  for (const hold of holds) if (written.has(hold.customer)) of.known.set(hold.customer, { ...hold, n: of.n });
  const names = new Set(startedWork.map(nameOfStarted));
  const started = new Set(
    turn.starts.filter((start) => (start.batch ? written.has(start.customerId) : names.has(nameOfAttempt(start)))),
  );
  if (written.size === customers.length) return started;
  return started.union(
    await commitInSteps(
      db,
      of,
      partOf(turn, (customerId) => !written.has(customerId)),
    ),
  );
}

async function commitInSteps(db: Db, { leaseId, n, now, known }: Commit, turn: Turn): Promise<ReadonlySet<Attempt>> {
  const customers = customersOf(turn);
  const before = new Map(
    customers.flatMap((customer) => known.get(customer) ?? []).map((hold) => [hold.customer, hold]),
  );
  for (const customer of customers) known.delete(customer); // until it is written nobody knows what the store has
  let holds: readonly Held[] = [];
  const started = await inTransaction(db, async (tx) => {
    const deltas: CounterDeltas = new Map();
    // Recovery removes the hold first: it waits for this transaction, or this one sees its result.
    const hold = await holdTurn(tx, { leaseId, n }, customers, before);
    if (hold === 'late') return new Set<Attempt>();
    holds = hold === 'gone' ? [] : hold;
    const records = recordsOf(turn, holds);
    const names = new Set(hold === 'gone' ? [] : await writeSteps(tx, { leaseId, now, deltas }, records));
    if (hold === 'gone') await recordLate(tx, leaseId, records, deltas, now);
    await acceptArrived(tx, turn, deltas, now);
    const started = new Set(turn.starts.filter((start) => names.has(nameOfAttempt(start))));
    changeHolds(holds, turn, { started, now });
    for (const hold of holds) await writeFlights(tx, { leaseId, hold });
    await suppressRejected(
      tx,
      turn.outcomes.filter((outcome) => outcome.isHardBounce),
      now,
    );
    // Last: rows of messages are always locked before rows of counters.
    await addToCounters(tx, deltas, slotFor(tx, leaseId, n));
    return started;
  });
  for (const hold of holds) known.set(hold.customer, hold);
  return started;
}

/** @returns the names of attempts that may go out */
async function writeSteps(
  tx: Tx,
  { leaseId, now, deltas }: { leaseId: number; now: number; deltas: CounterDeltas },
  {
    flightEnds,
    flightWaits,
    workEnds,
    workWaits,
    memberWaits,
    memberStarts,
    workStarts,
    closes,
    releases,
  }: TurnRecords,
): Promise<string[]> {
  // Released batches first: after that, none of their members can be started.
  await releaseBatches(tx, { leaseId }, releases);
  await tellDeferred(tx, [
    ...(await writeFlightWaits(tx, { leaseId }, flightWaits)),
    ...(await writeWorkWaits(tx, { leaseId }, workWaits)),
  ]);
  await writeMemberWaits(tx, { leaseId }, memberWaits);
  const ended = [
    ...(await writeFlightEnds(tx, { leaseId }, flightEnds)),
    ...(await writeWorkEnds(tx, { leaseId }, workEnds)),
  ];
  await tellEnded(tx, ended);
  for (const { customer_id, campaign_id, state } of ended) {
    countInto(deltas, { customerId: customer_id, campaignId: campaign_id }, state);
  }
  await closeBatches(tx, { leaseId }, closes);
  await releaseBatches(tx, { leaseId }, closes); // those that were not complete after all
  const members = await startableMembers(tx, { leaseId }, memberStarts);
  const startedWork = await startWork(tx, { leaseId, now }, workStarts);
  const memberNames = members.map(({ campaign, subscriber, attempt }) =>
    nameOfAttempt({ campaignId: campaign, subscriberId: subscriber, attempt }),
  );
  return [...memberNames, ...startedWork.map(nameOfStarted)];
}

const nameOfStarted = ({ campaign_id: campaignId, subscriber_id: subscriberId, attempt }: StartedWork): string =>
  nameOfAttempt({ campaignId, subscriberId, attempt });
