// Statements that list campaigns.
import { sql } from 'kysely';
import type { PageRequest } from '../kernel/page.ts';
import { isVisibleCampaign } from '../storage/campaign-conditions.ts';
import type { Db } from '../storage/db.ts';
import { rowBesidePage } from '../storage/dialect/beside.ts';
import { inOrderOf, pageOfIds } from '../storage/paging.ts';
import type { Campaign, List } from '../storage/tables.ts';
import { findTally } from '../storage/tally.ts';

/** A campaign as a listing shows it. */
export type CampaignEntry = Pick<Campaign, 'id' | 'uid' | 'number' | 'name' | 'type' | 'status'>;

const ENTRY = ['id', 'uid', 'number', 'name', 'type', 'status'] as const;

/**
 * One page of a customer's campaigns, or of those of one list, newest first, and how many there
 * are.
 */
export async function pageOfCampaigns(
  db: Db,
  customerId: number,
  { list, request }: { list?: Pick<List, 'id'> | undefined; request: PageRequest },
): Promise<{ count: number; entries: CampaignEntry[] }> {
  if (!list && request.page === 1) {
    const { row, page } = await firstPage(db, { customerId, size: request.perPage });
    return { count: row?.n ?? 0, entries: page };
  }
  const filtered = () => {
    const own = db.selectFrom('campaign').where('campaign.customer_id', '=', customerId).where(isVisibleCampaign);
    return list ? own.where('campaign.list_id', '=', list.id) : own;
  };
  const count = list
    ? await findTally(db, customerId, 'campaigns-of-list', list.id)
    : await findTally(db, customerId, 'campaigns');
  const key = list ? `campaigns of list ${list.id}` : `campaigns of ${customerId}`;
  const ids = await pageOfIds(db, { key, column: 'campaign.id', count, request }, () =>
    filtered().select('campaign.id as id'),
  );
  if (ids.length === 0) return { count, entries: [] };
  const columns = ENTRY.map((column) => `campaign.${column}` as const);
  const rows = await filtered().select(columns).where('campaign.id', 'in', ids).execute();
  return { count, entries: inOrderOf(ids, rows) };
}

const firstPage = rowBesidePage<{ customerId: number; size: number }, { n: number | null }, CampaignEntry>(
  ENTRY,
  (_, { value }) => ({
    row: (page) => sql`select (select n from tally where tally.customer_id = ${value('customerId')}
      and tally.scope = 'campaigns' and tally.owner_id = 0) as n, ${page}`,
    rows: sql`select ${sql.join(ENTRY.map((name) => sql.ref(name)))} from campaign
      where customer_id = ${value('customerId')} and ${isVisibleCampaign} order by id desc limit ${value('size')}`,
  }),
);

/** All campaigns of a customer, or of one list, in one status or in any, newest first. */
export function entriesOf(
  db: Db,
  customerId: number,
  { list, status }: { list?: Pick<List, 'id'> | undefined; status?: string | undefined },
): Promise<(CampaignEntry & Pick<Campaign, 'tags'>)[]> {
  let query = db
    .selectFrom('campaign')
    .select([...ENTRY, 'tags'])
    .where('campaign.customer_id', '=', customerId)
    .where(isVisibleCampaign);
  if (list) query = query.where('campaign.list_id', '=', list.id);
  if (status !== undefined) query = query.where('campaign.status', '=', status);
  return query.orderBy('id', 'desc').execute();
}
