// Batches: up to 500 recipients of a campaign's frozen audience. A recipient has neither a row of
// work nor a message until something was done about it.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../storage/db.ts';
import { isSpread } from '../storage/dialect/spread.ts';
import { skipLocked } from '../storage/dialect.ts';
import { idsIn, listOfIds } from '../storage/id-lists.ts';
import { statement } from '../storage/statement.ts';
import type { Campaign } from '../storage/tables.ts';
import { isInFlight } from './turn/in-flight.ts';

/** Recipients in a batch. */
const BATCH = 500;

/** Subscribers of a list whose ids are above `after` and up to `to`. */
export type Range = { customerId: number; listId: number; after: number; to: number };

/** A condition on table `subscriber`. */
export function inRange({ customerId, listId, after, to }: Range): RawBuilder<SqlBool> {
  return sql<SqlBool>`subscriber.customer_id = ${customerId} and subscriber.list_id = ${listId}
    and subscriber.id > ${after} and subscriber.id <= ${to}`;
}

type Of = Pick<Campaign, 'id' | 'customer_id'>;

/** Keeps a subquery whole, so that what it reckons for a row is not reckoned again around it. */
const RECKONED_ONCE = sql`limit 1000000000`;

/**
 * Freezes a part of an audience: its recipients become batches, in the order of their ids. A
 * recipient that has a row of work or a message already (written again after the store went back in
 * time) is in the audience but in no batch.
 * @param which of the range's subscribers
 * @param dueAt from when on each may be claimed, of table `subscriber`; who is due at the same time
 * is in the same batches
 * @returns how many were frozen, and whether that is everybody in the range
 */
export async function freezeRange(
  tx: Tx,
  campaign: Of,
  range: Range,
  which: RawBuilder<SqlBool>,
  dueAt?: RawBuilder<number>,
): Promise<{ written: number; isAll: boolean }> {
  const chosen = sql`select subscriber.id, ${dueAt ?? sql.lit(0)} as due_at from subscriber where ${inRange(range)} and ${which}
      and not (${hasRow(campaign, range, 'work')}) and not (${hasRow(campaign, range, 'message')})
      and not ${isFlying(tx, campaign, sql.ref('subscriber.id'))}
      ${dueAt ? RECKONED_ONCE : sql``}`;
  const parts = sql`select id, due_at, (row_number() over (partition by due_at order by id) - 1) / ${sql.lit(BATCH)} as part
    from (${chosen}) as one`;
  const id = sql<number>`chosen.id`;
  // Counted by the same statement, so that both numbers are of the same instant. A machine of a
  // store that is spread cannot, so there those who are left out are always looked for.
  const everybody = isSpread(tx) ? sql`0` : sql`(select count(*) from subscriber where ${inRange(range)})`;
  const { rows } = await sql<{
    size: number;
    everybody: number;
  }>`insert into batch (customer_id, campaign_id, n, last_id, size, ids, claims, due_at)
    select cast(${campaign.customer_id} as bigint), cast(${campaign.id} as bigint), min(${id}), max(${id}), count(*),
      ${listOfIds(tx, id)}, 0, due_at
    from (${parts}) as chosen group by due_at, part order by due_at, part
    returning size, ${everybody} as everybody`.execute(tx);
  const written = rows.reduce((sum, { size }) => sum + Number(size), 0);
  return { written, isAll: written === Number(rows[0]?.everybody) };
}

/**
 * A condition on table `subscriber`: the campaign has a row for it in the table. Only few such rows
 * are in the range.
 */
export function hasRow({ id, customer_id }: Of, { after, to }: Range, table: 'work' | 'message'): RawBuilder<SqlBool> {
  return sql<SqlBool>`subscriber.id in (select subscriber_id from ${sql.table(table)} where customer_id = ${customer_id}
    and campaign_id = ${id} and subscriber_id > ${after} and subscriber_id <= ${to})`;
}

/**
 * A condition on table `subscriber`: it is in the campaign's audience, as far as that is frozen.
 */
export function isFrozen(db: Db | Tx, campaign: Of, range: Range): RawBuilder<SqlBool> {
  return sql<SqlBool>`(subscriber.id in (select listed.value from batch, ${idsIn(db, 'batch.ids')}
      where batch.customer_id = ${campaign.customer_id} and batch.campaign_id = ${campaign.id}
        and batch.n > ${range.after} and batch.n <= ${range.to})
    or ${hasRow(campaign, range, 'work')} or ${hasRow(campaign, range, 'message')}
    or ${isFlying(db, campaign, sql.ref('subscriber.id'))})`;
}

/** A condition: a subscriber's message of the campaign is in flight, without a row. */
export function isFlying(
  db: Db | Tx,
  { id, customer_id }: Of,
  subscriber: RawBuilder<unknown> | number,
): RawBuilder<SqlBool> {
  return isInFlight(db, { customer: customer_id, campaign: id, subscriber });
}

/**
 * A batch that this worker leased; `isFresh`: no worker had it before; `dueAt`: its recipients' own
 * time (ms), 0 where all get the campaign at once.
 */
export type TakenBatch = {
  customerId: number;
  campaignId: number;
  n: number;
  attempt: number;
  isFresh: boolean;
  dueAt: number;
  /** Whether one after it can be claimed now. */
  hasMore: boolean;
};

/** Where a batch stands in the order in which they are claimed. */
export type BatchPosition = Pick<TakenBatch, 'dueAt' | 'n'>;

const BEFORE_ALL: BatchPosition = { dueAt: -1, n: -1 };

/**
 * Leases the next batch of a running campaign that no worker has and that is due; undefined when
 * there is none.
 * @param after passes over those before it, of which a store may have former versions
 */
export async function takeBatch(
  tx: Tx,
  of: { leaseId: number; attempt: number; customerId: number; campaignId: number; now: number },
  after = BEFORE_ALL,
): Promise<TakenBatch | undefined> {
  const { leaseId, attempt, customerId, campaignId, now } = of;
  const position = { after_due: after.dueAt, after_n: after.n };
  const { rows } = await takeNext(tx, { leaseId, attempt, customerId, campaignId, now, ...position });
  const [row] = rows;
  if (!row) return undefined;
  const { n, claims, due_at, has_more } = row;
  const is = { isFresh: claims === 1, dueAt: Number(due_at), hasMore: Number(has_more) === 1 };
  return { customerId, campaignId, n, attempt, ...is };
}

const takeNext = statement<
  Record<'leaseId' | 'attempt' | 'customerId' | 'campaignId' | 'now' | 'after_due' | 'after_n', number>,
  { n: number; claims: number; due_at: number; has_more: number }
>(
  (db, { value }) => sql`with picked as (
      select n as picked_n from batch
      where customer_id = ${value('customerId')} and campaign_id = ${value('campaignId')} and lease_id is null
        and due_at <= ${value('now')} and (due_at, n) > (${value('after_due')}, ${value('after_n')})
      order by due_at, n limit 1 ${skipLocked(db)})
    update batch set lease_id = ${value('leaseId')}, attempt = ${value('attempt')}, claims = claims + 1
    where customer_id = ${value('customerId')} and campaign_id = ${value('campaignId')}
      and batch.n = (select picked_n from picked)
      and exists (select 1 from campaign where campaign.customer_id = ${value('customerId')}
        and campaign.id = ${value('campaignId')} and campaign.status in ('processing', 'sending'))
    returning n, claims, due_at, case when exists (select 1 from batch as other
      where other.customer_id = ${value('customerId')} and other.campaign_id = ${value('campaignId')}
        and other.lease_id is null and other.due_at <= ${value('now')}
        and (other.due_at, other.n) > (+batch.due_at, +batch.n)) then 1 else 0 end as has_more`,
);

type Place<T> = { customerId: T; campaignId: T; n: T };

/** Removes a batch, as nothing of it is to do any more. */
export async function removeBatch(tx: Tx, { customerId, campaignId, n }: Place<number>): Promise<void> {
  await tx
    .deleteFrom('batch')
    .where('customer_id', '=', customerId)
    .where('campaign_id', '=', campaignId)
    .where('n', '=', n)
    .execute();
}

/** For a `from` clause: the ids of a batch's members that are still to do. */
export function unbegunOf<T extends number | RawBuilder<unknown>>(
  db: Db | Tx,
  { customerId, campaignId, n }: Place<T>,
): RawBuilder<{ id: number }> {
  return membersOf(db, { customerId, campaignId, n }, sql`and ${isUnbegun(db, customerId)}`);
}

/** For a `from` clause: the ids of a batch's members. */
export function membersOf<T extends number | RawBuilder<unknown>>(
  db: Db | Tx,
  { customerId, campaignId, n }: Place<T>,
  which: RawBuilder<unknown> = sql``,
): RawBuilder<{ id: number }> {
  return sql<{ id: number }>`(select listed.value as id from batch, ${idsIn(db, 'batch.ids')}
    where batch.customer_id = ${customerId} and batch.campaign_id = ${campaignId} and batch.n = ${n} ${which})`;
}

const isAbsent = (
  table: 'work' | 'message',
  customerId: number | RawBuilder<unknown>,
) => sql<SqlBool>`not exists (select 1 from ${sql.table(table)} as known
  where known.customer_id = ${customerId} and known.campaign_id = batch.campaign_id and known.subscriber_id = listed.value
  limit 1 offset 0)`;

/**
 * A condition on a customer's batch and one of its members (`listed`): the member is still to do.
 */
export function isUnbegun(db: Db | Tx, customer: number | RawBuilder<unknown>): RawBuilder<SqlBool> {
  const member = { customer, campaign: sql.ref('batch.campaign_id'), subscriber: sql.ref('listed.value') };
  return sql<SqlBool>`${isAbsent('work', customer)} and ${isAbsent('message', customer)} and not ${isInFlight(db, member)}`;
}

/**
 * Whether a subscriber is in a batch of the campaign and still to do; if so, whether a worker has
 * the batch, and from when on it may be claimed (ms).
 */
export async function findWaiting(
  db: Db,
  campaign: Of,
  subscriberId: number,
): Promise<{ isClaimed: boolean; dueAt: number } | undefined> {
  const { rows } = await sql<{
    lease_id: number | null;
    due_at: number;
  }>`select batch.lease_id, batch.due_at from batch, ${idsIn(db, 'batch.ids')}
    where batch.customer_id = ${campaign.customer_id} and batch.campaign_id = ${campaign.id}
      and batch.n <= ${subscriberId} and batch.last_id >= ${subscriberId}
      and listed.value = ${subscriberId} and ${isUnbegun(db, campaign.customer_id)} limit 1`.execute(db);
  const [row] = rows;
  return row && { isClaimed: row.lease_id !== null, dueAt: Number(row.due_at) };
}

/** Recipients whose time comes at an instant (ms). */
export type AtTheirTime = { at: number; people: number };

/** Who waits for their own time, by instants: some dozens, of at most a few thousand batches. */
export async function whoWaits(db: Db, campaign: Of, now: number): Promise<AtTheirTime[]> {
  const rows = await db
    .selectFrom('batch')
    .select(['due_at', sql<number>`sum(size)`.as('people')])
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .where('lease_id', 'is', null)
    .where('due_at', '>', now)
    .groupBy('due_at')
    .orderBy('due_at')
    .execute();
  return rows.map(({ due_at, people }) => ({ at: Number(due_at), people: Number(people) }));
}
