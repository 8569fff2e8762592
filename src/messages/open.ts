// Finds campaigns that have messages to do, through the indexes of those messages.
import { type RawBuilder, sql } from 'kysely';
import type { RunningCampaign } from '../campaigns/delivery/progress.ts';
import { activeAmong } from '../storage/campaign-conditions.ts';
import type { Db } from '../storage/db.ts';
import { isSpread } from '../storage/dialect/spread.ts';
import { recordSet } from '../storage/dialect.ts';
import { customersToPoll, isAmong } from '../storage/spread/customers-to-poll.ts';
import { byCustomer } from '../storage/statement.ts';

/** A campaign with messages that could be sent now; `isUrgent`: transactional emails. */
export type Offer = { id: number; customerId: number; isUrgent: boolean };

/**
 * `with recursive walk(customer_id, campaign_id) as (…)`: the campaigns with rows of work that no
 * worker has, or with batches. A few index probes each, so the cost does not depend on how many
 * messages are stored. The last row is null. On a store that is spread, which knows no such walk,
 * the index of those rows is read.
 */
export async function walkWork(db: Db, table: 'work' | 'batch'): Promise<RawBuilder<unknown>> {
  const free = table === 'work' ? sql`lease_id is null` : sql`true`;
  if (isSpread(db))
    return sql`with walk as (select distinct customer_id, campaign_id from ${sql.table(table)}
      where ${free} and ${isAmong(await customersToPoll(db, 'delivery'), 'customer_id')})`;
  const next = (column: 'customer_id' | 'campaign_id', above = sql``) =>
    sql`(select ${sql.ref(column)} from ${sql.table(table)} where ${free} ${above} order by customer_id, campaign_id limit 1)`;
  // The signs take the affinity of the columns away: else SQLite, which compares a column with one
  // of a walk in its own way, uses the index for the first of them alone, and reads all of a
  // customer's rows in each step.
  const above = sql`and (customer_id, campaign_id) > (+walk.customer_id, +walk.campaign_id)`;
  return sql`with recursive walk(customer_id, campaign_id) as (
    select ${next('customer_id')}, ${next('campaign_id')}
    union all
    select ${next('customer_id', above)}, ${next('campaign_id', above)} from walk where walk.campaign_id is not null)`;
}

/**
 * After `from walk`. SQLite keeps the order of a `cross join`; with another join it would read all
 * campaigns and look each up in the walk.
 */
export const CAMPAIGN_OF_WALK = sql`cross join campaign
    where campaign.customer_id = walk.customer_id and campaign.id = walk.campaign_id`;

/** As no index has it: else PostgreSQL, which takes them for few, reads all that are under way. */
const IS_AUTORESPONDER = sql<boolean>`(campaign.type || '') = 'autoresponder'`;

/**
 * The running autoresponders that have messages to do; those that only wait cost nothing here. `at`
 * is now, in ms.
 */
export async function openAutoresponders(db: Db, at: number): Promise<RunningCampaign[]> {
  const those = await customersToPoll(db, 'delivery');
  const { rows } = await sql<RunningCampaign>`${await walkWork(db, 'work')}
    select campaign.id, campaign.uid, campaign.customer_id, campaign.max_per_minute, campaign.uncertain_policy,
      campaign.freeze_done, campaign.relay_numbers, campaign.sending_window, campaign.recipient_time_zone
    from walk ${CAMPAIGN_OF_WALK} and ${IS_AUTORESPONDER} and campaign.status = 'sending' and campaign.freeze_until_id is null
      and campaign.send_at <= ${at} and ${activeAmong(those)} and ${isAmong(those, 'campaign.customer_id')}`.execute(
    db,
  );
  return rows;
}

/**
 * The hidden campaigns (campaigns/transactional.ts) of active customers with emails that could be
 * sent now.
 */
export async function openEmails(db: Db, now: number): Promise<Offer[]> {
  const those = await customersToPoll(db, 'delivery');
  const { rows } = await sql<{ id: number; customer_id: number }>`${await walkWork(db, 'work')}
    select campaign.id, campaign.customer_id from walk ${CAMPAIGN_OF_WALK}
      and campaign.type = 'transactional' and ${isAmong(those, 'campaign.customer_id')}
      and exists (select 1 from work where work.customer_id = campaign.customer_id and work.campaign_id = campaign.id
        and work.lease_id is null and work.next_attempt_at <= ${now} and ${isAmong(those, 'work.customer_id')})
      and exists (select 1 from customer where customer.id = campaign.customer_id and customer.status = 'active')`.execute(
    db,
  );
  return rows.map(({ id, customer_id }) => ({ id, customerId: customer_id, isUrgent: true }));
}

/**
 * From which instant in ms each of the campaigns has messages that could be claimed, in their
 * order: 0 with a batch that waits for nothing, else that of the next batch or retry; Infinity when
 * nothing is to come. One statement, with two index probes for each.
 */
export async function nextWorkOf(db: Db, campaigns: readonly { id: number; customer_id: number }[]): Promise<number[]> {
  const found = new Map<number, number>();
  const records = campaigns.map(({ id, customer_id }) => ({ customer: customer_id, campaign: id }));
  for (const some of byCustomer(db, records)) {
    if (some.length === 0) continue;
    const next = (table: 'batch' | 'work', column: 'due_at' | 'next_attempt_at') =>
      sql`(select ${sql.ref(column)} from ${sql.table(table)} as own where own.customer_id = w.customer
        and own.campaign_id = w.campaign and own.lease_id is null order by ${sql.ref(column)} limit 1)`;
    const { rows } = await sql<Record<'campaign' | 'batch_at' | 'work_at', number | null>>`select w.campaign,
        ${next('batch', 'due_at')} as batch_at, ${next('work', 'next_attempt_at')} as work_at
      from ${recordSet(db, some, { customer: 'number', campaign: 'number' })} as w`.execute(db);
    const orNever = (at: number | null) => at ?? Number.POSITIVE_INFINITY;
    for (const { campaign, batch_at, work_at } of rows) {
      found.set(Number(campaign), batch_at === 0 ? 0 : Math.min(orNever(batch_at), orNever(work_at)));
    }
  }
  return campaigns.map(({ id }) => found.get(id) ?? Number.POSITIVE_INFINITY);
}
