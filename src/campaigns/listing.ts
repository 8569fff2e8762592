// Listing campaigns, and the segment of a campaign.
import { hasTag } from '../http/members/stored-tags.ts';
import type { PageRequest } from '../kernel/page.ts';
import { foldText } from '../kernel/text/comparing.ts';
import { findList } from '../lists/queries.ts';
import { withCount } from '../segments/count.ts';
import { findSegmentById } from '../segments/queries.ts';
import type { Db } from '../storage/db.ts';
import type { Campaign, Segment } from '../storage/tables.ts';
import { listOf } from './queries.ts';
import { type CampaignEntry, entriesAt, namesOf, pageOfCampaigns, tagsOf } from './queries-shown.ts';

/**
 * One page of a customer's campaigns, newest first; empty for a list that is not the customer's.
 */
export async function listCampaigns(
  db: Db,
  customerId: number,
  { listUid, request, ...which }: Which & { listUid?: string | undefined; request: PageRequest },
): Promise<{ count: number; entries: CampaignEntry[] }> {
  const list = listUid === undefined ? undefined : await findList(db, customerId, listUid);
  if (listUid !== undefined && !list) return { count: 0, entries: [] };
  const { tag, status, number, isWhole } = which;
  if (which.search === undefined && tag === undefined && number === undefined) {
    return pageOfCampaigns(db, customerId, { list, status, isWhole, request });
  }
  // Searched here and not in SQL: the engines disagree about letters beyond ASCII, and a customer
  // has thousands of campaigns at most.
  const wanted = foldText(which.search ?? '');
  const named = { list, status, number, isWhole };
  const found = (await (tag === undefined ? namesOf(db, customerId, named) : taggedOf(db, customerId, named, tag)))
    .filter(({ name }) => foldText(name).includes(wanted))
    .map(({ id }) => id);
  const start = (request.page - 1) * request.perPage;
  const ids = found.slice(start, start + request.perPage);
  return { count: found.length, entries: await entriesAt(db, customerId, named, ids) };
}

/** Those with a tag, in any case. */
async function taggedOf(db: Db, customerId: number, which: Parameters<typeof namesOf>[2], tag: string) {
  return (await tagsOf(db, customerId, which)).filter(({ tags }) => hasTag(tags, tag));
}

type Which = {
  status?: string | undefined;
  search?: string | undefined;
  tag?: string | undefined;
  number?: number | undefined;
  isWhole?: boolean;
};

/**
 * The segment of a campaign with its members counted; undefined without one, or when it was
 * removed. `at` in ms.
 */
export async function segmentOf(
  db: Db,
  campaign: Pick<Campaign, 'customer_id' | 'list_id' | 'segment_id'>,
  at: number,
): Promise<Segment | undefined> {
  if (campaign.segment_id === null) return undefined;
  const [segment, list] = await Promise.all([
    findSegmentById(db, campaign.customer_id, campaign.segment_id),
    listOf(db, campaign),
  ]);
  return segment && list && withCount(db, list, segment, at);
}
