// Statements about statistics that are mailed when a campaign is done.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../storage/db.ts';
import { jsonText } from '../storage/dialect.ts';
import type { Flag } from '../storage/tables/columns.ts';
import type { Campaign } from '../storage/tables.ts';
import { HAS_ENDED } from './counters.ts';

/**
 * What `report_due` becomes when a campaign is done: statistics are mailed where it names
 * addresses; not of a recurring one.
 */
export function reportWhenDone(db: Db | Tx): RawBuilder<Flag> {
  return sql<Flag>`case when next_run_at is null and run_count = 0
    and ${jsonText(db, 'options', 'email_stats')} is not null then 1 else 0 end`;
}

/**
 * Campaigns that are done and whose statistics are still to be mailed; one that was ended, when its
 * rest is skipped.
 */
export function reportsDue(db: Db, limit = 100): Promise<Pick<Campaign, 'id' | 'uid'>[]> {
  return db
    .selectFrom('campaign')
    .select(['campaign.id', 'campaign.uid'])
    .where('campaign.report_due', '=', sql.lit(1 as const)) // in the text, so that the index of these rows answers
    .where('campaign.status', '=', 'sent')
    .where(HAS_ENDED)
    .orderBy('campaign.id')
    .limit(limit)
    .execute();
}

/**
 * Takes the statistics of a campaign upon oneself. @returns false when another was first, or it is
 * not done any more
 */
export async function takeReport(tx: Tx, campaignId: number): Promise<boolean> {
  const result = await tx
    .updateTable('campaign')
    .set({ report_due: 0 })
    .where('id', '=', campaignId)
    .where('report_due', '=', 1)
    .where('status', '=', 'sent')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** How often a link was clicked; `people`: without machines. */
export type ClickedLink = { url: string; clicks: number; people: number };

/**
 * The links of a campaign that were clicked most often among its newest `of` clicks, most first.
 */
export async function mostClicked(
  db: Db,
  campaignId: number,
  { limit, of }: { limit: number; of: number },
): Promise<ClickedLink[]> {
  const newest = db
    .selectFrom('click')
    .select(['link_id', 'machine'])
    .where('campaign_id', '=', campaignId)
    .orderBy('id', 'desc')
    .limit(of);
  const rows = await db
    .selectFrom(newest.as('clicked'))
    .innerJoin('campaign_link', 'campaign_link.id', 'clicked.link_id')
    .select(['campaign_link.url', (row) => row.fn.countAll<number>().as('clicks')])
    .select(sql<number>`sum(case when clicked.machine is null then 1 else 0 end)`.as('people'))
    .groupBy(['campaign_link.id', 'campaign_link.url'])
    .orderBy('clicks', 'desc')
    .orderBy('campaign_link.id')
    .limit(limit)
    .execute();
  return rows.map(({ url, clicks, people }) => ({ url, clicks: Number(clicks), people: Number(people) }));
}
