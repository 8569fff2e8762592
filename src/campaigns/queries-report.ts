// Statements about reports: statistics that are mailed when a campaign has finished.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../storage/db.ts';
import { isOwn, jsonText } from '../storage/dialect.ts';
import { customersToPoll, isAmong } from '../storage/spread/customers-to-poll.ts';
import type { Flag } from '../storage/tables/columns.ts';
import type { Campaign } from '../storage/tables.ts';
import { hasEnded } from './counters.ts';

/**
 * The value of `report_due` for a campaign that finishes: set where it names addresses for reports,
 * and not for a recurring campaign.
 */
export function reportWhenDone(db: Db | Tx): RawBuilder<Flag> {
  return sql<Flag>`case when next_run_at is null and run_count = 0
    and ${jsonText(db, 'options', 'email_stats')} is not null then 1 else 0 end`;
}

/**
 * Finished campaigns whose report is still to be mailed; of one that was ended early, once its
 * remaining messages are skipped.
 */
export async function reportsDue(db: Db, limit = 100): Promise<Pick<Campaign, 'id' | 'customer_id' | 'uid'>[]> {
  const those = await customersToPoll(db, 'clock');
  return db
    .selectFrom('campaign')
    .select(['campaign.id', 'campaign.customer_id', 'campaign.uid'])
    .where('campaign.report_due', '=', sql.lit(1 as const)) // in the text, so that the index of these rows answers
    .where('campaign.status', '=', 'sent')
    .where(hasEnded(sql.ref('campaign.customer_id'), isAmong(those, 'campaign_counter.customer_id')))
    .where(isAmong(those, 'campaign.customer_id'))
    .orderBy('campaign.id')
    .limit(limit)
    .execute();
}

/**
 * Claims the report of a campaign. @returns false when another process was first, or the campaign
 * is sending again
 */
export async function takeReport(tx: Tx, campaign: Pick<Campaign, 'id' | 'customer_id'>): Promise<boolean> {
  const result = await tx
    .updateTable('campaign')
    .set({ report_due: 0 })
    .where('customer_id', '=', campaign.customer_id)
    .where('id', '=', campaign.id)
    .where('report_due', '=', 1)
    .where('status', '=', 'sent')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** How often a link was clicked; `people`: without clicks by machines. */
export type ClickedLink = { url: string; clicks: number; people: number };

/** The most clicked links among the newest `of` clicks of a campaign, most clicked first. */
export async function mostClicked(
  db: Db,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
  { limit, of }: { limit: number; of: number },
): Promise<ClickedLink[]> {
  const newest = db
    .selectFrom('click')
    .select(['link_id', 'machine'])
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .orderBy('id', 'desc')
    .limit(of);
  const rows = await db
    .selectFrom(newest.as('clicked'))
    .innerJoin('campaign_link', 'campaign_link.id', 'clicked.link_id')
    .where(isOwn(db, 'campaign_link.customer_id', campaign.customer_id))
    .select(['campaign_link.url', (row) => row.fn.countAll<number>().as('clicks')])
    .select(sql<number>`sum(case when clicked.machine is null then 1 else 0 end)`.as('people'))
    .groupBy(['campaign_link.id', 'campaign_link.url'])
    .orderBy('clicks', 'desc')
    .orderBy('campaign_link.id')
    .limit(limit)
    .execute();
  return rows.map(({ url, clicks, people }) => ({ url, clicks: Number(clicks), people: Number(people) }));
}

/**
 * Sets the number of the link to the report, unless it is no longer `from`. @returns whether it was
 */
export async function setReportLink(
  db: Db,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
  to: number | null,
  from: number | null,
): Promise<boolean> {
  const changed = await db
    .updateTable('campaign')
    .set({ report_link: to })
    .where('customer_id', '=', campaign.customer_id)
    .where('id', '=', campaign.id)
    .where('report_link', from === null ? 'is' : '=', from)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}
