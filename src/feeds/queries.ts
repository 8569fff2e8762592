// Statements on tables `campaign_feed` and `feed_item`.
import type { Removal } from '../campaigns/remove.ts';
import { mailingFrom } from '../storage/campaign-conditions.ts';
import type { Db, Tx } from '../storage/db.ts';
import { insertRows } from '../storage/dialect/insert-rows.ts';
import { isOneOf, isOwn, numberSet } from '../storage/dialect.ts';
import type { CampaignFeed } from '../storage/tables/content.ts';
import type { Campaign } from '../storage/tables.ts';
import type { Address, FeedState } from './rules.ts';

const STATE = [
  'id',
  'customer_id',
  'campaign_id',
  'hash',
  'kind',
  'url',
  'fault',
  'attempts',
  'next_attempt_at',
  'fetched_at',
] as const;

type Owner = Pick<Campaign, 'id' | 'customer_id'>;

/** The stored state of these addresses of a campaign, without their content. */
export function listFeedStates(db: Db, campaign: Owner, hashes: readonly string[]): Promise<FeedState[]> {
  return ofHashes(db, campaign, hashes).select(STATE).execute();
}

/** The stored state of these addresses of a campaign. */
export function listFeeds(db: Db, campaign: Owner, hashes: readonly string[]): Promise<CampaignFeed[]> {
  return ofHashes(db, campaign, hashes).selectAll().execute();
}

/**
 * What another part of the campaign's A/B test has fetched from an address; undefined when there is
 * none. All parts show the same, or it would not be known what decided the test.
 */
export async function findContentOfTest(
  db: Db,
  { id, customer_id, test_of }: Owner & Pick<Campaign, 'test_of'>,
  hash: string,
): Promise<string | undefined> {
  if (test_of === null) return undefined; // the first part, which begins before the others
  const found = await db
    .selectFrom('campaign_feed')
    .select('content')
    .where('customer_id', '=', customer_id)
    .where('campaign_id', 'in', mailingFrom(customer_id, test_of))
    .where('campaign_id', '<>', id)
    .where('hash', '=', hash)
    .where('content', 'is not', null)
    .where('fetched_at', 'is not', null)
    .orderBy('fetched_at')
    .limit(1)
    .executeTakeFirst();
  return found?.content ?? undefined;
}

function ofHashes(db: Db, campaign: Owner, hashes: readonly string[]) {
  return db
    .selectFrom('campaign_feed')
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .where(isOneOf(db, 'hash', hashes));
}

/** Inserts addresses that are still to be fetched; existing ones stay unchanged. */
export async function insertFeeds(db: Db, campaign: Owner, addresses: readonly Address[], at: number): Promise<void> {
  if (addresses.length === 0) return;
  const rows = addresses.map((address) => ({
    ...address,
    customer_id: campaign.customer_id,
    campaign_id: campaign.id,
    content: null,
    fault: null,
    attempts: 0,
    next_attempt_at: at,
    fetched_at: null,
  }));
  await db
    .insertInto('campaign_feed')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['customer_id', 'campaign_id', 'hash']).doNothing())
    .execute();
}

/**
 * Claims a due address until `until`.
 * @returns false when another node claimed it
 */
export async function claimFeed(db: Db, feed: FeedState, until: number): Promise<boolean> {
  const result = await db
    .updateTable('campaign_feed')
    .set({ attempts: feed.attempts + 1, next_attempt_at: until, fetched_at: null, fault: null })
    .where('customer_id', '=', feed.customer_id)
    .where('id', '=', feed.id)
    .where('attempts', '=', feed.attempts)
    .where('next_attempt_at', feed.next_attempt_at === null ? 'is' : '=', feed.next_attempt_at)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

type Outcome = Partial<Pick<CampaignFeed, 'content' | 'fault' | 'attempts' | 'next_attempt_at' | 'fetched_at'>>;

/**
 * Stores the outcome of an address that was claimed until `until`; does nothing when another node
 * has claimed it since.
 */
export async function updateClaimedFeed(
  db: Db,
  feed: Pick<FeedState, 'id' | 'customer_id'>,
  until: number,
  outcome: Outcome,
): Promise<void> {
  await db
    .updateTable('campaign_feed')
    .set(outcome)
    .where('customer_id', '=', feed.customer_id)
    .where('id', '=', feed.id)
    .where('next_attempt_at', '=', until)
    .where('fetched_at', 'is', null)
    .execute();
}

/** Resets an address of a campaign, to be fetched at `at` as if for the first time. */
export async function resetFeed(db: Db, campaign: Owner, hash: string, at: number): Promise<void> {
  await db
    .updateTable('campaign_feed')
    .set({ attempts: 0, next_attempt_at: at, fetched_at: null, fault: null })
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .where('hash', '=', hash)
    .execute();
}

/** Resets the failing addresses of a campaign, to be fetched at `at` as if for the first time. */
export async function resetFailedFeeds(db: Db, campaign: Owner, at: number): Promise<void> {
  await db
    .updateTable('campaign_feed')
    .set({ attempts: 0, next_attempt_at: at, fault: null })
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .where('fault', 'is not', null)
    .where('fetched_at', 'is', null)
    .execute();
}

/** The campaign under which shown items are stored: for a run the recurring one. */
function rootOf(campaign: Pick<Campaign, 'id' | 'parent_id'>): number {
  return campaign.parent_id ?? campaign.id;
}

/** Inserts the items that the campaign shows. */
export async function insertShownItems(
  tx: Tx,
  campaign: Owner & Pick<Campaign, 'parent_id'>,
  hashes: readonly string[],
): Promise<void> {
  const shared = { customer_id: campaign.customer_id, root_id: rootOf(campaign), campaign_id: campaign.id };
  const on = ['customer_id', 'root_id', 'hash', 'campaign_id'];
  await insertRows(tx, {
    table: 'feed_item',
    shared,
    columns: ['hash'],
    values: [...new Set(hashes)],
    conflict: { on, update: [] },
  });
}

/** The earlier runs that have shown each of these items. */
export function listEarlierRunsShowing(
  db: Db,
  campaign: Owner & Pick<Campaign, 'parent_id'>,
  hashes: readonly string[],
): Promise<{ hash: string; campaign_id: number }[]> {
  return db
    .selectFrom('feed_item')
    .select(['hash', 'campaign_id'])
    .where('customer_id', '=', campaign.customer_id)
    .where('root_id', '=', rootOf(campaign))
    .where(isOneOf(db, 'hash', hashes))
    .where('campaign_id', '<', campaign.id)
    .execute();
}

/** Which of these subscribers have an accepted message of these campaigns. */
export function listAcceptedMessages(
  db: Db,
  customerId: number,
  campaignIds: readonly number[],
  subscriberIds: readonly number[],
): Promise<{ campaign_id: number; subscriber_id: number }[]> {
  return db
    .selectFrom('message')
    .select(['campaign_id', 'subscriber_id'])
    .where('customer_id', '=', customerId)
    .where('campaign_id', 'in', numberSet(db, campaignIds))
    .where('subscriber_id', 'in', numberSet(db, subscriberIds))
    .where('state', '=', 'accepted')
    .execute();
}

/**
 * Removes up to `limit` rows of a campaign that is gone. Items that its runs showed go with it, not
 * with the runs.
 */
export async function deleteFeedsOf(tx: Tx, campaign: Removal, limit: number): Promise<number> {
  const feeds = tx
    .selectFrom('campaign_feed')
    .select('id')
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .limit(limit);
  const removed = await tx
    .deleteFrom('campaign_feed')
    .where(isOwn(tx, 'customer_id', campaign.customer_id))
    .where('id', 'in', feeds)
    .executeTakeFirst();
  if (removed.numDeletedRows > 0n) return Number(removed.numDeletedRows);
  const items = tx
    .selectFrom('feed_item')
    .select('hash')
    .where('customer_id', '=', campaign.customer_id)
    .where('root_id', '=', campaign.id)
    .limit(limit);
  const gone = await tx
    .deleteFrom('feed_item')
    .where('customer_id', '=', campaign.customer_id)
    .where('root_id', '=', campaign.id)
    .where('hash', 'in', items)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
