// The details of old campaigns: what became of each message, who opened and clicked. Where they are
// kept for a time only, they are given up together, and the campaign says so; its statistics stay.
import { sql } from 'kysely';
import { RemovedError } from '../../kernel/errors.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { jsonNumber } from '../../storage/dialect.ts';
import type { Campaign } from '../../storage/tables.ts';
import type { Removal } from '../remove.ts';

/** Why there is nothing to see; undefined while the details are kept. */
export function whyNoDetails({ details_removed_at: at }: Pick<Campaign, 'details_removed_at'>): Told | undefined {
  if (at === null) return undefined;
  const day = new Date(at).toISOString().slice(0, 10);
  return say('campaign-removed-details', { day });
}

/** The campaign. @throws RemovedError when its details were removed */
export function withDetails<T extends Pick<Campaign, 'details_removed_at'>>(campaign: T): T {
  const why = whyNoDetails(campaign);
  if (why !== undefined) throw new RemovedError(why, campaign.details_removed_at ?? 0);
  return campaign;
}

/**
 * Gives up the details of campaigns that were done before an instant (ms), at most `limit` of them.
 * Those wait that another campaign asks for, or with messages of which nobody knows whether they
 * were accepted. Rows go later (schedules/retention.ts).
 * @returns how many
 */
export async function giveUpDetails(db: Db, before: number, at: number, limit: number): Promise<number> {
  const { rows } = await sql<Removal>`select id, customer_id from campaign
    where status = 'sent' and details_removed_at is null and finished_at < ${before}
      and not ${isAskedFor(db)} and not exists (
      select 1 from campaign_counter where campaign_counter.customer_id = campaign.customer_id
        and campaign_counter.campaign_id = campaign.id group by campaign_counter.campaign_id
        having sum(campaign_counter.uncertain) <> 0)
    order by finished_at limit ${limit}`.execute(db);
  for (const { id, customer_id } of rows) {
    await db
      .updateTable('campaign')
      .set({ details_removed_at: at, details_left: 1 })
      .where('customer_id', '=', customer_id)
      .where('id', '=', id)
      .where('status', '=', 'sent')
      .where('finished_at', '<', before)
      .execute();
  }
  return rows.length;
}

/**
 * Another campaign still has to know who got this one, or opened it: one that waits, or an A/B test
 * whose winner is still to go to the rest.
 */
const isAskedFor = (db: Db) => sql<boolean>`exists (select 1 from campaign as other
  where other.customer_id = campaign.customer_id and ((other.not_opened_of in (campaign.id, campaign.test_of)
      and ((other.freeze_done = 0 and other.status not in ('sent', 'pending-delete')) or exists (
        select 1 from ab_test where ab_test.customer_id = campaign.customer_id and ab_test.campaign_id = other.id
          and ab_test.rest_from is not null and ab_test.decided_at is null)))
    or (other.type = 'autoresponder' and other.status not in ('sent', 'pending-delete') and exists (
      select 1 from campaign as named where named.customer_id = campaign.customer_id and named.number in (
          ${jsonNumber(db, 'other.options', 'autoresponder_sent_campaign_id')},
          ${jsonNumber(db, 'other.options', 'autoresponder_open_campaign_id')})
        and coalesce(named.test_of, named.id) = coalesce(campaign.test_of, campaign.id)))))`;

/** A campaign whose details were given up and may still have rows, after an id. */
export async function nextToClear(
  db: Db,
  after: number,
): Promise<(Removal & { details_removed_at: number }) | undefined> {
  const { rows } = await sql<Removal & { details_removed_at: number }>`select id, customer_id, details_removed_at
    from campaign where details_left = 1 and id > ${after} order by id limit 1`.execute(db);
  return rows[0];
}

/** No row is left. */
export async function detailsAreCleared(tx: Tx, { id, customer_id }: Removal): Promise<void> {
  await tx
    .updateTable('campaign')
    .set({ details_left: 0 })
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .execute();
}
