// Statements on table `campaign_link`: the tracked links of a campaign with their counts.
import type { Selectable } from 'kysely';
import type { PageRequest } from '../../kernel/page.ts';
import type { Db } from '../../storage/db.ts';
import { inOrderOf, pageOfIds } from '../../storage/paging.ts';
import type { Tables } from '../../storage/tables.ts';
import { readTally } from '../../storage/tally.ts';

/** A tracked link of a campaign. */
export type Link = Selectable<Tables['campaign_link']>;

/**
 * One page of a campaign's links, in the order in which they came to be, and how many there are.
 */
export async function pageOfLinks(
  db: Db,
  campaignId: number,
  request: PageRequest,
): Promise<{ count: number; links: Link[] }> {
  const count = await readTally(db, 'links', campaignId);
  const options = { key: `links of ${campaignId}`, column: 'campaign_link.id', count, request, order: 'asc' } as const;
  const ids = await pageOfIds(db, options, () =>
    db.selectFrom('campaign_link').select('campaign_link.id as id').where('campaign_link.campaign_id', '=', campaignId),
  );
  if (ids.length === 0) return { count, links: [] };
  return {
    count,
    links: inOrderOf(ids, await db.selectFrom('campaign_link').selectAll().where('id', 'in', ids).execute()),
  };
}

/** The tracked link of a campaign by the hash of its address, SHA-256 or SHA-1 in hex. */
export async function findLinkByHash(db: Db, campaignId: number, hash: string): Promise<number | undefined> {
  const column = /^[0-9a-f]{64}$/.test(hash) ? 'hash' : /^[0-9a-f]{40}$/.test(hash) ? 'sha1' : undefined;
  if (column === undefined) return undefined;
  const row = await db
    .selectFrom('campaign_link')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where(column, '=', hash)
    .executeTakeFirst();
  return row?.id;
}
