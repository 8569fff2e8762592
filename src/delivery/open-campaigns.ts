// Campaigns that have messages to do, found through the indexes of those messages.
import { type RawBuilder, sql } from 'kysely';
import { ACTIVE, type RunningCampaign } from '../campaigns/progress.ts';
import type { Db } from '../storage/db.ts';

/** A campaign that has messages which could go out now; `isUrgent`: they are single mails. */
export type Offer = { id: number; customerId: number; isUrgent: boolean };

/**
 * `with recursive walk(campaign_id) as (…)`: the campaigns with messages of an open state, one index probe each, so that it
 * costs nothing however many campaigns and messages are stored. The last row is null.
 */
export function walkOpen(state: 'pending' | 'deferred'): RawBuilder<unknown> {
  const open = sql`from message where state = ${sql.lit(state)}`;
  return sql`with recursive walk(campaign_id) as (
    select min(campaign_id) ${open}
    union all
    select (select min(campaign_id) ${open} and campaign_id > walk.campaign_id)
    from walk where walk.campaign_id is not null)`;
}

/** The autoresponders under way that have messages to do; those that only wait cost nothing here. `at` is now, in ms. */
export async function openAutoresponders(db: Db, at: number): Promise<RunningCampaign[]> {
  const found = new Map<number, RunningCampaign>();
  for (const state of ['pending', 'deferred'] as const) {
    const { rows } = await sql<RunningCampaign>`${walkOpen(state)}
      select campaign.id, campaign.uid, campaign.customer_id, campaign.max_per_minute, campaign.uncertain_policy,
        campaign.freeze_done, campaign.relay_numbers
      from walk join campaign on campaign.id = walk.campaign_id
      where campaign.type = 'autoresponder' and campaign.status = 'sending' and campaign.freeze_until_id is null
        and campaign.send_at <= ${at} and ${ACTIVE}`.execute(db);
    for (const campaign of rows) found.set(campaign.id, campaign);
  }
  return [...found.values()];
}

/** The hidden campaigns (campaigns/transactional.ts) of active customers that have mails which could go out now. */
export async function openEmails(db: Db, now: number): Promise<Offer[]> {
  const offers = new Map<number, Offer>();
  for (const state of ['pending', 'deferred'] as const) {
    const isDue = sql`exists (select 1 from message where message.campaign_id = campaign.id
      and message.state = 'deferred' and message.next_attempt_at <= ${now})`;
    const { rows } = await sql<{ id: number; customer_id: number }>`${walkOpen(state)}
      select campaign.id, campaign.customer_id from walk join campaign on campaign.id = walk.campaign_id
      where campaign.type = 'transactional' and ${state === 'pending' ? sql`true` : isDue}
        and exists (select 1 from customer where customer.id = campaign.customer_id and customer.status = 'active')`.execute(
      db,
    );
    for (const { id, customer_id } of rows) offers.set(id, { id, customerId: customer_id, isUrgent: true });
  }
  return [...offers.values()];
}
