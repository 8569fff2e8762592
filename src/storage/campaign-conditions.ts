// Conditions on table `campaign` that statements of several rooms share.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { among, type LookedAt } from './spread/looks.ts';

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
export function activeAmong(those: LookedAt): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from list where list.customer_id = campaign.customer_id
    and list.id = campaign.list_id and list.status = 'active' and ${among(those, 'list.customer_id')})
  and exists (select 1 from customer where customer.id = campaign.customer_id and customer.status = 'active')`;
}
