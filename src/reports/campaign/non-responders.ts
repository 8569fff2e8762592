// Who got a campaign and did not open it, or clicked none of its links, in the order of the
// audience.
import { sql } from 'kysely';
import type { KeysetRequest, Place } from '../../http/members/keyset.ts';
import type { LogEntry } from '../../messages/log/log.ts';
import type { Db } from '../../storage/db.ts';
import type { Of } from './pieces.ts';
import type { Counts } from './wire/counts.ts';

export const RESPONSES = ['open', 'click'] as const;
/** What somebody did not do. */
type Response = (typeof RESPONSES)[number];

/** Nulls for a subscriber who was removed. `at`: when the mail server accepted the message, ms. */
export type NonResponder = { subscriber_uid: string | null; email: string | null; at: number };

/** Messages that one request looks at: some milliseconds. */
const LOOKED_AT = 5_000;

/** The first time of a response, as the figures of the report count it. */
const FIRST = {
  open: { raw: 'opened_at', filtered: 'filtered_opened_at' },
  click: { raw: 'clicked_at', filtered: 'filtered_clicked_at' },
} as const satisfies Record<Response, Record<Counts, string>>;

/** Whether a message of the log is of somebody who got it and did not respond. */
export const isNonResponder =
  ({ didNot, counts }: { didNot: Response; counts: Counts }) =>
  (entry: LogEntry): boolean =>
    entry.state === 'accepted' && entry[FIRST[didNot][counts]] === null;

/**
 * One page of those whose mail server accepted the message, without those whom the report counts
 * with the response. It can be short although there are more: then most that were looked at did it.
 */
export async function pageOfNonResponders(
  db: Db,
  { id, customer_id }: Of,
  { didNot, counts }: { didNot: Response; counts: Counts },
  { after, perPage }: KeysetRequest,
): Promise<{ rows: NonResponder[]; next: Place | undefined }> {
  const afterId = Number(after?.[0] ?? 0);
  const those = sql`message.customer_id = ${customer_id} and message.campaign_id = ${id}
    and message.subscriber_id > ${afterId}`;
  // Of all states: also a campaign that nobody accepted is walked by stretches.
  const found = await sql<{ last: number | null; n: number }>`select max(subscriber_id) as last, count(*) as n
    from (select subscriber_id from message where ${those} order by subscriber_id limit ${sql.lit(LOOKED_AT)}) as next`.execute(
    db,
  );
  const { last, n } = found.rows[0] ?? { last: null, n: 0 };
  if (last === null) return { rows: [], next: undefined };
  // The range is said of both tables: no plan reads responses outside of the stretch.
  const { rows } = await sql<NonResponder & { id: number }>`select message.subscriber_id as id,
      message.finished_at as at, subscriber.uid as subscriber_uid, subscriber.email
    from message
      left join response on response.customer_id = ${customer_id} and response.campaign_id = ${id}
        and response.subscriber_id = message.subscriber_id
        and response.subscriber_id > ${afterId} and response.subscriber_id <= ${last}
      left join subscriber on subscriber.id = message.subscriber_id and subscriber.customer_id = ${customer_id}
    where ${those} and message.subscriber_id <= ${last} and message.state = 'accepted'
      and ${sql.ref(`response.${FIRST[didNot][counts]}`)} is null
    order by message.subscriber_id limit ${perPage + 1}`.execute(db);
  const page = rows.slice(0, perPage);
  const end = page.at(-1);
  if (rows.length > perPage && end) return { rows: page, next: [Number(end.id)] };
  return { rows: page, next: Number(n) < LOOKED_AT ? undefined : [Number(last)] };
}
