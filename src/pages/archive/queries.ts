// Statements about the public archive of a list.
import { sql } from 'kysely';
import { findCustomer } from '../../accounts/queries.ts';
import { counterOf } from '../../campaigns/counters.ts';
import { isUid } from '../../kernel/ids.ts';
import { pageSettingsOf } from '../../lists/pages/settings.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign, Customer, List } from '../../storage/tables.ts';
import { findListByUid } from '../../subscribers/queries.ts';

/** A list with a public archive, and its customer. */
export type Archive = { list: List; customer: Customer };

/**
 * The archive of the list with this uid, when the list is public and its customer has enabled the
 * archive.
 */
export async function findArchive(db: Db, listUid: string): Promise<Archive | undefined> {
  const list = isUid(listUid) ? await findListByUid(db, listUid) : undefined;
  if (!list || !isOpen(list)) return undefined;
  const customer = await findCustomer(db, list.customer_id);
  return customer?.status === 'active' ? { list, customer } : undefined;
}

/** Whether the list's archive is public. */
export function isOpen(list: Pick<List, 'pages' | 'visibility' | 'status'>): boolean {
  return list.status === 'active' && list.visibility === 'public' && pageSettingsOf(list).archive;
}

/** A campaign in the archive. `started_at`: when its sending began. */
export type ArchivedCampaign = Pick<Campaign, 'id' | 'number' | 'uid' | 'subject' | 'finished_at'> & {
  started_at: number;
};

/** The last campaign of a page, after which the next page begins. */
export type ArchiveMark = { startedAt: number; number: number };

/**
 * The next `limit` campaigns of a list's archive, newest first: regular ones that were sent to the
 * whole list and reached somebody. Campaigns to a segment are not shown, since their content may
 * not be for everybody. Of an A/B test the winner is shown, once.
 */
export async function archivedCampaigns(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  { after, limit }: { after?: ArchiveMark | undefined; limit: number },
): Promise<ArchivedCampaign[]> {
  const rows = await ofArchive(db, list)
    .select([
      'campaign.id',
      'campaign.number',
      'campaign.uid',
      'campaign.subject',
      'campaign.started_at',
      'campaign.finished_at',
    ])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(campaign.started_at, campaign.id) < (${after?.startedAt}, ${after && idOfNumber(db, list, after.number)})`,
      ),
    )
    .orderBy('campaign.started_at', 'desc')
    .orderBy('campaign.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, started_at: row.started_at ?? 0 }));
}

/** The id for a campaign's number; 0, before all others, when it was deleted since. */
function idOfNumber(db: Db, list: Pick<List, 'customer_id'>, number: number) {
  const named = db
    .selectFrom('campaign')
    .select('id')
    .where('customer_id', '=', list.customer_id)
    .where('number', '=', number);
  return sql<number>`coalesce(${named}, 0)`;
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
    .where('campaign.list_id', '=', list.id)
    .where('campaign.customer_id', '=', list.customer_id)
    .where('campaign.type', '=', sql.lit<string>('regular')) // written as in the index
    .where('campaign.status', '=', sql.lit<string>('sent'))
    .where('campaign.segment_id', 'is', null)
    .where('campaign.started_at', 'is not', null)
    .where(sql<boolean>`${counterOf('accepted', list.customer_id)} > 0`)
    .where(isOnceOfTest(list.customer_id));
}

/** Of an A/B test the variant that won, once that is known: the others were a try. */
const isOnceOfTest = (customerId: number) => sql<boolean>`not exists (select 1 from ab_test
  where ab_test.customer_id = ${customerId} and ab_test.campaign_id = coalesce(campaign.test_of, campaign.id)
    and coalesce(ab_test.winner_id, 0) <> campaign.id)`;
