// Statements of the table of campaigns. A page costs the same whatever the customer has: ids come
// from an index, counts from counters, and what a running campaign does now from a bounded look.
import { type RawBuilder, sql } from 'kysely';
import { COUNTERS, type CounterName } from '../../campaigns/counters.ts';
import {
  hasNotBegun,
  isVisibleCampaign,
  partsOfMailings,
  standsForMailing,
} from '../../storage/campaign-conditions.ts';
import type { Db } from '../../storage/db.ts';
import { numberSet } from '../../storage/dialect.ts';
import { inOrderOf } from '../../storage/paging.ts';
import type { Campaign } from '../../storage/tables.ts';
import { placeInSql, statusAt, toldBefore } from './status-order.ts';

/** A campaign of which it is asked whether it belongs into the table. */
export type Candidate = Pick<Campaign, 'id' | 'name' | 'subject' | 'tags'>;

type Which = {
  /** Only those in one of these; empty: all. */
  statuses: readonly string[];
  /** Only the ones by which mailings are listed: an A/B test once. */
  isWhole?: boolean | undefined;
  /** Only those that have begun by this instant (ms). */
  begunAt?: number | undefined;
};

/** The next campaigns of a customer before an id, newest first. */
export async function candidatesBefore(
  db: Db,
  customerId: number,
  { statuses, isWhole, begunAt, before, limit }: Which & { before: number; limit: number },
): Promise<Candidate[]> {
  const whole = isWhole ? sql`and ${standsForMailing(customerId)}` : sql``;
  const begun = begunAt === undefined ? sql`` : sql`and not ${hasNotBegun(begunAt)}`;
  const some = (which: RawBuilder<unknown>) => sql`select * from (select id, name, subject, tags from campaign
    where customer_id = ${customerId} ${which} and id < ${before} and ${isVisibleCampaign} ${whole} ${begun}
    order by id desc limit ${sql.lit(limit)}) as part`;
  // A status is a part of an index; several are as many parts of it.
  const inStatus = (status: string) =>
    isWhole ? mailingsIn(customerId, status).map(some) : [some(sql`and status = ${status}`)];
  const parts = statuses.length === 0 ? [some(sql``)] : statuses.flatMap(inStatus);
  const { rows } = await sql<Candidate>`select * from (${sql.join(parts, sql` union all `)}) as candidate
    order by id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/**
 * Conditions by which a mailing is in a status, each true of others: the campaign that stands for
 * it is and no part has one that is told before; or a part is, and the campaign has one told after.
 */
function mailingsIn(customerId: number, status: string): RawBuilder<unknown>[] {
  const before = toldBefore(status);
  const has = (statuses: readonly string[]) => sql`exists (select 1 from campaign as variant
    where variant.customer_id = ${customerId} and variant.test_of = campaign.id
      and variant.status in (${sql.join(statuses)}))`;
  const notBefore = before.length === 0 ? sql`` : sql`and not ${has(before)}`;
  const own = sql`and status = ${status} ${notBefore}`;
  // The first variant has the same status as variants that are done or drafts, or one that takes
  // precedence.
  if (status === 'sent' || status === 'draft') return [own];
  const byPart = sql`and status not in (${sql.join([...before, status])}) ${notBefore}
    and id in (select variant.test_of from campaign as variant where variant.customer_id = ${customerId}
      and variant.status = ${status} and variant.test_of is not null)`;
  return [own, byPart];
}

/** The other parts of the A/B tests among some campaigns, by the id of the first variant. */
export async function variantsAmong(
  db: Db,
  customerId: number,
  some: readonly Candidate[],
): Promise<Map<number, Candidate[]>> {
  if (some.length === 0) return new Map();
  const ids = numberSet(
    db,
    some.map(({ id }) => id),
  );
  const { rows } = await sql<Candidate & { test_of: number }>`select id, name, subject, tags, test_of from campaign
    where customer_id = ${customerId} and test_of in ${ids} and ${isVisibleCampaign}`.execute(db);
  return Map.groupBy(rows, ({ test_of }) => Number(test_of));
}

/** Campaigns are counted by status up to this number. */
const MOST_COUNTED = 10_000;

/**
 * How many of the customer's newest campaigns are in each status. @param isWhole an A/B test is
 * counted once, in the status of the mailing
 */
export async function countByStatus(db: Db, customerId: number, isWhole = false): Promise<Map<string, number>> {
  const own = placeInSql(sql`campaign.status`);
  const tested = sql`left join (select test_of, min(${placeInSql(sql`status`)}) as place from campaign
    where customer_id = ${customerId} and test_of is not null and status <> 'pending-delete' group by test_of) as tested
    on tested.test_of = campaign.id`;
  const { rows } = await sql<{ place: number; n: number }>`select place, count(*) as n from (
      select ${isWhole ? sql`case when tested.place < ${own} then tested.place else ${own} end` : own} as place
      from campaign ${isWhole ? tested : sql``} where campaign.customer_id = ${customerId} and ${isVisibleCampaign}
        ${isWhole ? sql`and ${standsForMailing(customerId)}` : sql``}
      order by campaign.id desc limit ${sql.lit(MOST_COUNTED)}) as newest
    group by place`.execute(db);
  return new Map(rows.map(({ place, n }) => [statusAt(Number(place)), Number(n)]));
}

const SHOWN = [
  ...(['id', 'uid', 'name', 'subject', 'type', 'status', 'notice', 'send_at', 'created_at', 'updated_at'] as const),
  ...([
    'started_at',
    'finished_at',
    'next_run_at',
    'run_count',
    'freeze_until_id',
    'freeze_done',
    'tags',
    'further_lists',
    'sending_window',
  ] as const),
] as const satisfies readonly (keyof Campaign)[];

/** A campaign of the table, with its counts and the names of what it is sent to. */
export type OverviewRow = Pick<Campaign, (typeof SHOWN)[number]> &
  Record<CounterName, number> & {
    list_uid: string | null;
    list_name: string | null;
    segment_uid: string | null;
    segment_name: string | null;
    parent_uid: string | null;
    tested_uid: string | null;
    test_is_rest: number;
    test_number: number; // variants of its test before it
    part_from: number | null;
    part_to: number | null;
    test_winner_id: number | null;
    test_begun_at: number | null;
    test_decides_at: number | null;
    test_decided_at: number | null;
    /** When the last of its recipients get it, where each does at their own time. */
    last_due_at: number | null;
  };

/** What it is in the A/B test that it belongs to. */
const ofTest = (customerId: number) => [
  sql`tested.uid as tested_uid, case when ab_test.rest_id = campaign.id then 1 else 0 end as test_is_rest`,
  // The first variant has the least id, and no test_of.
  sql`case when campaign.test_of is null then 0 else 1 + (select count(*) from campaign as earlier
    where earlier.customer_id = ${customerId} and earlier.test_of = campaign.test_of
      and earlier.id < campaign.id and earlier.status <> 'pending-delete') end as test_number`,
  sql`campaign.part_from, campaign.part_to`,
  ...['winner_id', 'begun_at', 'decides_at', 'decided_at'].map(
    (name) => sql`ab_test.${sql.ref(name)} as ${sql.ref(`test_${name}`)}`,
  ),
];

// Of those that no worker has, the last step of their index.
const lastDue = (
  customerId: number,
) => sql`case when campaign.recipient_time_zone is null then null else (select max(batch.due_at) from batch
  where batch.customer_id = ${customerId} and batch.campaign_id = campaign.id and batch.lease_id is null) end`;

/** The campaigns of these ids, in this order. */
export async function overviewRows(db: Db, customerId: number, ids: readonly number[]): Promise<OverviewRow[]> {
  if (ids.length === 0) return [];
  const columns = SHOWN.map((name) => sql`campaign.${sql.ref(name)}`);
  const sums = COUNTERS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`);
  const counts = COUNTERS.map((name) => sql`coalesce(counted.${sql.ref(name)}, 0) as ${sql.ref(name)}`);
  const { rows } = await sql<OverviewRow>`select ${sql.join([...columns, ...counts])}, list.uid as list_uid,
      list.name as list_name, segment.uid as segment_uid, segment.name as segment_name, parent.uid as parent_uid,
      ${lastDue(customerId)} as last_due_at, ${sql.join(ofTest(customerId))}
    from campaign
      left join (select campaign_id, ${sql.join(sums)} from campaign_counter where customer_id = ${customerId}
        and campaign_id in ${numberSet(db, ids)} group by campaign_id) as counted on counted.campaign_id = campaign.id
      left join list on list.customer_id = campaign.customer_id and list.id = campaign.list_id and list.status = 'active'
      left join segment on segment.customer_id = campaign.customer_id and segment.id = campaign.segment_id
      left join campaign as parent on parent.customer_id = campaign.customer_id and parent.id = campaign.parent_id
        and parent.status <> 'pending-delete'
      left join ab_test on ab_test.customer_id = campaign.customer_id
        and ab_test.campaign_id = coalesce(campaign.test_of, campaign.id)
      left join campaign as tested on tested.customer_id = campaign.customer_id and tested.id = ab_test.campaign_id
        and tested.status <> 'pending-delete'
    where campaign.customer_id = ${customerId} and campaign.id in ${numberSet(db, ids)}`.execute(db);
  const numbered = rows.map((row) => ({
    ...row,
    ...(Object.fromEntries(COUNTERS.map((name) => [name, Number(row[name])])) as Record<CounterName, number>),
    test_number: Number(row.test_number),
  }));
  return inOrderOf(ids, numbered);
}

/**
 * The parts of A/B tests, in the order of their ids, by the ids of the campaigns that stand for
 * them; of a campaign that was not tested nothing.
 */
export async function partIdsOf(db: Db, customerId: number, ids: readonly number[]): Promise<Map<number, number[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ mailing_id: number; campaign_id: number }>`select mailing_id, campaign_id
    from ${partsOfMailings(customerId, numberSet(db, ids))} as part order by campaign_id`.execute(db);
  const found = new Map<number, number[]>();
  for (const { mailing_id: id, campaign_id: part } of rows)
    found.set(Number(id), [...(found.get(Number(id)) ?? []), Number(part)]);
  for (const [id, parts] of found) if (parts.length < 2) found.delete(id);
  return found;
}

/** How many runs of a recurring campaign there are, and what came of all of them. */
export type Runs = Record<CounterName, number> & { count: number };

/** The runs of recurring campaigns in one, by the campaign's id; of one without runs nothing. */
export async function runsOf(db: Db, customerId: number, ids: readonly number[]): Promise<Map<number, Runs>> {
  if (ids.length === 0) return new Map();
  const sums = COUNTERS.map((name) => sql`coalesce(sum(${sql.ref(`counter.${name}`)}), 0) as ${sql.ref(name)}`);
  const { rows } = await sql<Runs & { parent_id: number }>`select campaign.parent_id,
      count(distinct campaign.id) as count, ${sql.join(sums)}
    from campaign left join campaign_counter as counter on counter.customer_id = campaign.customer_id
      and counter.campaign_id = campaign.id
    where campaign.customer_id = ${customerId} and campaign.parent_id in ${numberSet(db, ids)}
      and campaign.parent_id is not null and ${isVisibleCampaign}
    group by campaign.parent_id`.execute(db);
  const names = ['count', ...COUNTERS] as const;
  return new Map(
    rows.map((row) => [
      Number(row.parent_id),
      Object.fromEntries(names.map((name) => [name, Number(row[name])])) as Runs,
    ]),
  );
}

/** What a running campaign does now. */
export type Pace = { id: number; deferred: number; recent: number; since: number | null };

/** Messages that are looked at for the rate, and for how many are put off. */
export const MOST_RECENT = 20_000;
const MOST_DEFERRED = 10_000;

/**
 * How many messages of running campaigns are put off (at most MOST_DEFERRED), and how many were
 * accepted after `from` (ms), the newest MOST_RECENT of them, with the instant of the oldest.
 */
export async function pacesOf(
  db: Db,
  customerId: number,
  ids: readonly number[],
  from: number,
): Promise<Map<number, Pace>> {
  if (ids.length === 0) return new Map();
  const of = (table: string) => sql`${sql.raw(table)}.customer_id = ${customerId}
    and ${sql.raw(table)}.campaign_id = campaign.id`;
  const deferred = sql`select 1 from work where ${of('work')} and work.lease_id is null and work.state = 'deferred'
    limit ${sql.lit(MOST_DEFERRED)}`;
  const recent = sql`select message.finished_at from message where ${of('message')} and message.state = 'accepted'
    and message.finished_at > ${from} order by message.finished_at desc limit ${sql.lit(MOST_RECENT)}`;
  const { rows } = await sql<Pace>`select campaign.id, (select count(*) from (${deferred}) as part) as deferred,
      (select count(*) from (${recent}) as part) as recent, (select min(part.finished_at) from (${recent}) as part) as since
    from campaign where campaign.customer_id = ${customerId} and campaign.id in ${numberSet(db, ids)}`.execute(db);
  return new Map(
    rows.map(({ id, deferred: put, recent: n, since }) => [
      id,
      { id, deferred: Number(put), recent: Number(n), since: since === null ? null : Number(since) },
    ]),
  );
}
