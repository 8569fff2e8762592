// Ends messages that were not sent, or whose outcome nobody knows: rows of work, or members of a
// batch, become messages.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../storage/db.ts';
import { allAtOnce, numberSet, recordSet } from '../storage/dialect.ts';
import type { KeyRow } from './keys.ts';
import type { Reason, ReasonOf } from './reasons.ts';
import { mayLeave, stateAfter } from './states.ts';
import type { Flight } from './turn/in-flight.ts';

/**
 * How the messages end. `isTried`: counts as another try. `leaseId`: the lease that may still
 * report another outcome, if any.
 */
export type EndDetails = {
  event: 'accept' | 'lose' | 'giveUp' | 'skip' | 'forget';
  reason: Reason | null;
  detail?: string | undefined;
  isTried?: boolean | undefined;
  leaseId?: number | undefined;
  at: number;
};

/**
 * @param which a condition on table `work`; its rows are locked, or nobody else changes them.
 * @returns those that ended
 */
export async function endWork(tx: Tx, which: RawBuilder<SqlBool>, ending: EndDetails): Promise<KeyRow[]> {
  const { event, reason, detail, isTried = false, leaseId, at } = ending;
  const keepsReply = event === 'skip';
  const ends = sql`${which} and ${mayLeave('work', event)}`;
  const columns = sql`customer_id, campaign_id, subscriber_id, state, attempts, in_flight_at, finished_at, deferred_since,
    relay_id, lease_id, attempt, reason, detail, reply`;
  const values = sql`customer_id, campaign_id, subscriber_id, ${stateAfter(event)}, attempts + ${sql.lit(isTried ? 1 : 0)},
    in_flight_at, cast(${at} as bigint), deferred_since, relay_id, cast(${leaseId ?? null} as bigint),
    ${leaseId === undefined ? sql`cast(null as bigint)` : sql`attempt`}, cast(${reason} as text),
    cast(${detail ?? null} as text), ${keepsReply ? sql`reply` : sql`cast(null as text)`}`;
  const done = sql`on conflict (customer_id, campaign_id, subscriber_id) do nothing
    returning customer_id, campaign_id, subscriber_id`;
  if (allAtOnce(tx)) {
    const ended = await sql<KeyRow>`with gone as (delete from work where ${ends} returning *)
      insert into message (${columns}) select ${values} from gone ${done}`.execute(tx);
    return ended.rows;
  }
  const ended =
    await sql<KeyRow>`insert into message (${columns}) select ${values} from work where ${ends} ${done}`.execute(tx);
  await sql`delete from work where ${ends}`.execute(tx);
  return ended.rows;
}

/** Ends messages that were in flight without a row, when they are in no list any more. */
export async function endFlights(
  tx: Tx,
  customerId: number,
  flights: readonly Flight[],
  ending: EndDetails,
): Promise<KeyRow[]> {
  const { event, reason, detail, isTried = false, leaseId, at } = ending;
  const records = flightRecords(customerId, flights);
  if (records.length === 0) return [];
  const ended =
    await sql<KeyRow>`insert into message (customer_id, campaign_id, subscriber_id, state, attempts, in_flight_at,
      finished_at, lease_id, attempt, reason, detail)
    select r.customer, r.campaign, r.subscriber, ${stateAfter(event)}, ${sql.lit(isTried ? 1 : 0)}, r.at, cast(${at} as bigint),
      cast(${leaseId ?? null} as bigint), ${leaseId === undefined ? sql`cast(null as bigint)` : sql`r.attempt`},
      cast(${reason} as text), cast(${detail ?? null} as text)
    from ${recordSet(tx, records, FLIGHT)} as r where true
    on conflict (customer_id, campaign_id, subscriber_id) do nothing
    returning customer_id, campaign_id, subscriber_id`.execute(tx);
  return ended.rows;
}

/** The same messages, tried once, are to be sent again, from `at` (ms) on. */
export async function sendFlightsAgain(
  tx: Tx,
  customerId: number,
  flights: readonly Flight[],
  at: number,
): Promise<void> {
  const records = flightRecords(customerId, flights);
  if (records.length === 0) return;
  await sql`insert into work (customer_id, campaign_id, subscriber_id, state, attempts, next_attempt_at, in_flight_at)
    select r.customer, r.campaign, r.subscriber, ${stateAfter('sendAgain')}, 1, cast(${at} as bigint), r.at
    from ${recordSet(tx, records, FLIGHT)} as r where true
    on conflict (customer_id, campaign_id, subscriber_id) do nothing`.execute(tx);
}

const FLIGHT = {
  customer: 'number',
  campaign: 'number',
  subscriber: 'number',
  attempt: 'number',
  at: 'number',
} as const;

const flightRecords = (customer: number, flights: readonly Flight[]) =>
  flights.map((flight) => ({ customer, ...flight }));

/** A recipient that may not get the message any more. */
export type SkippedRecipient = { skip: number; reason: ReasonOf<'skipped'> };

/** Skips members of a batch that are still to do. */
export async function skipMembers(
  tx: Tx,
  { customerId, campaignId }: { customerId: number; campaignId: number },
  skipped: readonly SkippedRecipient[],
  at: number,
): Promise<void> {
  for (const [reason, some] of Map.groupBy(skipped, (one) => one.reason)) {
    const ids = numberSet(
      tx,
      some.map(({ skip }) => skip),
    );
    await sql`insert into message (customer_id, campaign_id, subscriber_id, state, attempts, finished_at, reason)
      select cast(${customerId} as bigint), cast(${campaignId} as bigint), members.value, ${stateAfter('skip')}, 0,
        cast(${at} as bigint), cast(${reason} as text)
      from ${idsFrom(ids)} where true`.execute(tx);
  }
}

/** Skips rows of work of a campaign. */
export async function skipWork(
  tx: Tx,
  { customerId, campaignId, now }: { customerId: number; campaignId: number; now: number },
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

/** A set of numbers as a table of one column. */
function idsFrom(ids: RawBuilder<number>): RawBuilder<unknown> {
  return sql`${ids} as members`;
}
