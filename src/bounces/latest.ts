// The messages of a customer that came back, or were reported as spam, the newest first.
import { sql } from 'kysely';
import type { Db } from '../storage/db.ts';

export type Returned = {
  kind: 'bounce' | 'complaint';
  at: number;
  type: string | null;
  enhanced: string | null;
  message: string;
  email: string | null;
  campaign: { uid: string; name: string } | null;
  subscriber: { uid: string; list: string } | null;
};

type Row = {
  id: number;
  at: number;
  type: string | null;
  enhanced: string | null;
  message: string;
  email: string | null;
  campaign_uid: string | null;
  campaign_name: string | null;
  subscriber_uid: string | null;
  list_uid: string | null;
};

/** The newest of both. */
export async function latestReturned(db: Db, customerId: number, limit: number): Promise<Returned[]> {
  const [bounces, complaints] = await Promise.all([
    newest(db, 'bounce', customerId, limit),
    newest(db, 'complaint', customerId, limit),
  ]);
  return [...bounces.map(shown('bounce')), ...complaints.map(shown('complaint'))]
    .sort((a, b) => b.at - a.at)
    .slice(0, limit);
}

const shown =
  (kind: Returned['kind']) =>
  ({ at, type, enhanced, message, email, ...ids }: Row): Returned => ({
    kind,
    at: Number(at),
    type,
    enhanced,
    message,
    email,
    campaign: ids.campaign_uid === null ? null : { uid: ids.campaign_uid, name: ids.campaign_name ?? '' },
    subscriber: ids.subscriber_uid && ids.list_uid ? { uid: ids.subscriber_uid, list: ids.list_uid } : null,
  });

/** Found in the customer's own index of instants. */
async function newest(db: Db, kind: Returned['kind'], customerId: number, limit: number): Promise<Row[]> {
  const details = kind === 'bounce' ? sql`back.type, back.enhanced` : sql`null as type, null as enhanced`;
  const { rows } = await sql<Row>`select back.id, back.at, ${details}, back.message,
      coalesce(subscriber.email, email.to_email) as email, campaign.uid as campaign_uid,
      campaign.name as campaign_name, subscriber.uid as subscriber_uid, list.uid as list_uid
    from ${sql.table(kind)} as back
    left join campaign on campaign.customer_id = back.customer_id and campaign.id = back.campaign_id
      and campaign.type <> 'transactional'
    left join subscriber on subscriber.customer_id = back.customer_id and subscriber.id = back.subscriber_id
    left join list on list.customer_id = subscriber.customer_id and list.id = subscriber.list_id
    left join email on email.customer_id = back.customer_id and email.id = -back.subscriber_id
    where back.customer_id = ${customerId}
    order by back.at desc, back.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}
