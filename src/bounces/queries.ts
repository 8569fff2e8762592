// Statements on tables `bounce` and `complaint`, and those on messages and subscribers that bounces
// need.
import { sql } from 'kysely';
import { type KeyRow, keyOf, keySet, type MessageKey } from '../messages/keys.ts';
import type { Db, Tx } from '../storage/db.ts';
import { numberSet } from '../storage/dialect.ts';
import type { Bounce } from '../storage/tables/delivery.ts';
import { findRecipientOf } from '../transactional/queries.ts';

/** The key of a message, which may have been removed. */
export type Subject = KeyRow;

/**
 * The address that a message went to: its subscriber's, or its transactional email's; undefined
 * when that is gone.
 */
export async function findAddress(
  db: Db,
  customerId: number,
  subscriberId: number,
): Promise<{ email: string; email_key: string; list_id?: number } | undefined> {
  if (subscriberId < 0) return findRecipientOf(db, customerId, -subscriberId);
  return db
    .selectFrom('subscriber')
    .select(['email', 'email_key', 'list_id'])
    .where('id', '=', subscriberId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

/** The address of a message; `isKnown`: it is on the customer's suppression list already. */
export type AddressOfMessage = MessageKey & {
  email: string;
  emailKey: string;
  listId: number | null;
  isKnown: boolean;
};

/** Addresses of messages, as findAddress finds them. */
export async function addressesOf(db: Db, messages: readonly MessageKey[]): Promise<AddressOfMessage[]> {
  const key = sql`coalesce(subscriber.email_key, nullif(email.to_key, ''))`; // '' when it was erased
  const { rows } = await sql<
    KeyRow & { email: string | null; email_key: string; list_id: number | null; known: string | null }
  >`select r.customer as customer_id, r.campaign as campaign_id, r.subscriber as subscriber_id,
      coalesce(subscriber.email, nullif(email.to_email, '')) as email, ${key} as email_key, subscriber.list_id,
      suppression.email_key as known
    from ${keySet(db, messages)}
    left join subscriber on subscriber.id = r.subscriber and subscriber.customer_id = r.customer
    left join email on email.id = -r.subscriber and email.customer_id = r.customer
    left join suppression on suppression.customer_id = r.customer and suppression.email_key = ${key}`.execute(db);
  return rows.flatMap((row) => {
    const { email, email_key: emailKey, list_id: listId, known } = row;
    return email === null ? [] : [{ ...keyOf(row), email, emailKey, listId, isKnown: known !== null }];
  });
}

/** The bounce of a campaign's message to a subscriber, if there is one. */
export function findBounce(db: Db, { customer_id, campaign_id, subscriber_id }: Subject): Promise<Bounce | undefined> {
  return db
    .selectFrom('bounce')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('campaign_id', '=', campaign_id)
    .where('subscriber_id', '=', subscriber_id)
    .executeTakeFirst();
}

/** Inserts a bounce. @returns whether it was inserted; false when there is one of this message */
export async function insertBounce(tx: Tx, bounce: Omit<Bounce, 'id'>): Promise<boolean> {
  const result = await tx
    .insertInto('bounce')
    .values(bounce)
    .onConflict((conflict) => conflict.columns(['customer_id', 'campaign_id', 'subscriber_id']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Replaces what a bounce says. */
export async function updateBounce(
  tx: Tx,
  bounce: Pick<Bounce, 'id' | 'customer_id'>,
  values: Omit<Bounce, 'id' | keyof Subject>,
): Promise<void> {
  await tx
    .updateTable('bounce')
    .set(values)
    .where('customer_id', '=', bounce.customer_id)
    .where('id', '=', bounce.id)
    .execute();
}

/**
 * Inserts a complaint. @returns whether it was inserted; false when there is one of this message
 */
export async function insertComplaint(tx: Tx, complaint: Subject & { message: string; at: number }): Promise<boolean> {
  const result = await tx
    .insertInto('complaint')
    .values(complaint)
    .onConflict((conflict) => conflict.columns(['customer_id', 'campaign_id', 'subscriber_id']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Ids of the subscribers with an address, in all lists of a customer. */
export async function subscribersWith(db: Db, customerId: number, key: string): Promise<number[]> {
  const rows = await db
    .selectFrom('subscriber')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('email_key', '=', key)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * The campaigns whose messages to these subscribers had soft bounces, nearest to `campaignId`:
 * `limit` on either side.
 */
export async function softBouncesAround(
  db: Db,
  customerId: number,
  subscriberIds: readonly number[],
  campaignId: number,
  limit: number,
) {
  const soft = db
    .selectFrom('bounce')
    .select('campaign_id')
    .where('customer_id', '=', customerId)
    .where('subscriber_id', 'in', numberSet(db, subscriberIds))
    .where('type', '=', 'soft')
    .where('counted', '=', 1)
    .limit(limit);
  const before = await soft.where('campaign_id', '<=', campaignId).orderBy('campaign_id', 'desc').execute();
  const after = await soft.where('campaign_id', '>', campaignId).orderBy('campaign_id').execute();
  return [...before, ...after].map((row) => row.campaign_id);
}

/**
 * The campaigns of a range whose messages to these subscribers were accepted and had no soft
 * bounce.
 */
export async function reachedBetween(
  db: Db,
  customerId: number,
  subscriberIds: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('message')
    .leftJoin('bounce', (on) =>
      on
        .onRef('bounce.customer_id', '=', 'message.customer_id')
        .onRef('bounce.campaign_id', '=', 'message.campaign_id')
        .onRef('bounce.subscriber_id', '=', 'message.subscriber_id'),
    )
    .select('message.campaign_id')
    .where('message.customer_id', '=', customerId)
    .where('message.subscriber_id', 'in', numberSet(db, subscriberIds))
    .where('message.campaign_id', '>=', from)
    .where('message.campaign_id', '<=', to)
    .where('message.state', '=', 'accepted')
    .where((is) => is.or([is('bounce.type', 'is', null), is('bounce.type', '<>', 'soft')]))
    .execute();
  return rows.map((row) => row.campaign_id);
}
