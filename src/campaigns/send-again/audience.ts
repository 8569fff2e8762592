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
import { mailingOf } from '../ab-test/queries.ts';

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
  const { customer_id, not_opened_of } = campaign;
  if (not_opened_of === null) return those;
  const mailing = await mailingOf(db, { id: not_opened_of, customer_id });
  if (mailing.length === 0) return sql<SqlBool>`1 = 0`; // it was removed
  return sql<SqlBool>`${those} and ${didNotOpen(db, customer_id, mailing)}`;
}

/**
 * The subscriber got one of these campaigns (a mail server accepted the message) and no person
 * opened it. What machines opened does not count; a click of a person is one who read it.
 */
function didNotOpen(db: Db, customerId: number, campaignIds: readonly number[]): Expression<SqlBool> {
  const accepted = sql`(select 1 from message where message.customer_id = ${customerId}
      and message.campaign_id in (${sql.join(campaignIds)}) and message.subscriber_id = subscriber.id
      and message.state = 'accepted')`;
  return sql<SqlBool>`${findsAny(db, accepted)} and ${openedByNobody(db, customerId, campaignIds)}`;
}

/** No person opened the subscriber's message of these campaigns. */
export function openedByNobody(db: Db, customerId: number, campaignIds: readonly number[]): Expression<SqlBool> {
  const opened = sql`(select 1 from response where response.customer_id = ${customerId}
      and response.campaign_id in (${sql.join(campaignIds)}) and response.subscriber_id = subscriber.id
      and (response.filtered_opened_at is not null or response.filtered_clicked_at is not null))`;
  return sql<SqlBool>`not ${findsAny(db, opened)}`;
}
