// When the subscriber was sent the message before this one. Looked up only for campaigns whose
// content uses it.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import { areOwn } from '../../storage/dialect.ts';
import type { Campaign } from '../../storage/tables.ts';

export const LAST_SENT_TAG = 'SUBSCRIBER_LAST_SENT_DATE';

/**
 * Only this many of the newest campaigns are searched, so that a subscriber of many years costs no
 * more than one of a few months.
 */
const CAMPAIGNS = 100;

/** Whether one of the texts has the tag. */
export function asksForLastSent(texts: readonly (string | null)[]): boolean {
  return texts.some((text) => text?.includes(`[${LAST_SENT_TAG}`));
}

/**
 * When the last of a subscriber's accepted messages was. Walks index message_subscriber from its
 * end.
 */
function lastAccepted(
  customerId: RawBuilder<number>,
  subscriberId: RawBuilder<number>,
  which: RawBuilder<SqlBool>,
): RawBuilder<number | null> {
  return sql`(select max(latest.finished_at) from (
    select message.finished_at from message
    where message.customer_id = ${customerId} and message.subscriber_id = ${subscriberId} and message.state = 'accepted' and ${which}
    order by message.campaign_id desc limit ${CAMPAIGNS}) as latest)`;
}

/**
 * When the last message to each of the subscribers was accepted (ms); absent for those who never
 * got one.
 */
export async function lastSentTo(
  db: Db,
  customerId: number,
  subscriberIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('subscriber')
    .select(['subscriber.id', lastAccepted(sql`${customerId}`, sql.ref('subscriber.id'), sql`true`).as('at')])
    .where(areOwn(db, 'subscriber', customerId, subscriberIds))
    .execute();
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, Number(at)]])));
}

/**
 * When the last message before this one was accepted (ms), so that the web version of a mail shows
 * what the mail shows.
 */
export async function lastSentBefore(
  db: Db,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
  subscriberId: number,
): Promise<number | undefined> {
  const customerId = sql<number>`${campaign.customer_id}`;
  const ownAt = sql`(select own.finished_at from message as own where own.customer_id = ${customerId}
    and own.campaign_id = ${campaign.id} and own.subscriber_id = ${subscriberId})`;
  const isBefore = sql<SqlBool>`message.campaign_id <> ${campaign.id}
    and message.finished_at <= coalesce(${ownAt}, ${Number.MAX_SAFE_INTEGER})`;
  const last = lastAccepted(customerId, sql`${subscriberId}`, isBefore);
  const [row] = (await sql<{ at: number | null }>`select ${last} as at`.execute(db)).rows;
  return row?.at == null ? undefined : Number(row.at);
}
