// Statements for campaigns as answers show them: one by itself, and in listings.
import { type RawBuilder, sql } from 'kysely';
import type { PageRequest } from '../kernel/page.ts';
import { isVisibleCampaign, standsForMailing } from '../storage/campaign-conditions.ts';
import type { Db } from '../storage/db.ts';
import { rowBesidePage } from '../storage/dialect/beside.ts';
import { inOrderOf, pageOfIds } from '../storage/paging.ts';
import { reading, type ValuePlace } from '../storage/statement.ts';
import type { Campaign, List } from '../storage/tables.ts';
import { findTally } from '../storage/tally.ts';
import { counterOf } from './counters.ts';
import { gone } from './queries.ts';
import { type NamedList, namedLists } from './several-lists/named.ts';

/** A campaign as a short record shows it; what its list says is empty when the list is gone. */
export type CampaignRow = Pick<Campaign, (typeof SHORT)[number]> & {
  list_uid: string | null;
  list_name: string | null;
  list_confirmed: number | null;
  /** The recurring campaign that this is a run of, unless it was deleted. */
  parent_uid: string | null;
  /** The campaign that it is sent again for, unless that was deleted. */
  not_opened_uid: string | null;
  /** Messages that are held as uncertain. */
  uncertain: number;
};

/** A campaign with all that a full record shows. */
export type CampaignView = CampaignRow &
  Campaign & {
    /** The first variant of its A/B test; null: it is in none. */
    tested_uid: string | null;
    /** The lists after the first, as far as they were not removed. */
    further: readonly NamedList[];
  };

/** What a short record shows: each column that is read costs, and a campaign has many. */
const SHORT = [
  'id',
  'customer_id',
  'uid',
  'number',
  'list_id',
  'segment_id',
  'type',
  'name',
  'from_name',
  'from_email',
  'to_name',
  'reply_to',
  'subject',
  'status',
  'created_at',
  'send_at',
  'relay_numbers',
  'notice',
  'not_opened_of',
] as const;

/** A campaign for a short record: one statement. @throws AppError `not_found` */
export async function getCampaignRow(db: Db, customerId: number, uid: string): Promise<CampaignRow> {
  const [row] = await rowByUid(db, { customerId, uid });
  return row ? { ...row, uncertain: Number(row.uncertain) } : gone();
}

/** The same for a full record; the lists after the first are a second one. @throws as above */
export async function getCampaignView(db: Db, customerId: number, uid: string): Promise<CampaignView> {
  const [row] = await viewByUid(db, { customerId, uid });
  if (!row) return gone();
  return { ...row, uncertain: Number(row.uncertain), further: await namedLists(db, row) };
}

type Named = { customerId: number; uid: string };

const rowByUid = reading((db, value: ValuePlace<Named>) =>
  aroundCampaign(db, value).select(SHORT.map((column) => `campaign.${column}` as const)),
);

const viewByUid = reading((db, value: ValuePlace<Named>) =>
  aroundCampaign(db, value)
    .selectAll('campaign')
    .select(testedUid(value('customerId')).as('tested_uid')),
);

const aroundCampaign = (db: Db, value: ValuePlace<Named>) =>
  db
    .selectFrom('campaign')
    .leftJoin('list', (on) =>
      on.onRef('list.customer_id', '=', 'campaign.customer_id').onRef('list.id', '=', 'campaign.list_id'),
    )
    .leftJoin('tally', (on) =>
      on
        .onRef('tally.customer_id', '=', 'campaign.customer_id')
        .onRef('tally.owner_id', '=', 'campaign.list_id')
        .on('tally.scope', '=', 'subscribers:confirmed'),
    )
    .leftJoin('campaign as parent', (on) =>
      on
        .onRef('parent.customer_id', '=', 'campaign.customer_id')
        .onRef('parent.id', '=', 'campaign.parent_id')
        .on('parent.status', '<>', 'pending-delete'),
    )
    .leftJoin('campaign as former', (on) =>
      on
        .onRef('former.customer_id', '=', 'campaign.customer_id')
        .onRef('former.id', '=', 'campaign.not_opened_of')
        .on('former.status', '<>', 'pending-delete'),
    )
    .select('former.uid as not_opened_uid')
    .select(['list.uid as list_uid', 'list.name as list_name', 'tally.n as list_confirmed', 'parent.uid as parent_uid'])
    .select(counterOf('uncertain', value('customerId')).as('uncertain'))
    .where('campaign.uid', '=', value('uid'))
    .where('campaign.customer_id', '=', value('customerId'))
    .where(isVisibleCampaign);

const testedUid = (customer: RawBuilder<number>) => sql<string | null>`(select first.uid
  from ab_test inner join campaign as first on first.customer_id = ab_test.customer_id and first.id = ab_test.campaign_id
  where ab_test.customer_id = ${customer} and ab_test.campaign_id = coalesce(campaign.test_of, campaign.id)
    and first.status <> 'pending-delete')`;

/** A campaign as a listing shows it. */
export type CampaignEntry = Pick<Campaign, 'id' | 'uid' | 'number' | 'name' | 'type' | 'status'>;

const ENTRY = ['id', 'uid', 'number', 'name', 'type', 'status'] as const;

/**
 * Campaigns of one list, in one status, with one number; absent: of all, in any, with any.
 * `isWhole`: of an A/B test its first variant alone, if that was not deleted.
 */
type Which = {
  list?: Pick<List, 'id'> | undefined;
  status?: string | undefined;
  number?: number | undefined;
  isWhole?: boolean | undefined;
};

/** One page of a customer's campaigns, newest first, and how many there are. */
export async function pageOfCampaigns(
  db: Db,
  customerId: number,
  { request, ...which }: Omit<Which, 'number'> & { request: PageRequest },
): Promise<{ count: number; entries: CampaignEntry[] }> {
  const { list, status, isWhole } = which;
  if (!list && status === undefined && !isWhole && request.page === 1) {
    const { row, page } = await firstPage(db, { customerId, size: request.perPage });
    return { count: row?.n ?? 0, entries: page };
  }
  const filtered = () => filteredCampaigns(db, customerId, which);
  const count = await countOf(db, customerId, which);
  const those = isWhole ? 'whole campaigns' : 'campaigns';
  const key = `${those} of ${list ? `list ${list.id}` : customerId} in ${status ?? 'any status'}`;
  const ids = await pageOfIds(db, { key, column: 'campaign.id', count, request }, () =>
    filtered().select('campaign.id as id'),
  );
  return { count, entries: await entriesAt(db, customerId, which, ids) };
}

/** The campaigns with these ids, in their order. */
export async function entriesAt(
  db: Db,
  customerId: number,
  which: Which,
  ids: readonly number[],
): Promise<CampaignEntry[]> {
  if (ids.length === 0) return [];
  const columns = ENTRY.map((column) => `campaign.${column}` as const);
  const rows = await filteredCampaigns(db, customerId, which).select(columns).where('campaign.id', 'in', ids).execute();
  return inOrderOf(ids, rows);
}

function filteredCampaigns(db: Db, customerId: number, { list, status, number, isWhole }: Which) {
  let query = db.selectFrom('campaign').where('campaign.customer_id', '=', customerId).where(isVisibleCampaign);
  if (list) query = query.where('campaign.list_id', '=', list.id);
  if (status !== undefined) query = query.where('campaign.status', '=', status);
  if (number !== undefined) query = query.where('campaign.number', '=', number);
  if (isWhole) query = query.where(standsForMailing(customerId));
  return query;
}

async function countOf(db: Db, customerId: number, which: Which): Promise<number> {
  const { list, status, isWhole } = which;
  if (status !== undefined || isWhole) {
    const those = filteredCampaigns(db, customerId, which);
    const { n } = await those.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
    return Number(n);
  }
  return list ? findTally(db, customerId, 'campaigns-of-list', list.id) : findTally(db, customerId, 'campaigns');
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

/** Names of all campaigns, or of one list, in one status or in any, newest first. */
export function namesOf(db: Db, customerId: number, which: Which): Promise<Pick<Campaign, 'id' | 'name'>[]> {
  return filteredCampaigns(db, customerId, which).select(['id', 'name']).orderBy('id', 'desc').execute();
}

/** The same of those that have tags, with these. */
export function tagsOf(db: Db, customerId: number, which: Which): Promise<Pick<Campaign, 'id' | 'name' | 'tags'>[]> {
  return filteredCampaigns(db, customerId, which)
    .select(['id', 'name', 'tags'])
    .where('tags', 'is not', null)
    .orderBy('id', 'desc')
    .execute();
}
