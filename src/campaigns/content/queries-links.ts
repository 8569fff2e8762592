// Statements on table `campaign_link`: the tracked links of a campaign with their counts.
import type { Selectable } from 'kysely';
import { sha256 } from '../../kernel/ids.ts';
import type { PageRequest } from '../../kernel/page.ts';
import type { Db } from '../../storage/db.ts';
import { isOneOf } from '../../storage/dialect.ts';
import { inOrderOf, pageOfIds } from '../../storage/paging.ts';
import type { Campaign, Tables } from '../../storage/tables.ts';
import { findTally } from '../../storage/tally.ts';

/** A tracked link of a campaign. */
export type Link = Selectable<Tables['campaign_link']>;

/** One page of a campaign's links, oldest first, and how many there are. */
export async function pageOfLinks(
  db: Db,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
  request: PageRequest,
): Promise<{ count: number; links: Link[] }> {
  const own = () =>
    db
      .selectFrom('campaign_link')
      .where('campaign_link.customer_id', '=', campaign.customer_id)
      .where('campaign_link.campaign_id', '=', campaign.id);
  const count = await findTally(db, campaign.customer_id, 'links', campaign.id);
  const options = { key: `links of ${campaign.id}`, column: 'campaign_link.id', count, request, order: 'asc' } as const;
  const ids = await pageOfIds(db, options, () => own().select('campaign_link.id as id'));
  if (ids.length === 0) return { count, links: [] };
  return {
    count,
    links: inOrderOf(ids, await own().selectAll().where('campaign_link.id', 'in', ids).execute()),
  };
}

/** The tracked links of a campaign that lead to these addresses, as the author wrote them. */
export async function linksTo(
  db: Db,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
  urls: readonly string[],
): Promise<Link[]> {
  return db
    .selectFrom('campaign_link')
    .selectAll()
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .where(isOneOf(db, 'hash', urls.map(sha256)))
    .execute();
}

/** The tracked link of a campaign by the hash of its address, SHA-256 or SHA-1 in hex. */
export async function findLinkByHash(
  db: Db,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
  hash: string,
): Promise<number | undefined> {
  const column = /^[0-9a-f]{64}$/.test(hash) ? 'hash' : /^[0-9a-f]{40}$/.test(hash) ? 'sha1' : undefined;
  if (column === undefined) return undefined;
  const row = await db
    .selectFrom('campaign_link')
    .select('id')
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .where(column, '=', hash)
    .executeTakeFirst();
  return row?.id;
}
