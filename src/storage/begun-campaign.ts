// Whether a campaign has begun, whatever its status says: one that was unpaused before its send time is `sending` by name.
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Of a row of table `campaign`, at the instant `at` (ms): nobody is in its audience yet, no run was made of it, and the send
 * time of an autoresponder, which has no audience to freeze, is still to come. campaigns/rules.ts says the same in words.
 */
export function hasNotBegun(at: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(campaign.freeze_until_id is null and campaign.run_count = 0
    and (campaign.type <> 'autoresponder' or (campaign.started_at is null and (campaign.send_at is null or campaign.send_at > ${at}))))`;
}
