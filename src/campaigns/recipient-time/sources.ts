// What a subscriber's own time is known from: a field of the list, or when they opened the last
// mails of the list. Expressions on table `subscriber`.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
import { memberBeginning } from '../../storage/dialect/members.ts';

/** The longest name of a time zone has 32 characters; what is longer is none. */
const LONGEST = 40;

/** What a field says, in lower case, up to the first quotation mark; `''`: nothing. */
export function zoneText(db: Db | Tx, fieldId: number): RawBuilder<string> {
  return sql<string>`rtrim(substr(${memberBeginning(db, 'subscriber.folded', String(fieldId))}, 1, ${sql.lit(LONGEST)}), '"}')`;
}

/** How many mails of a list are looked at for the last open. */
const LAST_MAILS = 10;

/** The campaigns that began last on a list, the latest first. */
export async function lastMails(
  db: Db | Tx,
  { customerId, listId }: { customerId: number; listId: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('campaign')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('list_id', '=', listId)
    .where('type', '=', 'regular')
    .where('freeze_until_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(LAST_MAILS)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The hour (since 1970) at which a person opened the last of these mails that they opened, or
 * clicked in it; null: none of them. Undefined: there are no mails.
 */
export function lastHour(customerId: number, mails: readonly number[]): RawBuilder<number | null> | undefined {
  const hours = mails.map(
    (id) => sql`(select coalesce(response.filtered_opened_at, response.filtered_clicked_at) / 3600000 from response
      where response.customer_id = ${customerId} and response.campaign_id = ${id}
        and response.subscriber_id = subscriber.id)`,
  );
  if (hours.length === 0) return undefined;
  return sql<number | null>`coalesce(${sql.join([...hours, sql`null`])})`;
}
