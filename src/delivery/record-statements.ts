// The statements of a turn. On SQLite each is run by itself; where a statement costs a round trip, one does it all.
import { type RawBuilder, sql } from 'kysely';
import { allAtOnce, keepRow } from '../storage/dialect.ts';
import { type Places, type RecordPlaces, recordPlaces, recordStatement, statement } from '../storage/statement.ts';
import type { Db, MessageState } from '../storage/tables.ts';

// A plus before a column keeps the planners from its index. Only the few ids may lead: with statistics from before the
// campaign (or none, on SQLite) all rows of the lease, or of the campaign, would be walked for each turn.

/** An outcome as its statement takes it. */
export type OutcomeRecord = { [name in keyof typeof MEMBERS]: number | string | null };

/** Which attempt at which message: the number that its claim gave it, new with every claim (claim.ts). */
export type Attempt = { readonly id: number; readonly attempt: number };

const MEMBERS = {
  message_id: 'number',
  attempt: 'number',
  outcome: 'text',
  tries: 'number',
  answer: 'text',
  not_before: 'number',
  relay: 'number',
  deferred_at: 'number',
  ended_at: 'number',
} as const;

const SHAPE = { members: MEMBERS, key: 'message_id', column: 'message.id' } as const;

type From = { leaseId: number; state: string };

/** @param held condition that is false when our lease is gone */
function outcomesText(places: RecordPlaces<From, OutcomeRecord>, held = sql``): RawBuilder<unknown> {
  const { member, value, from, isRecord } = places;
  return sql`update message
    set state = ${member('outcome')}, attempts = attempts + ${member('tries')}, reply = coalesce(${member('answer')}, reply),
      lease_id = null, relay_id = coalesce(${member('relay')}, relay_id),
      deferred_since = coalesce(deferred_since, ${member('deferred_at')}),
      next_attempt_at = ${member('not_before')}, finished_at = ${member('ended_at')}
    ${from}
    where ${isRecord} and message.attempt = ${member('attempt')} and +lease_id = ${value('leaseId')}
      and (state = ${value('state')} or (state = 'claimed' and ${member('tries')} = 0)) ${held}
    returning id, campaign_id, state`;
}

type Starts = { ids: readonly number[]; leaseId: number; now: number };
type StartsOfClaim = Starts & { attempt: number };

/**
 * The guard of every message: still claimed by us in this attempt, its campaign still running, its subscriber still confirmed. Of a single
 * mail: not deleted, its customer still active. The offsets, which skip nothing, keep PostgreSQL from reading whole tables
 * instead of probing: as a join the guard took 100 ms a turn with 5,000 messages claimed, as probes 0.4 ms.
 */
function startsText(
  { numbers, value }: Places<Starts>,
  { isAttempt, held = sql`` }: { isAttempt: RawBuilder<unknown>; held?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`update message set state = 'in_flight', in_flight_at = ${value('now')}
    where message.id in ${numbers('ids')} and ${isAttempt} and +lease_id = ${value('leaseId')} and state in ('claimed', 'in_flight')
      and exists (select 1 from campaign where campaign.id = +message.campaign_id
        and campaign.status in ('processing', 'sending'))
      and (exists (select 1 from subscriber where subscriber.id = +message.subscriber_id
        and subscriber.status = 'confirmed' limit 1 offset 0)
      or exists (select 1 from email join customer on customer.id = email.customer_id
        where email.id = -message.subscriber_id and email.deleted_at is null and customer.status = 'active'
        limit 1 offset 0)) ${held}
    returning message.id`;
}

/** A message whose outcome was written. */
export type Written = { id: number; campaign_id: number; state: MessageState };

/** Writes outcomes of messages that are ours and in `state`, or claimed and not tried. */
export const writeOutcomes = recordStatement<From, OutcomeRecord, Written>(SHAPE, (_, places) => outcomesText(places));

/** Puts messages of one claim in flight; gives those that may go out. */
export const putInFlight = statement<StartsOfClaim, { id: number }>((_, places) =>
  startsText(places as Places<Starts>, { isAttempt: sql`message.attempt = ${places.value('attempt')}` }),
);

type WholeTurn = Starts & {
  state: 'in_flight';
  records: readonly OutcomeRecord[];
  keys: readonly number[];
  /** Of all starts. A message that was claimed anew since has a later one than any of them. */
  attempts: readonly number[];
};

/** Whether `writeTurn` can be used on this store. */
export const canWriteTurn: (db: Db) => boolean = allAtOnce;

/**
 * A whole turn in one statement: outcomes, what becomes in flight, and the counters. The lease is held first, so that who
 * takes it away waits, or this one changes nothing; rows of counters are locked last, in the order of their campaigns.
 * @returns ids that may go out, and a row without one when the lease is ours
 */
export const writeTurn = statement<WholeTurn, { id: number | null }>((db, places) => {
  const { value } = places;
  const isHeld = sql`and exists (select 1 from held)`;
  const count = (state: MessageState) => sql`count(*) filter (where state = ${sql.lit(state)}) as ${sql.ref(state)}`;
  const add = (state: MessageState) =>
    sql`${sql.ref(state)} = campaign_counter.${sql.ref(state)} + sums.${sql.ref(state)}`;
  return sql`with held as (select id from lease where id = ${value('leaseId')} ${keepRow(db)}),
    done as (${outcomesText(recordPlaces(SHAPE, places), isHeld)}),
    started as (${startsText(places as Places<Starts>, {
      isAttempt: sql`message.attempt = any(${value('attempts')}::bigint[])`,
      held: isHeld,
    })}),
    sums as (select campaign_id, ${sql.join(COUNTED.map(count))} from done group by campaign_id),
    locked as (select campaign_id from campaign_counter where campaign_id in (select campaign_id from sums)
      order by campaign_id for update),
    counted as (update campaign_counter set ${sql.join(COUNTED.map(add))} from sums join locked using (campaign_id)
      where campaign_counter.campaign_id = sums.campaign_id)
    select id from started union all select null from held`;
});

/** States that have a counter of their own. */
export const COUNTED = ['accepted', 'rejected', 'uncertain', 'skipped'] as const satisfies readonly MessageState[];
