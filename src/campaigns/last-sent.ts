// When a subscriber was sent the last message before this one. Looked up for those campaigns only whose content asks.
import { sql } from 'kysely';
import type { Db } from '../storage/db.ts';
import { numberSet } from '../storage/dialect.ts';

export const LAST_SENT_TAG = 'SUBSCRIBER_LAST_SENT_DATE';

/** Whether one of the texts has the tag. */
export function asksForLastSent(texts: readonly (string | null)[]): boolean {
  return texts.some((text) => text?.includes(`[${LAST_SENT_TAG}`));
}

/** When a message to each of the subscribers was accepted last (ms); those who never got one are absent. */
export async function lastSentTo(db: Db, subscriberIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('message')
    .select(['subscriber_id', (on) => on.fn.max('finished_at').as('at')])
    .where('subscriber_id', 'in', numberSet(db, subscriberIds))
    .where('state', '=', sql.lit('accepted'))
    .groupBy('subscriber_id')
    .execute();
  return new Map(rows.flatMap(({ subscriber_id, at }) => (at === null ? [] : [[subscriber_id, Number(at)]])));
}

/** When the last message before this one was accepted (ms), so that what shows a mail later says what the mail says. */
export async function lastSentBefore(db: Db, messageId: number, subscriberId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('message')
    .select((on) => on.fn.max('finished_at').as('at'))
    .where('subscriber_id', '=', subscriberId)
    .where('state', '=', sql.lit('accepted'))
    .where('id', '<>', messageId)
    .where(({ eb, selectFrom, fn, val }) => {
      const own = selectFrom('message as own').select('own.finished_at').where('own.id', '=', messageId);
      return eb('finished_at', '<=', fn.coalesce(own, val(Number.MAX_SAFE_INTEGER)));
    })
    .executeTakeFirst();
  return row?.at == null ? undefined : Number(row.at);
}
