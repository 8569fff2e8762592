// The lists of a campaign as answers name them.
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { furtherLists } from './lists.ts';

export type NamedList = { list_uid: string; name: string; subscribers_count: number };

/** The lists of a campaign after the first, in their order, as far as they were not removed. */
export async function namedLists(
  db: Db,
  campaign: Pick<Campaign, 'customer_id' | 'further_lists'>,
): Promise<NamedList[]> {
  const ids = furtherLists(campaign);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('list')
    .leftJoin('tally', (on) =>
      on
        .onRef('tally.customer_id', '=', 'list.customer_id')
        .onRef('tally.owner_id', '=', 'list.id')
        .on('tally.scope', '=', 'subscribers:confirmed'),
    )
    .select(['list.id', 'list.uid as list_uid', 'list.name', 'tally.n'])
    .where('list.customer_id', '=', campaign.customer_id)
    .where('list.id', 'in', ids)
    .where('list.status', '=', 'active')
    .execute();
  const found = new Map(rows.map(({ id, n, ...named }) => [id, { ...named, subscribers_count: Number(n ?? 0) }]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
