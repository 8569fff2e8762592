// The subscriber whom a campaign reaches an address through: that of its list, or of several the
// one that has a message.
import { sql } from 'kysely';
import { listIdsOf } from '../../campaigns/several-lists/lists.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { isOneOf } from '../../storage/dialect.ts';
import type { Campaign } from '../../storage/tables.ts';
import { isFlying } from '../batches.ts';

type Of = Pick<Campaign, 'id' | 'customer_id' | 'list_id' | 'further_lists'>;

/** A subscriber of one of the campaign's lists, by uid or by address; undefined: there is none. */
export async function findAddressee(
  db: Db,
  campaign: Of,
  by: { uid: string } | { emailKey: string },
): Promise<number | undefined> {
  if ('emailKey' in by) return (await findSubscribers(db, campaign, [by.emailKey]))[0]?.id;
  const row = await db
    .selectFrom('subscriber')
    .select('id')
    .where('customer_id', '=', campaign.customer_id)
    .where('list_id', 'in', listIdsOf(campaign))
    .where('uid', '=', by.uid)
    .executeTakeFirst();
  return row?.id;
}

/** The subscribers with these addresses (as keys), one each. */
export async function findSubscribers(
  db: Db | Tx,
  campaign: Of,
  emailKeys: readonly string[],
): Promise<{ id: number; email_key: string }[]> {
  const found = await onLists(db, campaign, [...new Set(emailKeys)]);
  if (campaign.further_lists === null) return found;
  return [...Map.groupBy(found, (row) => row.email_key).values()].flatMap((rows) => rows[0] ?? []);
}

/** Those with an address (as a key) on the campaign's lists, the most likely one first. */
export async function idsOfAddress(db: Db, campaign: Of, emailKey: string): Promise<number[]> {
  return (await onLists(db, campaign, [emailKey])).map(({ id }) => id);
}

/**
 * First who has a message or is frozen with the address; else in the order of the lists.
 */
async function onLists(db: Db | Tx, campaign: Of, emailKeys: readonly string[]) {
  const { customer_id, id } = campaign;
  const lists = listIdsOf(campaign);
  const has = (table: 'work' | 'message') => sql<number>`case when exists (select 1
    from ${sql.table(table)} as known where known.customer_id = ${customer_id} and known.campaign_id = ${id}
      and known.subscriber_id = subscriber.id) then 1 else 0 end`;
  const flies = sql<number>`case when ${isFlying(db, campaign, sql.ref('subscriber.id'))} then 1 else 0 end`;
  const holds = sql<number>`case when exists (select 1 from addressee where addressee.customer_id = ${customer_id}
    and addressee.campaign_id = ${id} and addressee.email_key = subscriber.email_key
    and addressee.subscriber_id = subscriber.id) then 1 else 0 end`;
  const several = lists.length > 1;
  const rows = await db
    .selectFrom('subscriber')
    .select(['subscriber.id', 'subscriber.email_key', 'subscriber.list_id'])
    .select(
      (several ? sql<number>`${has('work')} + ${has('message')} + ${flies} + ${holds}` : sql<number>`0`).as('rank'),
    )
    .where('subscriber.customer_id', '=', customer_id)
    .where('subscriber.list_id', 'in', lists)
    .where(isOneOf(db, 'email_key', emailKeys))
    .execute();
  const place = (listId: number) => lists.indexOf(listId);
  return rows.toSorted((a, b) => Number(b.rank) - Number(a.rank) || place(a.list_id) - place(b.list_id));
}
