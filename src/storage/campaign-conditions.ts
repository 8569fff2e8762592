// Conditions on table `campaign` that statements of several rooms share.
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Campaigns that requests may name or list: neither deleted, nor the hidden one that the messages
 * of single mails belong to.
 */
export const isVisibleCampaign: RawBuilder<SqlBool> = sql<SqlBool>`campaign.status <> 'pending-delete' and campaign.type <> 'transactional'`;

/**
 * Whether a campaign has not begun, whatever its status says (one that was unpaused before its send
 * time is `sending` by name): nobody is in its audience yet at the instant `at` (ms), no run was
 * made of it, and the send time of an autoresponder, which has no audience to freeze, is still to
 * come. campaigns/rules.ts says the same in words.
 */
export function hasNotBegun(at: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(campaign.freeze_until_id is null and campaign.run_count = 0
    and (campaign.type <> 'autoresponder' or (campaign.started_at is null and (campaign.send_at is null or campaign.send_at > ${at}))))`;
}
