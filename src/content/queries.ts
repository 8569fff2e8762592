// Statements about the campaign, message and subscriber behind a link, and the rows of tracked
// links.

import { NO_LIST } from '../campaigns/create.ts';
import type { CampaignFacts } from '../campaigns/merge/source.ts';
import { findCampaignById, listOf } from '../campaigns/queries.ts';
import { listIdsOf, seenFrom } from '../campaigns/several-lists/lists.ts';
import { sha1, sha256 } from '../kernel/ids.ts';
import { newPause } from '../kernel/slices.ts';
import { fieldsOf } from '../lists/fields/queries.ts';
import { findSegmentById } from '../segments/queries.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { isOneOf } from '../storage/dialect.ts';
import { noteOwners } from '../storage/spread/owners.ts';
import type { Campaign, List } from '../storage/tables.ts';
import { addToTally } from '../storage/tally.ts';
import { findSubscriberById } from '../subscribers/queries.ts';

/** The data of a campaign's messages, besides their recipients. */
export type CampaignContext = CampaignFacts;

/** Of a campaign to several lists: as those on one of them get it, or as somebody gets it. */
export type SeenBy = { listId: number } | { subscriberId: number };

/**
 * A campaign with the list, customer and fields that its merge tags use, whatever its state;
 * undefined when one of them is gone, or the customer is being removed.
 * @param by absent: as those on its first list get it
 */
export async function campaignContext(db: Db, campaignId: number, by?: SeenBy): Promise<CampaignContext | undefined> {
  const stored = await findCampaignById(db, campaignId);
  if (!stored) return undefined;
  const campaign = stored.further_lists === null || !by ? stored : seenFrom(stored, await listSeenBy(db, stored, by));
  const [list, customer, fields, segmentName] = await Promise.all([
    campaign.list_id === NO_LIST ? noList(campaign) : listOf(db, campaign),
    db.selectFrom('customer').selectAll().where('id', '=', campaign.customer_id).executeTakeFirst(),
    fieldsOf(db, campaign.customer_id, campaign.list_id),
    campaign.segment_id === null ? '' : nameOfSegment(db, campaign.customer_id, campaign.segment_id),
  ]);
  if (!list || !customer || customer.status === 'removing') return undefined;
  return { campaign, list, customer, fields, segmentName };
}

async function listSeenBy(db: Db, { customer_id, list_id }: Campaign, by: SeenBy): Promise<number> {
  if ('listId' in by) return by.listId;
  return (await findSubscriberById(db, customer_id, by.subscriberId))?.list_id ?? list_id;
}

/** Stands for the list of a draft that has none yet, so that it can be looked at. */
function noList({ customer_id }: Campaign): List {
  return {
    id: NO_LIST,
    uid: '',
    customer_id,
    name: '',
    display_name: '',
    description: '',
    opt_in: 'single',
    opt_out: 'single',
    visibility: 'private',
    status: 'active',
    defaults: '{}',
    notifications: '{}',
    company: null,
    tags: null,
    pages: '{}',
    noticed_at: null,
    revision: 0,
    fields_revision: 0,
    created_at: 0,
    updated_at: 0,
  };
}

/** The segment's name; empty when it is gone. */
async function nameOfSegment(db: Db, customerId: number, id: number): Promise<string> {
  const row = await findSegmentById(db, customerId, id);
  return row?.name ?? '';
}

/** Links that are inserted together; also far below the engines' limits of parameters. */
const CHUNK = 1000;

/**
 * Inserts rows for the tracked links of a campaign; existing rows are kept, so that links of mails
 * already sent stay valid. Many links go in slices, each a transaction of its own, so that neither
 * requests nor other writers wait for all of them: what a kill leaves out is inserted the next
 * time. They are looked for all at once: PostgreSQL reads those of the campaign for each look.
 * @returns the rows' ids, in the order of `urls`
 */
export async function ensureLinks(
  db: Db,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
  urls: readonly string[],
): Promise<number[]> {
  if (urls.length === 0) return [];
  const pause = newPause();
  const hashes: string[] = [];
  for (const url of urls) {
    hashes.push(sha256(url));
    if (hashes.length % CHUNK === 0) await pause();
  }
  const idOf = await linkIdsOf(db, campaign, hashes);
  const missing = urls.flatMap((url, index) => {
    const hash = hashes[index] ?? '';
    return idOf.has(hash) ? [] : [{ hash, url }];
  });
  if (missing.length > 0) {
    for (let at = 0; at < missing.length; at += CHUNK) {
      for (const { hash, id } of await insertLinks(db, campaign, missing.slice(at, at + CHUNK))) idOf.set(hash, id);
      await pause();
    }
    // What others inserted at the same moment.
    if (missing.some(({ hash }) => !idOf.has(hash))) {
      for (const [hash, id] of await linkIdsOf(db, campaign, hashes)) idOf.set(hash, id);
    }
    const owners = missing.map(({ hash }) => [idOf.get(hash) ?? 0, campaign.customer_id] as const);
    await noteOwners(db, 'link', new Map(owners));
  }
  return hashes.map((hash) => {
    const id = idOf.get(hash);
    if (id === undefined) throw new Error(`A link of campaign ${campaign.id} was not kept.`);
    return id;
  });
}

/** Only the requested links: content that differs by recipient may have many others. */
async function linkIdsOf(
  db: Db,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
  hashes: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('campaign_link')
    .select(['id', 'hash'])
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .where(isOneOf(db, 'hash', hashes))
    .execute();
  return new Map(rows.map((row) => [row.hash, row.id]));
}

function insertLinks(
  db: Db,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
  links: { hash: string; url: string }[],
): Promise<{ id: number; hash: string }[]> {
  const of = { customer_id: campaign.customer_id, campaign_id: campaign.id };
  return inTransaction(db, async (tx) => {
    const inserted = await tx
      .insertInto('campaign_link')
      .values(links.map((link) => ({ ...of, sha1: sha1(link.url), ...link })))
      .onConflict((conflict) => conflict.columns(['customer_id', 'campaign_id', 'hash']).doNothing())
      .returning(['id', 'hash'])
      .execute();
    await addToTally(tx, campaign.customer_id, 'links', inserted.length, campaign.id);
    return inserted;
  });
}

/** The subscriber of one of a campaign's lists with this uid. */
export async function findTrackedSubscriber(
  db: Db,
  campaign: Pick<Campaign, 'customer_id' | 'list_id' | 'further_lists'>,
  subscriberUid: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('subscriber')
    .select('id')
    .where('uid', '=', subscriberUid)
    .where('customer_id', '=', campaign.customer_id)
    .where('list_id', 'in', listIdsOf(campaign))
    .executeTakeFirst();
  return row?.id;
}
