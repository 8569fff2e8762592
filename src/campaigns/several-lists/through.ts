// Through which list somebody got a campaign to several lists, for answers that name people.
import type { Db } from '../../storage/db.ts';
import { isOneOf } from '../../storage/dialect.ts';
import type { Campaign } from '../../storage/tables.ts';

type Of = Pick<Campaign, 'customer_id' | 'further_lists'>;
type Row = { subscriber_uid: string | null };

/** Absent: the campaign goes to one list, or the subscriber was removed. */
export type Through = { list_uid?: string };

/** The rows of a page, with the lists of their subscribers when the campaign goes to several. */
export async function withLists<R extends Row>(db: Db, campaign: Of, rows: readonly R[]): Promise<(R & Through)[]> {
  const uids = [...new Set(rows.flatMap(({ subscriber_uid }) => subscriber_uid ?? []))];
  if (campaign.further_lists === null || uids.length === 0) return [...rows];
  const found = await db
    .selectFrom('subscriber')
    .innerJoin('list', (on) =>
      on.onRef('list.customer_id', '=', 'subscriber.customer_id').onRef('list.id', '=', 'subscriber.list_id'),
    )
    .select(['subscriber.uid', 'list.uid as list_uid'])
    .where('subscriber.customer_id', '=', campaign.customer_id)
    .where(isOneOf(db, 'subscriber.uid', uids))
    .execute();
  const lists = new Map(found.map(({ uid, list_uid }) => [uid, list_uid]));
  return rows.map((row) => {
    const list_uid = lists.get(row.subscriber_uid ?? '');
    return list_uid === undefined ? row : { ...row, list_uid };
  });
}
