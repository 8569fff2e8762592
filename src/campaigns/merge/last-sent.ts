// When a subscriber was sent the last message before this one. Looked up for those campaigns only whose content asks.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import { numberSet } from '../../storage/dialect.ts';

export const LAST_SENT_TAG = 'SUBSCRIBER_LAST_SENT_DATE';

/**
 * The message accepted last is looked for among those of so many campaigns, the newest: a subscriber of many years costs no
 * more than one of a few months.
 */
const CAMPAIGNS = 100;

/** Whether one of the texts has the tag. */
export function asksForLastSent(texts: readonly (string | null)[]): boolean {
  return texts.some((text) => text?.includes(`[${LAST_SENT_TAG}`));
}

/** When the last of a subscriber's accepted messages was. Walks index message_subscriber from its end. */
function lastAccepted(subscriberId: RawBuilder<number>, which: RawBuilder<SqlBool>): RawBuilder<number | null> {
  return sql`(select max(latest.finished_at) from (
    select message.finished_at from message
    where message.subscriber_id = ${subscriberId} and message.state = 'accepted' and ${which}
    order by message.campaign_id desc limit ${CAMPAIGNS}) as latest)`;
}

/** When a message to each of the subscribers was accepted last (ms); those who never got one are absent. */
export async function lastSentTo(db: Db, subscriberIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('subscriber')
    .select(['subscriber.id', lastAccepted(sql.ref('subscriber.id'), sql`true`).as('at')])
    .where('subscriber.id', 'in', numberSet(db, subscriberIds))
    .execute();
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, Number(at)]])));
}

/** When the last message before this one was accepted (ms), so that what shows a mail later says what the mail says. */
export async function lastSentBefore(db: Db, messageId: number, subscriberId: number): Promise<number | undefined> {
  const ownAt = sql`(select own.finished_at from message as own where own.id = ${messageId})`;
  const isBefore = sql<SqlBool>`message.id <> ${messageId}
    and message.finished_at <= coalesce(${ownAt}, ${Number.MAX_SAFE_INTEGER})`;
  const query = sql<{ at: number | null }>`select ${lastAccepted(sql`${subscriberId}`, isBefore)} as at`;
  const [row] = (await query.execute(db)).rows;
  return row?.at == null ? undefined : Number(row.at);
}
