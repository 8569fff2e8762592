// Whom a campaign goes to, as a condition on table `subscriber`: its segment, for a variant
// of an A/B test its part of the list, and for one that is sent again those who did not open it.
// A condition instead of a list of ids: it says who that is at the moment when the audience is
// frozen.
import { type Expression, type SqlBool, sql } from 'kysely';
import { audienceCondition } from '../../segments/audience.ts';
import type { Db } from '../../storage/db.ts';
import { findsAny } from '../../storage/dialect/rows-of.ts';
import type { Campaign, ListField } from '../../storage/tables.ts';
import { inPart, isPart, type Part } from '../ab-test/parts.ts';

type Audience = Pick<Campaign, 'customer_id' | 'segment_id' | 'not_opened_of'> & Part;

/**
 * The condition of a campaign's audience, status and suppression of the subscribers aside.
 * @param at as in audienceCondition
 */
export async function campaignAudience(
  db: Db,
  campaign: Audience,
  fields: readonly Pick<ListField, 'id' | 'number' | 'type'>[],
  at: number,
): Promise<Expression<SqlBool>> {
  const inSegment = await audienceCondition(db, campaign, fields, at);
  const those = isPart(campaign) ? sql<SqlBool>`${inSegment} and ${inPart(campaign)}` : inSegment;
  return campaign.not_opened_of === null
    ? those
    : sql<SqlBool>`${those} and ${didNotOpen(db, campaign.customer_id, campaign.not_opened_of)}`;
}

/**
 * The subscriber got that campaign (a mail server accepted the message) and no person opened it.
 * What machines opened does not count; a click of a person is one who read it.
 */
function didNotOpen(db: Db, customerId: number, campaignId: number): Expression<SqlBool> {
  const accepted = sql`(select 1 from message where message.customer_id = ${customerId}
      and message.campaign_id = ${campaignId} and message.subscriber_id = subscriber.id and message.state = 'accepted')`;
  return sql<SqlBool>`${findsAny(db, accepted)} and ${openedByNobody(db, customerId, campaignId)}`;
}

/** No person opened the subscriber's message of that campaign. */
export function openedByNobody(db: Db, customerId: number, campaignId: number): Expression<SqlBool> {
  const opened = sql`(select 1 from response where response.customer_id = ${customerId}
      and response.campaign_id = ${campaignId} and response.subscriber_id = subscriber.id
      and (response.filtered_opened_at is not null or response.filtered_clicked_at is not null))`;
  return sql<SqlBool>`not ${findsAny(db, opened)}`;
}
