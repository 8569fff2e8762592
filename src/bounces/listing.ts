// Listings of a campaign's bounces, unsubscribes and complaints, newest first. Their numbers come
// from tallies.
import { findCounters } from '../campaigns/counters.ts';
import type { PageRequest } from '../kernel/page.ts';
import { areOwn } from '../storage/dialect.ts';
import { inOrderOf, pageOfIds } from '../storage/paging.ts';
import type { Campaign, Db } from '../storage/tables.ts';
import { findTally } from '../storage/tally.ts';
import { BOUNCES } from './record.ts';

/** A row with its subscriber; nulls when that was removed. */
export type WithSubscriber<T> = T & { subscriber_uid: string | null; email: string | null };
type Page<T> = { count: number; rows: WithSubscriber<T>[] };
type Which = Pick<Campaign, 'id' | 'customer_id'>;

/** Bounces of a campaign, also those of messages that were not accepted. */
export async function pageOfBounces(db: Db, campaign: Which, request: PageRequest) {
  const count = await findTally(db, campaign.customer_id, BOUNCES, campaign.id);
  const page = await idsOf(db, 'bounce', campaign, count, request);
  const rows = await db
    .selectFrom('bounce')
    .leftJoin('subscriber', (on) =>
      on.onRef('subscriber.customer_id', '=', 'bounce.customer_id').onRef('subscriber.id', '=', 'bounce.subscriber_id'),
    )
    .select(['bounce.id', 'bounce.message', 'bounce.type', 'bounce.counted'])
    .select(['subscriber.uid as subscriber_uid', 'subscriber.email'])
    .where(areOwn(db, 'bounce', campaign.customer_id, page))
    .execute();
  return { count, rows: inOrderOf(page, rows) } satisfies Page<object>;
}

/** Unsubscribes of a campaign. */
export async function pageOfUnsubscribes(db: Db, campaign: Which, request: PageRequest) {
  const { unsubscribes: count } = await findCounters(db, campaign.customer_id, campaign.id);
  const page = await idsOf(db, 'unsubscribe', campaign, count, request);
  const rows = await db
    .selectFrom('unsubscribe')
    .leftJoin('subscriber', (on) =>
      on
        .onRef('subscriber.customer_id', '=', 'unsubscribe.customer_id')
        .onRef('subscriber.id', '=', 'unsubscribe.subscriber_id'),
    )
    .selectAll('unsubscribe')
    .select(['subscriber.uid as subscriber_uid', 'subscriber.email'])
    .where(areOwn(db, 'unsubscribe', campaign.customer_id, page))
    .execute();
  return { count, rows: inOrderOf(page, rows) } satisfies Page<object>;
}

/** Complaints about a campaign. */
export async function pageOfComplaints(db: Db, campaign: Which, request: PageRequest) {
  const { complaints: count } = await findCounters(db, campaign.customer_id, campaign.id);
  const page = await idsOf(db, 'complaint', campaign, count, request);
  const rows = await db
    .selectFrom('complaint')
    .leftJoin('subscriber', (on) =>
      on
        .onRef('subscriber.customer_id', '=', 'complaint.customer_id')
        .onRef('subscriber.id', '=', 'complaint.subscriber_id'),
    )
    .select(['complaint.id', 'complaint.message', 'subscriber.uid as subscriber_uid', 'subscriber.email'])
    .where(areOwn(db, 'complaint', campaign.customer_id, page))
    .execute();
  return { count, rows: inOrderOf(page, rows) } satisfies Page<object>;
}

type EventTable = 'bounce' | 'unsubscribe' | 'complaint';

function idsOf(db: Db, table: EventTable, campaign: Which, count: number, request: PageRequest): Promise<number[]> {
  const options = { key: `${table} of ${campaign.id}`, column: `${table}.id`, count, request };
  return pageOfIds(db, options, () =>
    db
      .selectFrom(table)
      .select(`${table}.id as id`)
      .where(`${table}.customer_id`, '=', campaign.customer_id)
      .where(`${table}.campaign_id`, '=', campaign.id),
  );
}
