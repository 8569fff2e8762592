// The statements of a turn. On SQLite each is run by itself, row by row; where a statement costs a
// round trip, one does it all.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addedTo, slotFor } from '../campaigns/counters.ts';
import { allAtOnce, keepRow } from '../storage/dialect.ts';
import { idsIn } from '../storage/id-lists.ts';
import { type RecordPlaces, recordPlaces, recordStatement, statement } from '../storage/statement.ts';
import type { Db, EndState, Tx } from '../storage/tables.ts';
import { isSuppressed } from '../suppression/queries.ts';
import type { KeyRow, MessageKey } from './keys.ts';
import { END_STATES } from './rules.ts';

/**
 * A batch in the hands of a worker. `left`: how many of its members have no row of work or message
 * yet.
 */
export type BatchClaim = {
  readonly customerId: number;
  readonly campaignId: number;
  readonly n: number;
  readonly attempt: number;
  left: number;
};

/**
 * Which attempt at which message: the number that its claim gave it, new with every claim
 * (claim.ts). `id` names the message in memory; `batch`: where it was claimed from, null for a row
 * of work.
 */
export type Attempt = MessageKey & { readonly id: string; readonly attempt: number; readonly batch: BatchClaim | null };

/** The attempt alone. */
export function attemptOf({ id, customerId, campaignId, subscriberId, attempt, batch }: Attempt): Attempt {
  return { id, customerId, campaignId, subscriberId, attempt, batch };
}

const KEY = { customer: 'number', campaign: 'number', subscriber: 'number', attempt: 'number' } as const;
const START = { ...KEY, batch: 'number' } as const;
const CLOSE = { customer: 'number', campaign: 'number', n: 'number', attempt: 'number' } as const;
/** Members of an outcome's record. */
export const OUTCOME = {
  ...KEY,
  state: 'text',
  tries: 'number',
  reason: 'text',
  detail: 'text',
  reply: 'text',
  relay: 'number',
  not_before: 'number',
  deferred_at: 'number',
  ended_at: 'number',
  batch: 'number',
} as const;

type RecordOf<Shape> = { [name in keyof Shape]: number | string | null };
/** An outcome as its statement takes it. */
export type OutcomeRecord = RecordOf<typeof OUTCOME>;
export type StartRecord = RecordOf<typeof START>;
export type CloseRecord = RecordOf<typeof CLOSE>;

type Lease = { leaseId: number };
type Starting = Lease & { now: number };
type Members<V extends Record<string, unknown>, R extends Record<string, unknown>> = Pick<
  RecordPlaces<V, R>,
  'member' | 'value'
>;

/**
 * On table `work`: the row of the record's message, ours in this attempt. A plus keeps the planners
 * from the index of leases.
 */
function isOurs({ member, value }: Members<Lease, OutcomeRecord>): RawBuilder<SqlBool> {
  return sql<SqlBool>`work.customer_id = ${member('customer')} and work.campaign_id = ${member('campaign')}
    and work.subscriber_id = ${member('subscriber')} and work.attempt = ${member('attempt')}
    and +work.lease_id = ${value('leaseId')}`;
}

const ENDED = sql`customer_id, campaign_id, subscriber_id, state, attempts, in_flight_at, finished_at, deferred_since, relay_id,
  reason, detail, reply`;

/** Nothing is put off, or goes back, that is not ours in this attempt. */
function putOffText(places: RecordPlaces<Lease, OutcomeRecord>, held = sql``): RawBuilder<unknown> {
  const { member, from } = places;
  return sql`update work set state = ${member('state')}, attempts = work.attempts + ${member('tries')}, lease_id = null,
      attempt = null, next_attempt_at = ${member('not_before')}, reason = ${member('reason')}, detail = ${member('detail')},
      reply = coalesce(${member('reply')}, work.reply), relay_id = coalesce(${member('relay')}, work.relay_id),
      deferred_since = coalesce(work.deferred_since, ${member('deferred_at')})
    ${from} where ${isOurs(places)} and work.state in ('claimed', 'in_flight') ${held}`;
}

/**
 * The guard of every message: claimed by us in this attempt, from its batch or as a row of work;
 * its campaign running; nothing of it ended; its subscriber confirmed and not suppressed; of a
 * single mail: not deleted, its customer active. The offsets, which skip nothing, keep PostgreSQL
 * from reading whole tables instead of probing. A row that is in flight for us already was put
 * there by the same turn, whose commit was not heard of.
 */
function startText(
  { member, value, from }: RecordPlaces<Starting, StartRecord>,
  held: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const key = (table: string) => {
    const row = sql.raw<string>(table);
    return sql`${row}.customer_id = ${member('customer')} and ${row}.campaign_id = ${member('campaign')}`;
  };
  const person = (table: string) => sql`${key(table)} and ${sql.raw(table)}.subscriber_id = ${member('subscriber')}`;
  return sql`insert into work (customer_id, campaign_id, subscriber_id, state, lease_id, attempt, attempts, next_attempt_at,
      in_flight_at)
    select ${member('customer')}, ${member('campaign')}, ${member('subscriber')}, 'in_flight',
      cast(${value('leaseId')} as bigint), ${member('attempt')}, 0, 0, cast(${value('now')} as bigint) ${from}
    where (exists (select 1 from batch where ${key('batch')} and batch.n = ${member('batch')}
          and batch.lease_id = ${value('leaseId')} and batch.attempt = ${member('attempt')} limit 1 offset 0)
        or exists (select 1 from work as own where ${person('own')} and own.lease_id = ${value('leaseId')}
          and own.attempt = ${member('attempt')} limit 1 offset 0))
      and exists (select 1 from campaign where campaign.id = ${member('campaign')}
        and campaign.status in ('processing', 'sending') limit 1 offset 0)
      and (exists (select 1 from subscriber where subscriber.id = ${member('subscriber')}
          and subscriber.customer_id = ${member('customer')} and subscriber.status = 'confirmed'
          and not ${isSuppressed(sql.ref('subscriber.customer_id'), 'subscriber.email_key')} limit 1 offset 0)
        or exists (select 1 from email join customer on customer.id = email.customer_id
          where email.id = -${member('subscriber')} and email.deleted_at is null and customer.status = 'active'
          limit 1 offset 0))
      and not exists (select 1 from message where ${person('message')} limit 1 offset 0) ${held}
    on conflict (customer_id, campaign_id, subscriber_id) do update
      set state = 'in_flight', in_flight_at = excluded.in_flight_at
      where work.lease_id = excluded.lease_id and work.attempt = excluded.attempt and work.state in ('claimed', 'in_flight')
    returning customer_id, campaign_id, subscriber_id`;
}

/** On table `batch`: each of its members has a row of work or a message. */
export function isDone(db: Db | Tx): RawBuilder<SqlBool> {
  const has = (table: string) => sql`exists (select 1 from ${sql.raw(table)} as known
    where known.customer_id = batch.customer_id and known.campaign_id = batch.campaign_id and known.subscriber_id = listed.value
    limit 1 offset 0)`;
  return sql<SqlBool>`not exists (select 1 from ${idsIn(db, 'batch.ids')} where not ${has('message')} and not ${has('work')})`;
}

function isClaimed({ member, value }: Members<Lease, CloseRecord>): RawBuilder<SqlBool> {
  return sql<SqlBool>`batch.customer_id = ${member('customer')} and batch.campaign_id = ${member('campaign')}
    and batch.n = ${member('n')} and batch.attempt = ${member('attempt')} and batch.lease_id = ${value('leaseId')}`;
}

/** A message whose outcome was written. */
export type Written = { campaign_id: number; state: EndState };

/** Puts messages off that are ours, or gives them back. */
export const putOff = recordStatement<Lease, OutcomeRecord>(OUTCOME, (_, places) => putOffText(places));

/**
 * Puts members of batches off that have no row yet. Where one was put in flight by a turn that was
 * not heard of, that one.
 */
export const putOffMembers = recordStatement<Lease, OutcomeRecord>(
  OUTCOME,
  (
    _,
    { member, value, from },
  ) => sql`insert into work (customer_id, campaign_id, subscriber_id, state, attempt, attempts,
      next_attempt_at, reason, detail)
    select ${member('customer')}, ${member('campaign')}, ${member('subscriber')}, ${member('state')}, ${member('attempt')}, 0,
      ${member('not_before')}, ${member('reason')}, ${member('detail')} ${from}
    where exists (select 1 from batch where batch.customer_id = ${member('customer')} and batch.campaign_id = ${member('campaign')}
        and batch.n = ${member('batch')} and batch.attempt = ${member('attempt')} and batch.lease_id = ${value('leaseId')})
      and not exists (select 1 from message where message.customer_id = ${member('customer')}
        and message.campaign_id = ${member('campaign')} and message.subscriber_id = ${member('subscriber')})
    on conflict (customer_id, campaign_id, subscriber_id) do update
      set state = excluded.state, lease_id = null, next_attempt_at = excluded.next_attempt_at, reason = excluded.reason,
        detail = excluded.detail
      where work.lease_id = ${value('leaseId')} and work.attempt = excluded.attempt`,
);

const copyEnded = recordStatement<Lease, OutcomeRecord, Written>(
  OUTCOME,
  (_, places) => sql`insert into message (${ENDED})
    select customer_id, campaign_id, subscriber_id, ${places.member('state')}, attempts + ${places.member('tries')},
      in_flight_at, ${places.member('ended_at')}, deferred_since, coalesce(${places.member('relay')}, relay_id),
      ${places.member('reason')}, ${places.member('detail')}, ${places.member('reply')}
    from work where ${isOurs(places)} and work.state = 'in_flight'
    on conflict (customer_id, campaign_id, subscriber_id) do nothing returning campaign_id, state`,
);
const removeEnded = recordStatement<Lease, OutcomeRecord>(
  OUTCOME,
  (_, places) => sql`delete from work where ${isOurs(places)} and work.state = 'in_flight'`,
);

function endedText(places: RecordPlaces<Lease, OutcomeRecord>, held = sql``): RawBuilder<unknown> {
  const { member, from } = places;
  return sql`gone as (delete from work using ${from} where ${isOurs(places)} and work.state = 'in_flight' ${held}
      returning work.customer_id, work.campaign_id, work.subscriber_id, ${member('state')} as state,
        work.attempts + ${member('tries')} as attempts, work.in_flight_at, ${member('ended_at')} as finished_at,
        work.deferred_since, coalesce(${member('relay')}, work.relay_id) as relay_id, ${member('reason')} as reason,
        ${member('detail')} as detail, ${member('reply')} as reply),
    done as (insert into message (${ENDED}) select ${ENDED} from gone
      on conflict (customer_id, campaign_id, subscriber_id) do nothing returning customer_id, campaign_id, state)`;
}

const endTogether = recordStatement<Lease, OutcomeRecord, Written>(
  OUTCOME,
  (_, places) =>
    sql`with ${endedText({ ...places, from: sql`${places.set} as r` })} select campaign_id, state from done`,
);

/** Ends messages that are ours and in flight: the row of work becomes a message. */
export async function endMessages(tx: Tx, of: Lease, records: readonly OutcomeRecord[]): Promise<Written[]> {
  if (allAtOnce(tx)) return endTogether(tx, of, records);
  const written = await copyEnded(tx, of, records);
  await removeEnded(tx, of, records);
  return written;
}

/** Puts messages of claims in flight; gives those that may go out. */
export const startMessages = recordStatement<Starting, StartRecord, KeyRow>(START, (_, places) => startText(places));

/** Removes batches none of whose members is to do any more; see `releaseBatches` for the others. */
export const closeBatches = recordStatement<Lease, CloseRecord>(
  CLOSE,
  (db, places) => sql`delete from batch ${places.set ? sql`using ${places.set} as r` : sql``}
    where ${isClaimed(places)} and ${isDone(db)}`,
);

/** Gives batches back: what has no row of work and no message is still to do. */
export const releaseBatches = recordStatement<Lease, CloseRecord>(
  CLOSE,
  (_, places) => sql`update batch set lease_id = null, attempt = null ${places.from} where ${isClaimed(places)}`,
);

type WholeTurn = Starting & {
  n: number;
  slot: number;
  ends: readonly OutcomeRecord[];
  waits: readonly OutcomeRecord[];
  starts: readonly StartRecord[];
  closes: readonly CloseRecord[];
};

/** Whether `writeTurn` can be used on this store. */
export const canWriteTurn: (db: Db) => boolean = allAtOnce;

/** Of the counters' rows that a worker writes. */
export const slotOfWorker = (db: Db, leaseId: number): number => slotFor(db, leaseId);

/**
 * A whole turn in one statement: outcomes, what becomes in flight, batches that are done, and the
 * counters. The lease is held first, so that who takes it away waits, or this one changes nothing;
 * then the number of the turn, so that a late one changes nothing (hold.ts).
 * @returns keys that may go out, and a row of nulls when the turn was ours to write
 */
export const writeTurn = statement<WholeTurn, { [name in keyof KeyRow]: number | null }>((db, places) => {
  const { value } = places;
  const held = sql`and exists (select 1 from turned)`;
  const ends = recordPlaces<WholeTurn, OutcomeRecord>('ends', OUTCOME, places);
  const waits = recordPlaces<WholeTurn, OutcomeRecord>('waits', OUTCOME, places);
  const starts = recordPlaces<WholeTurn, StartRecord>('starts', START, places);
  const closes = recordPlaces<WholeTurn, CloseRecord>('closes', CLOSE, places);
  const counts = END_STATES.map((state) => sql`count(*) filter (where state = ${sql.lit(state)})`);
  return sql`with held as (select id from lease where id = ${value('leaseId')} ${keepRow(db)}),
    turned as (insert into worker_turn (lease_id, n) select id, ${value('n')} from held
      on conflict (lease_id) do update set n = excluded.n where worker_turn.n < excluded.n returning lease_id),
    ${endedText({ ...ends, from: sql`${ends.set} as r` }, held)},
    waiting as (${putOffText(waits, held)}),
    closed as (delete from batch using ${closes.set} as r where ${isClaimed(closes)} and ${isDone(db)} ${held}),
    left_over as (update batch set lease_id = null, attempt = null ${closes.from} where ${isClaimed(closes)}
      and not (${isDone(db)}) ${held}),
    started as (${startText(starts, held)}),
    counted as (insert into campaign_counter (customer_id, campaign_id, slot, ${sql.join(END_STATES.map((name) => sql.ref(name)))})
      select customer_id, campaign_id, cast(${value('slot')} as bigint), ${sql.join(counts)} from done
      group by customer_id, campaign_id order by customer_id, campaign_id
      on conflict (customer_id, campaign_id, slot) do update set ${addedTo(END_STATES)})
    select customer_id, campaign_id, subscriber_id from started union all select null, null, null from turned`;
});
