// Who opened a campaign or followed its links, newest first: one record an event.
import { type RawBuilder, sql } from 'kysely';
import type { KeysetRequest, Place } from '../../http/members/keyset.ts';
import type { Db } from '../../storage/db.ts';
import type { Of } from './pieces.ts';

export const MACHINES = ['with', 'without', 'only'] as const;
/** Which events: with those by machines, without them, or only those. */
export type MachineFilter = (typeof MACHINES)[number];

export type EventKind = 'open' | 'click';
/** An event. Nulls for a subscriber who was removed, and where nothing is known. */
export type EventRow = {
  id: number;
  at: number;
  ip_address: string | null;
  user_agent: string | null;
  machine: string | null;
  subscriber_uid: string | null;
  email: string | null;
  /** Of clicks. */
  hash?: string;
  url?: string;
};

/** Rows that one request looks at: some milliseconds. */
const LOOKED_AT = 10_000;

/**
 * One page of a campaign's opens or clicks. It can be short although there are more: then those
 * that were looked at are not what the filter wants.
 */
export async function pageOfEvents(
  db: Db,
  campaign: Of,
  { kind, machines, link }: { kind: EventKind; machines: MachineFilter; link?: number | undefined },
  { after, perPage }: KeysetRequest,
): Promise<{ rows: EventRow[]; next: Place | undefined }> {
  const before = after?.[0] ?? Number.MAX_SAFE_INTEGER;
  const table = sql.table(kind);
  const of = sql`customer_id = ${campaign.customer_id} and campaign_id = ${campaign.id} and id < ${before}`;
  // Found first: what comes meanwhile is newer, and moves no page.
  const end = await endOf(db, sql`${table} where ${of}`);
  const looked = sql`select * from ${table} where ${of} and id >= ${end ?? 0}`;
  const wanted: Record<MachineFilter, RawBuilder<unknown>> = {
    with: sql`1 = 1`,
    without: sql`event.machine is null`,
    only: sql`event.machine is not null`,
  };
  const ofLink = link === undefined ? sql`` : sql`and event.link_id = ${link}`;
  const isClick = kind === 'click';
  const { rows } = await sql<EventRow>`select event.id, event.at, event.ip_address, event.user_agent, event.machine,
      subscriber.uid as subscriber_uid, subscriber.email ${isClick ? sql`, campaign_link.sha1 as hash, campaign_link.url` : sql``}
    from (${looked}) as event
      left join subscriber on subscriber.id = event.subscriber_id and subscriber.customer_id = ${campaign.customer_id}
      ${
        isClick
          ? sql`left join campaign_link on campaign_link.customer_id = ${campaign.customer_id}
        and campaign_link.id = event.link_id`
          : sql``
      }
    where ${wanted[machines]} ${ofLink} order by event.id desc limit ${perPage + 1}`.execute(db);
  const page = rows.slice(0, perPage);
  const last = page.at(-1);
  if (rows.length > perPage && last) return { rows: page, next: [last.id] };
  return { rows: page, next: end === undefined ? undefined : [end] };
}

/** The last row that one request looks at, when there are so many. */
async function endOf(db: Db, those: RawBuilder<unknown>): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from ${those} order by id desc
    limit 1 offset ${sql.lit(LOOKED_AT - 1)}`.execute(db);
  return rows[0] && Number(rows[0].id);
}
