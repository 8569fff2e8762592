// What came back of a campaign, a page at a time, newest first: bounces, unsubscribes, complaints.
// Counts are kept, not counted.
import { findCounters } from '../campaigns/counters.ts';
import type { PageRequest } from '../kernel/page.ts';
import { numberSet } from '../storage/dialect.ts';
import { inOrderOf, pageOfIds } from '../storage/paging.ts';
import type { Campaign, Db } from '../storage/tables.ts';
import { readTally } from '../storage/tally.ts';
import { BOUNCES } from './record.ts';

/** A row with whose it is; nulls when the subscriber was removed. */
export type WithSubscriber<T> = T & { subscriber_uid: string | null; email: string | null };
type Page<T> = { count: number; rows: WithSubscriber<T>[] };
type Which = Pick<Campaign, 'id' | 'customer_id'>;

/** Bounces of a campaign, those of messages that were not accepted among them. */
export async function pageOfBounces(db: Db, campaign: Which, request: PageRequest) {
  const count = await readTally(db, BOUNCES, campaign.id);
  const page = await idsOf(db, 'bounce', campaign, count, request);
  const rows = await db
    .selectFrom('bounce')
    .leftJoin('subscriber', 'subscriber.id', 'bounce.subscriber_id')
    .select(['bounce.id', 'bounce.message', 'bounce.type', 'subscriber.uid as subscriber_uid', 'subscriber.email'])
    .where('bounce.id', 'in', numberSet(db, page))
    .execute();
  return { count, rows: inOrderOf(page, rows) } satisfies Page<object>;
}

/** Who unsubscribed from a campaign. */
export async function pageOfUnsubscribes(db: Db, campaign: Which, request: PageRequest) {
  const { unsubscribes: count } = await findCounters(db, campaign.id);
  const page = await idsOf(db, 'unsubscribe', campaign, count, request);
  const rows = await db
    .selectFrom('unsubscribe')
    .leftJoin('subscriber', 'subscriber.id', 'unsubscribe.subscriber_id')
    .selectAll('unsubscribe')
    .select(['subscriber.uid as subscriber_uid', 'subscriber.email'])
    .where('unsubscribe.id', 'in', numberSet(db, page))
    .execute();
  return { count, rows: inOrderOf(page, rows) } satisfies Page<object>;
}

/** Who reported a campaign as spam. */
export async function pageOfComplaints(db: Db, campaign: Which, request: PageRequest) {
  const { complaints: count } = await findCounters(db, campaign.id);
  const page = await idsOf(db, 'complaint', campaign, count, request);
  const rows = await db
    .selectFrom('complaint')
    .leftJoin('subscriber', 'subscriber.id', 'complaint.subscriber_id')
    .select(['complaint.id', 'complaint.message', 'subscriber.uid as subscriber_uid', 'subscriber.email'])
    .where('complaint.id', 'in', numberSet(db, page))
    .execute();
  return { count, rows: inOrderOf(page, rows) } satisfies Page<object>;
}

type EventTable = 'bounce' | 'unsubscribe' | 'complaint';

function idsOf(db: Db, table: EventTable, campaign: Which, count: number, request: PageRequest): Promise<number[]> {
  const options = { key: `${table} of ${campaign.id}`, column: `${table}.id`, count, request };
  return pageOfIds(db, options, () =>
    db.selectFrom(table).select(`${table}.id as id`).where(`${table}.campaign_id`, '=', campaign.id),
  );
}
