// What is read of campaigns beside the row itself.
import type { PageRequest } from '../kernel/page.ts';
import { findList } from '../lists/queries.ts';
import { withCount } from '../segments/count.ts';
import { findSegmentById } from '../segments/queries.ts';
import type { Db } from '../storage/db.ts';
import type { Campaign, Segment } from '../storage/tables.ts';
import { type CampaignEntry, listOf, pageOfCampaigns } from './queries.ts';

/** One page of a customer's campaigns, newest first; of a list that the customer does not have, none. */
export async function listCampaigns(
  db: Db,
  customerId: number,
  { listUid, request }: { listUid: string | undefined; request: PageRequest },
): Promise<{ count: number; entries: CampaignEntry[] }> {
  if (listUid === undefined) return pageOfCampaigns(db, customerId, { request });
  const list = await findList(db, customerId, listUid);
  return list ? pageOfCampaigns(db, customerId, { list, request }) : { count: 0, entries: [] };
}

/** The segment of a campaign with its members counted, where it has one that is still there. `at` in ms. */
export async function segmentOf(db: Db, campaign: Campaign, at: number): Promise<Segment | undefined> {
  if (campaign.segment_id === null) return undefined;
  const [segment, list] = await Promise.all([findSegmentById(db, campaign.segment_id), listOf(db, campaign)]);
  return segment && list && withCount(db, list, segment, at);
}
