// Statements of the calendar. Each takes the first entries of a range from an index, so that it
// costs the same however many campaigns there are.

import { type RawBuilder, sql } from 'kysely';
import { EARLIEST_MS } from '../../campaigns/recipient-time/rules.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { isVisibleCampaign } from '../../storage/campaign-conditions.ts';
import type { Db } from '../../storage/db.ts';
import { numberSet } from '../../storage/dialect.ts';
import type { Campaign } from '../../storage/tables.ts';

/** Instants in ms: from the first up to and without the second. */
export type Range = { from: number; to: number };

/** What happens to a campaign at an instant in ms. */
export type Happening = { id: number; at: number };

/** Regular campaigns that are sent themselves; of an A/B test the first variant. */
const ONCE = sql<boolean>`campaign.type = 'regular' and campaign.run_count = 0 and campaign.next_run_at is null
  and campaign.test_of is null and ${isVisibleCampaign}`;

/** Written as in index campaign_planned. */
const PLANNED = sql<boolean>`campaign.started_at is null and campaign.status in ('pending-sending', 'sending', 'paused')`;

type Asked = { customerId: number; range: Range; limit: number };

async function happenings(db: Db, rows: RawBuilder<Happening>): Promise<Happening[]> {
  const found = await rows.execute(db);
  return found.rows.map(({ id, at }) => ({ id: Number(id), at: Number(at) }));
}

/** Campaigns that began. */
export function begun(db: Db, { customerId, range, limit }: Asked): Promise<Happening[]> {
  return happenings(
    db,
    sql`select campaign.id, campaign.started_at as at from campaign
      where campaign.customer_id = ${customerId} and campaign.started_at >= ${range.from}
        and campaign.started_at < ${range.to} and campaign.begins_early = 0 and ${ONCE}
      order by campaign.started_at, campaign.id limit ${sql.lit(limit)}`,
  );
}

/**
 * Campaigns that began before their send time, as each recipient gets them at their own: they stand
 * at the send time.
 */
export function begunEarly(db: Db, { customerId, range, limit }: Asked): Promise<Happening[]> {
  const at = sql`case when campaign.started_at < campaign.send_at then campaign.send_at else campaign.started_at end`;
  return happenings(
    db,
    sql`select campaign.id, ${at} as at from campaign
      where campaign.customer_id = ${customerId} and campaign.started_at >= ${range.from - EARLIEST_MS}
        and campaign.started_at < ${range.to} and campaign.begins_early > 0 and ${ONCE}
        and ${at} >= ${range.from} and ${at} < ${range.to}
      order by 2, campaign.id limit ${sql.lit(limit)}`,
  );
}

/** Campaigns that begin at their send time, if they are not paused then. */
export function planned(db: Db, { customerId, range, limit }: Asked): Promise<Happening[]> {
  return happenings(
    db,
    sql`select campaign.id, campaign.send_at as at from campaign
      where campaign.customer_id = ${customerId} and campaign.send_at >= ${range.from}
        and campaign.send_at < ${range.to} and ${PLANNED} and ${ONCE}
      order by campaign.send_at, campaign.id limit ${sql.lit(limit)}`,
  );
}

/** A/B tests under way whose winner is looked for, and tests that were decided. */
export function testsEnding(
  db: Db,
  { customerId, range, limit }: Asked,
  column: 'decides_at' | 'decided_at',
): Promise<Happening[]> {
  const at = sql`ab_test.${sql.ref(column)}`;
  return happenings(
    db,
    sql`select ab_test.campaign_id as id, ${at} as at from ab_test
      where ab_test.customer_id = ${customerId} and ${at} >= ${range.from} and ${at} < ${range.to}
      order by ${at}, ab_test.campaign_id limit ${sql.lit(limit)}`,
  );
}

/**
 * When the tests of campaigns that are still to begin will end.
 * @param longest the longest wait, ms
 */
export function plannedTestsEnding(db: Db, { customerId, range, limit }: Asked, longest: number): Promise<Happening[]> {
  const at = sql`campaign.send_at + ab_test.wait_minutes * ${sql.lit(MINUTE_MS)}`;
  return happenings(
    db,
    sql`select campaign.id, ${at} as at from campaign
        join ab_test on ab_test.customer_id = campaign.customer_id and ab_test.campaign_id = campaign.id
      where campaign.customer_id = ${customerId} and campaign.send_at >= ${range.from - longest}
        and campaign.send_at < ${range.to} and ${PLANNED} and ${ONCE}
        and ab_test.begun_at is null and ab_test.decided_by <> 'hand' and ${at} >= ${range.from} and ${at} < ${range.to}
      order by 2, campaign.id limit ${sql.lit(limit)}`,
  );
}

/** A campaign of which runs are made. */
export type Recurring = Pick<Campaign, 'id' | 'options' | 'run_count'> & { next_run_at: number };

/** The recurring campaigns that are not finished, those that run first before others. */
export async function recurring(
  db: Db,
  { customerId, before, limit }: { customerId: number; before: number; limit: number },
): Promise<Recurring[]> {
  const { rows } = await sql<Recurring>`select id, options, run_count, next_run_at from campaign
    where customer_id = ${customerId} and next_run_at is not null and next_run_at < ${before}
      and status in ('pending-sending', 'sending', 'paused') and ${isVisibleCampaign}
    order by next_run_at, id limit ${sql.lit(limit)}`.execute(db);
  return rows.map((row) => ({ ...row, next_run_at: Number(row.next_run_at) }));
}

/** A campaign as the calendar shows it. */
export type CalendarCampaign = Pick<Campaign, 'id' | 'uid' | 'name' | 'subject' | 'status'> & {
  list_uid: string | null;
  list_name: string | null;
  segment_name: string | null;
  parent_uid: string | null;
  audience: number;
  accepted: number;
};

export async function campaignsOf(
  db: Db,
  customerId: number,
  ids: readonly number[],
): Promise<Map<number, CalendarCampaign>> {
  if (ids.length === 0) return new Map();
  const own = numberSet(db, ids);
  // Of an A/B test the other variants count too, and what takes the winner to the rest.
  const parts = sql`select campaign_id, audience, accepted from campaign_counter
      where customer_id = ${customerId} and campaign_id in ${own}
    union all select variant.test_of as campaign_id, audience, accepted from campaign as variant
      join campaign_counter on campaign_counter.customer_id = variant.customer_id
        and campaign_counter.campaign_id = variant.id
      where variant.customer_id = ${customerId} and variant.test_of in ${own}`;
  const { rows } = await sql<CalendarCampaign>`select campaign.id, campaign.uid, campaign.name, campaign.subject,
      campaign.status, list.uid as list_uid, list.name as list_name, segment.name as segment_name,
      parent.uid as parent_uid, coalesce(counted.audience, 0) as audience, coalesce(counted.accepted, 0) as accepted
    from campaign
      left join (select campaign_id, sum(audience) as audience, sum(accepted) as accepted from (${parts}) as part
        group by campaign_id) as counted on counted.campaign_id = campaign.id
      left join list on list.customer_id = campaign.customer_id and list.id = campaign.list_id and list.status = 'active'
      left join segment on segment.customer_id = campaign.customer_id and segment.id = campaign.segment_id
      left join campaign as parent on parent.customer_id = campaign.customer_id and parent.id = campaign.parent_id
        and parent.status <> 'pending-delete'
    where campaign.customer_id = ${customerId} and campaign.id in ${own} and ${isVisibleCampaign}`.execute(db);
  return new Map(
    rows.map((row) => [row.id, { ...row, audience: Number(row.audience), accepted: Number(row.accepted) }]),
  );
}
