// Statements about the archive of a list: what of its campaigns anybody may see.
import { sql } from 'kysely';
import type { Db } from '../storage/db.ts';
import type { Campaign, List } from '../storage/tables.ts';

/** A campaign as the archive shows it. `started_at`: when it began to leave. */
export type ArchivedCampaign = Pick<Campaign, 'id' | 'uid' | 'subject' | 'updated_at'> & { started_at: number };

/** The last campaign of a page: the next page begins behind it. */
export type ArchiveMark = { startedAt: number; id: number };

/**
 * The next `limit` campaigns of a list's archive, newest first: regular ones that were sent to the whole list and that
 * somebody got. One to a segment may say what is not for everybody, so it is not shown.
 */
export async function archivedCampaigns(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  { after, limit }: { after?: ArchiveMark | undefined; limit: number },
): Promise<ArchivedCampaign[]> {
  const rows = await ofArchive(db, list)
    .select(['campaign.id', 'campaign.uid', 'campaign.subject', 'campaign.started_at', 'campaign.updated_at'])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(campaign.started_at, campaign.id) < (${after?.startedAt}, ${after?.id})`),
    )
    .orderBy('campaign.started_at', 'desc')
    .orderBy('campaign.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, started_at: row.started_at ?? 0 }));
}

/** Whether the archive of its list shows the campaign. */
export async function isArchived(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  campaign: Pick<Campaign, 'id'>,
): Promise<boolean> {
  const row = await ofArchive(db, list).select('campaign.id').where('campaign.id', '=', campaign.id).executeTakeFirst();
  return row !== undefined;
}

function ofArchive(db: Db, list: Pick<List, 'id' | 'customer_id'>) {
  return db
    .selectFrom('campaign')
    .innerJoin('campaign_counter', 'campaign_counter.campaign_id', 'campaign.id')
    .where('campaign.list_id', '=', list.id)
    .where('campaign.customer_id', '=', list.customer_id)
    .where('campaign.type', '=', sql.lit<string>('regular')) // as the index says it
    .where('campaign.status', '=', sql.lit<string>('sent'))
    .where('campaign.segment_id', 'is', null)
    .where('campaign.started_at', 'is not', null)
    .where('campaign_counter.accepted', '>', 0);
}
