// Conditions on table `campaign` that statements of several rooms share.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './db.ts';
import { isPostgres } from './dialect.ts';
import { type CustomerFilter, isAmong } from './spread/customers-to-poll.ts';

/**
 * Campaigns that requests can find or list: neither deleted, nor the hidden one of transactional
 * emails.
 */
export const isVisibleCampaign: RawBuilder<SqlBool> = sql<SqlBool>`campaign.status <> 'pending-delete' and campaign.type <> 'transactional'`;

/**
 * Whether a campaign has not begun at the instant `at` (ms), whatever its status says (one that was
 * resumed before its send time is `sending` by name): nobody is in its audience, no run was made of
 * it, and for an autoresponder, which has no audience to freeze, the send time is still to come.
 * campaigns/rules.ts has the same rule in code.
 */
export function hasNotBegun(at: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(campaign.freeze_until_id is null and campaign.run_count = 0
    and (campaign.type <> 'autoresponder' or (campaign.started_at is null and (campaign.send_at is null or campaign.send_at > ${at}))))`;
}

/**
 * Its list is there, and its customer is active.
 * @param those only the machines of these customers are asked, where the store is spread
 */
export function activeAmong(those: CustomerFilter): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from list where list.customer_id = campaign.customer_id
    and list.id = campaign.list_id and list.status = 'active' and ${isAmong(those, 'list.customer_id')})
  and exists (select 1 from customer where customer.id = campaign.customer_id and customer.status = 'active')`;
}

/**
 * The ids of the campaigns that are one mailing, to select from: an A/B test (its variants, and the
 * one that goes to the rest), or one campaign alone; as far as they were not deleted. Whatever
 * people mean by "a campaign" is this.
 * @param first the id of the first variant, or of the campaign alone
 */
export function mailingFrom(customerId: Sql<number>, first: Sql<number>): RawBuilder<number> {
  // For an `or` of these SQLite reads all campaigns of the customer.
  // The table has another name, so that `first` may name a campaign around this.
  return sql<number>`(select id from campaign as one where customer_id = ${customerId} and id = ${first}
      and status <> 'pending-delete'
    union all select id from campaign as one where customer_id = ${customerId} and test_of = ${first}
      and status <> 'pending-delete')`;
}

/** The same of the mailing that the visible campaign of a number belongs to; without one none. */
export function mailingOfNumber(customerId: number, number: number): RawBuilder<number> {
  const first = sql<number>`(select coalesce(campaign.test_of, campaign.id) from campaign
    where campaign.customer_id = ${customerId} and campaign.number = ${number} and ${isVisibleCampaign})`;
  return mailingFrom(customerId, first);
}

/**
 * Whether a visible campaign is the one by which its mailing is listed: itself alone, or of an A/B
 * test the first variant. Where that was deleted each part stands for itself.
 */
export function standsForMailing(customerId: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(campaign.test_of is null or not exists (select 1
    from campaign as first where first.customer_id = ${customerId} and first.id = campaign.test_of
      and first.status <> 'pending-delete'))`;
}

/**
 * The campaigns of mailings, each with the id of the campaign that stands for it, as a table with
 * `mailing_id` and `campaign_id`; as far as they were not deleted.
 * @param ids a set of ids that stand for mailings
 */
export function partsOfMailings(customerId: number, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  const parts = (column: 'id' | 'test_of') => sql`select campaign.${sql.ref(column)} as mailing_id,
      campaign.id as campaign_id from campaign
    where campaign.customer_id = ${customerId} and campaign.${sql.ref(column)} in ${ids}
      and campaign.status <> 'pending-delete'`;
  return sql`(${parts('id')} union all ${parts('test_of')})`;
}

type Sql<T> = T | RawBuilder<T>;

/**
 * A set of ids that depends on no row around it, for `x = …` in a lookup of each row of a large
 * table. PostgreSQL would join it each time; an array is made once, and its elements are looked up
 * by the index.
 */
export function madeOnce(db: Pick<Db, 'getExecutor'>, ids: RawBuilder<number>): RawBuilder<number> {
  return isPostgres(db) ? sql<number>`= any (array${ids})` : sql<number>`in ${ids}`;
}
