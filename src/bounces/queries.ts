// Statements on tables `bounce` and `complaint`, and what they need to know of messages and subscribers.
import { sql } from 'kysely';
import { findRecipientOf } from '../emails/queries.ts';
import type { Db, Tx } from '../storage/db.ts';
import { lockRows, numberSet } from '../storage/dialect.ts';
import type { Bounce } from '../storage/tables/delivery.ts';
import type { Message } from '../storage/tables.ts';

/** A message as far as what comes back is concerned. */
export type ReturnedMessage = Pick<Message, 'id' | 'customer_id' | 'campaign_id' | 'subscriber_id' | 'state'>;

/** Whose message it was, whether or not a row of it stands. */
export type Subject = Pick<Message, 'customer_id' | 'campaign_id' | 'subscriber_id'>;

/** A message, locked: reports about one message come one after the other. */
export function lockMessage(tx: Tx, id: number): Promise<ReturnedMessage | undefined> {
  return tx
    .selectFrom('message')
    .select(['id', 'customer_id', 'campaign_id', 'subscriber_id', 'state'])
    .where('id', '=', id)
    .modifyEnd(lockRows(tx))
    .executeTakeFirst();
}

/** The id of a subscriber's message of a campaign, if there is one. */
export async function findMessageOf(db: Db, campaignId: number, subscriberId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('message')
    .select('id')
    .where('campaign_id', '=', campaignId)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst();
  return row?.id;
}

/** Where a message went: the address of its subscriber, or of its single mail; undefined when that is gone. */
export async function findAddress(
  db: Db,
  customerId: number,
  subscriberId: number,
): Promise<{ email: string; email_key: string } | undefined> {
  if (subscriberId < 0) return findRecipientOf(db, customerId, -subscriberId);
  return db
    .selectFrom('subscriber')
    .select(['email', 'email_key'])
    .where('id', '=', subscriberId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

/** Addresses of messages, as findAddress finds them. */
export async function addressesOf(
  db: Db,
  messageIds: readonly number[],
): Promise<{ id: number; customer_id: number; email: string }[]> {
  const rows = await db
    .selectFrom('message')
    .leftJoin('subscriber', 'subscriber.id', 'message.subscriber_id')
    .leftJoin('email', (on) => on.on('email.id', '=', sql<number>`-message.subscriber_id`))
    .select(['message.id', 'message.customer_id', 'subscriber.email', 'email.to_email'])
    .where('message.id', 'in', numberSet(db, messageIds))
    .execute();
  return rows.flatMap(({ id, customer_id, ...found }) => {
    const email = found.email ?? found.to_email;
    return email === null ? [] : [{ id, customer_id, email }];
  });
}

/** The bounce of a campaign's subscriber, if there is one. */
export function findBounce(db: Db, { campaign_id, subscriber_id }: Subject): Promise<Bounce | undefined> {
  return db
    .selectFrom('bounce')
    .selectAll()
    .where('campaign_id', '=', campaign_id)
    .where('subscriber_id', '=', subscriber_id)
    .executeTakeFirst();
}

/** Writes a bounce. @returns whether it was written; false when another was first */
export async function insertBounce(tx: Tx, bounce: Omit<Bounce, 'id'>): Promise<boolean> {
  const result = await tx
    .insertInto('bounce')
    .values(bounce)
    .onConflict((conflict) => conflict.columns(['campaign_id', 'subscriber_id']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Replaces what a bounce says. */
export async function updateBounce(tx: Tx, id: number, values: Omit<Bounce, 'id' | keyof Subject>): Promise<void> {
  await tx.updateTable('bounce').set(values).where('id', '=', id).execute();
}

/** Writes a complaint. @returns whether it was written; false when there is one of this message */
export async function insertComplaint(tx: Tx, complaint: Subject & { message: string; at: number }): Promise<boolean> {
  const result = await tx
    .insertInto('complaint')
    .values(complaint)
    .onConflict((conflict) => conflict.columns(['campaign_id', 'subscriber_id']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Ids of the subscribers with an address in all lists of a customer. */
export async function subscribersWith(db: Db, customerId: number, key: string): Promise<number[]> {
  const rows = await db
    .selectFrom('subscriber')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('email_key', '=', key)
    .execute();
  return rows.map((row) => row.id);
}

/** The campaigns whose messages to these subscribers bounced softly, nearest to `campaignId`: `limit` on either side. */
export async function softBouncesAround(db: Db, subscriberIds: readonly number[], campaignId: number, limit: number) {
  const soft = db
    .selectFrom('bounce')
    .select('campaign_id')
    .where('subscriber_id', 'in', numberSet(db, subscriberIds))
    .where('type', '=', 'soft')
    .where('counted', '=', 1)
    .limit(limit);
  const before = await soft.where('campaign_id', '<=', campaignId).orderBy('campaign_id', 'desc').execute();
  const after = await soft.where('campaign_id', '>', campaignId).orderBy('campaign_id').execute();
  return [...before, ...after].map((row) => row.campaign_id);
}

/** The campaigns of a range whose messages to these subscribers were accepted and did not bounce softly. */
export async function reachedBetween(
  db: Db,
  subscriberIds: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('message')
    .leftJoin('bounce', (on) =>
      on
        .onRef('bounce.campaign_id', '=', 'message.campaign_id')
        .onRef('bounce.subscriber_id', '=', 'message.subscriber_id'),
    )
    .select('message.campaign_id')
    .where('message.subscriber_id', 'in', numberSet(db, subscriberIds))
    .where('message.campaign_id', '>=', from)
    .where('message.campaign_id', '<=', to)
    .where('message.state', '=', 'accepted')
    .where((is) => is.or([is('bounce.type', 'is', null), is('bounce.type', '<>', 'soft')]))
    .execute();
  return rows.map((row) => row.campaign_id);
}
