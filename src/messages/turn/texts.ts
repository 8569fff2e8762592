// The parts of a turn that are the same whether they are statements of their own (steps.ts) or of
// one that does it all (whole.ts).
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { idsIn } from '../../storage/id-lists.ts';
import type { RecordPlaces } from '../../storage/statements/record-statement.ts';
import type { Db, Tx } from '../../storage/tables.ts';
import { isSuppressed } from '../../suppression/queries.ts';
import { ENDINGS } from '../rules.ts';
import { mayLeave, stateAfter } from '../states.ts';
import type { BatchRecord, FlightRecord, OutcomeRecord, WorkStartRecord } from './records.ts';

/** Values of a statement. `leaseId`: of the worker whose turn it is. */
export type LeaseValues = { leaseId: number };
/** `now`: since when they are in flight, ms. */
export type StartValues = LeaseValues & { now: number };

type Values = Record<string, unknown>;
type Members<V extends Values, R extends Values> = Pick<RecordPlaces<V, R>, 'member' | 'value'>;

/** On table `work`: the row of the record's message, ours in this attempt. */
function isOurs<V extends LeaseValues>({ member, value }: Members<V, WorkStartRecord>): RawBuilder<SqlBool> {
  return sql<SqlBool>`work.customer_id = ${member('customer')} and work.campaign_id = ${member('campaign')}
    and work.subscriber_id = ${member('subscriber')} and work.attempt = ${member('attempt')}
    and work.lease_id = ${value('leaseId')}`;
}

/** On table `work`: the row is ours (isOurs), in a state in which a message may end. */
export function mayEnd<V extends LeaseValues>(places: Members<V, OutcomeRecord>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${isOurs(places as unknown as Members<V, WorkStartRecord>)} and ${mayLeave('work', ...ENDINGS)}`;
}

/** Columns of a message that ends, in the order of `workEndValues`. */
export const ENDED = sql`customer_id, campaign_id, subscriber_id, state, attempts, in_flight_at, finished_at, deferred_since,
  relay_id, reason, detail, reply`;

/** The values of these columns for a message in flight without a row of work, from its outcome. */
export function flightEndValues<V extends LeaseValues>({ member }: Members<V, FlightRecord>): RawBuilder<unknown> {
  return sql`${member('customer')}, ${member('campaign')}, ${member('subscriber')}, ${member('state')}, ${member('tries')},
    ${member('in_flight_at')}, ${member('ended_at')}, cast(null as bigint), ${member('relay')}, ${member('reason')},
    ${member('detail')}, ${member('reply')}`;
}

/** Messages in flight without a row get one, as they wait again: deferred, or given back. */
export function flightWaitText<V extends LeaseValues>(
  { member, from }: RecordPlaces<V, FlightRecord>,
  held: RawBuilder<unknown> = sql`where true`,
): RawBuilder<unknown> {
  return sql`insert into work (customer_id, campaign_id, subscriber_id, state, attempts, next_attempt_at, in_flight_at,
      deferred_since, relay_id, reason, detail, reply)
    select ${member('customer')}, ${member('campaign')}, ${member('subscriber')}, ${member('state')}, ${member('tries')},
      ${member('not_before')}, ${member('in_flight_at')}, ${member('deferred_at')}, ${member('relay')}, ${member('reason')},
      ${member('detail')}, ${member('reply')} ${from} ${held}`;
}

/** The values of these columns for a row of work, from its outcome. */
export function workEndValues<V extends LeaseValues>({ member }: Members<V, OutcomeRecord>): RawBuilder<unknown> {
  return sql`work.customer_id, work.campaign_id, work.subscriber_id, ${member('state')} as state,
    work.attempts + ${member('tries')} as attempts, work.in_flight_at, ${member('ended_at')} as finished_at,
    work.deferred_since, coalesce(${member('relay')}, work.relay_id) as relay_id, ${member('reason')} as reason,
    ${member('detail')} as detail, ${member('reply')} as reply`;
}

/** Rows of work end: gives the messages that they become. Where a statement may have parts only. */
export function workEndText<V extends LeaseValues>(
  places: RecordPlaces<V, OutcomeRecord>,
  held: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`delete from work using ${places.set} as r where ${mayEnd(places)} ${held} returning ${workEndValues(places)}`;
}

/** Rows of work that are ours in this attempt wait again: deferred, or given back. */
export function workWaitText<V extends LeaseValues>(
  places: RecordPlaces<V, OutcomeRecord>,
  held: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const { member, from } = places;
  return sql`update work set state = ${member('state')}, attempts = work.attempts + ${member('tries')}, lease_id = null,
      attempt = null, next_attempt_at = ${member('not_before')}, reason = ${member('reason')}, detail = ${member('detail')},
      reply = coalesce(${member('reply')}, work.reply), relay_id = coalesce(${member('relay')}, work.relay_id),
      deferred_since = coalesce(work.deferred_since, ${member('deferred_at')})
    ${from} where ${isOurs(places as unknown as Members<V, WorkStartRecord>)} and ${mayLeave('work', 'putOff', 'release')} ${held}`;
}

/** On table `batch`: it is ours in this claim. */
export function isClaimed<V extends LeaseValues>({ member, value }: Members<V, BatchRecord>): RawBuilder<SqlBool> {
  return sql<SqlBool>`batch.customer_id = ${member('customer')} and batch.campaign_id = ${member('campaign')}
    and batch.n = ${member('n')} and batch.attempt = ${member('attempt')} and batch.lease_id = ${value('leaseId')}`;
}

/** A further condition on table `message` under a name: in which parts of it rows are looked up. */
export type Where = (table: string) => RawBuilder<unknown>;
const anywhere: Where = () => sql``;

/**
 * On table `batch`: each of its members has a row of work or a message. Messages first, as nearly
 * all members have one: a server's index of work is full of dead entries.
 */
export function isDone(db: Db | Tx, customer: RawBuilder<unknown>, where = anywhere): RawBuilder<SqlBool> {
  const has = (table: string, more = sql``) => sql`exists (select 1 from ${sql.raw(table)} as known
    where known.customer_id = ${customer} and known.campaign_id = batch.campaign_id
      and known.subscriber_id = listed.value ${more} limit 1 offset 0)`;
  return sql<SqlBool>`not exists (select 1 from ${idsIn(db, 'batch.ids')}
    where case when ${has('message', where('known'))} then false else not ${has('work')} end)`;
}

// The guard of every message: claimed by us in this attempt; its campaign running; nothing of it
// ended; its subscriber confirmed, not suppressed, and with the address and values that it was made
// with; of a single mail: not deleted or suppressed, its customer active. The offsets, which skip
// nothing, keep PostgreSQL from reading whole tables instead of probing.

/** The campaign runs, and is the one that the message is made from. */
export const isRunning = ({
  customer,
  campaign,
  revision,
}: Omit<Key, 'subscriber' | 'changedAt'>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from campaign where campaign.customer_id = ${customer} and campaign.id = ${campaign}
    and campaign.status in ('processing', 'sending') and campaign.revision = coalesce(${revision}, campaign.revision)
    limit 1 offset 0)`;

type Key = Record<'customer' | 'campaign' | 'subscriber' | 'revision' | 'changedAt', RawBuilder<unknown>>;

const hasNotEnded = ({ customer, campaign, subscriber }: Omit<Key, 'revision' | 'changedAt'>, where: Where) =>
  sql<SqlBool>`not exists (select 1 from message where message.customer_id = ${customer}
    and message.campaign_id = ${campaign} and message.subscriber_id = ${subscriber} ${where('message')} limit 1 offset 0)`;

/**
 * What it asks of the row stands in the select list: as a condition it would let PostgreSQL take an
 * index of confirmed subscribers, which it walks to the end where it has no statistics yet.
 */
const mayGetMail = ({ customer, subscriber, changedAt }: Omit<Key, 'campaign' | 'revision'>) =>
  sql<SqlBool>`coalesce((select subscriber.status = 'confirmed'
      and subscriber.updated_at = coalesce(${changedAt}, subscriber.updated_at) and not ${isSuppressed(customer as RawBuilder<number>, 'subscriber.email_key')}
    from subscriber where subscriber.customer_id = ${customer} and subscriber.id = ${subscriber}), false)`;

const isMail = ({ customer, subscriber }: Pick<Key, 'customer' | 'subscriber'>) =>
  sql<SqlBool>`exists (select 1 from email join customer on customer.id = email.customer_id
    where email.customer_id = ${customer} and email.id = -${subscriber} and email.deleted_at is null
      and customer.status = 'active' and not ${isSuppressed(customer as RawBuilder<number>, 'email.to_key')} limit 1 offset 0)`;

/**
 * A member of a batch may be put in flight. Whoever calls has seen to batch and campaign. Who is in
 * flight in another worker's list is in no batch of ours: a claim leaves them out.
 */
export const mayBegin = (key: Omit<Key, 'revision'>, where = anywhere): RawBuilder<SqlBool> =>
  sql<SqlBool>`${mayGetMail(key)} and ${hasNotEnded(key, where)} and not exists (select 1 from work
    where ${isWorkOf(key)} limit 1 offset 0)`;

const isWorkOf = ({
  customer,
  campaign,
  subscriber,
}: Omit<Key, 'revision' | 'changedAt'>) => sql`work.customer_id = ${customer}
  and work.campaign_id = ${campaign} and work.subscriber_id = ${subscriber}`;

/**
 * Rows of work that we claimed are in flight. One that is already was put there by the same turn,
 * whose commit was not heard of.
 */
export function workStartText<V extends StartValues>(
  places: RecordPlaces<V, WorkStartRecord>,
  held: RawBuilder<unknown> = sql``,
  where = anywhere,
): RawBuilder<unknown> {
  const { member, value, from } = places;
  const of = { customer: member('customer'), campaign: member('campaign'), subscriber: member('subscriber') };
  const key = { ...of, revision: member('revision'), changedAt: member('changed_at') };
  return sql`update work set state = ${stateAfter('start')}, in_flight_at = ${value('now')} ${from}
    where ${isOurs(places)} and ${isStartable} and ${isRunning(key)} and (${mayGetMail(key)} or ${isMail(key)})
      and ${hasNotEnded(key, where)} ${held}`;
}

/** On table `work`: it may be put in flight, or was by the same turn. */
const isStartable: RawBuilder<SqlBool> = sql<SqlBool>`(${mayLeave('work', 'start')} or work.state = ${stateAfter('start')})`;
