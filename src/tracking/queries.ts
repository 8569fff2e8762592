// Statements of tracking. Each takes a whole group of hits, so that a busy campaign costs a few statements a group.
import { sql } from 'kysely';
import type { Db, Tx } from '../storage/db.ts';
import { lockRows, numberSet, recordSet } from '../storage/dialect.ts';
import type { Subscriber } from '../storage/tables.ts';
import type { MessageHit, TrackedMessage } from './hits.ts';

type Stamp = 'opened_at' | 'clicked_at' | 'unsubscribed_at' | 'filtered_opened_at' | 'filtered_clicked_at';
type StampedMessage = { id: number; campaign_id: number };

/** The messages of these ids, locked in the order of their ids, so that two groups never wait in a circle. */
export function lockMessages(tx: Tx, ids: readonly number[]): Promise<TrackedMessage[]> {
  return tx
    .selectFrom('message')
    .select(['id', 'campaign_id', 'subscriber_id', 'state', 'finished_at'])
    .where('id', 'in', numberSet(tx, ids))
    .orderBy('id')
    .modifyEnd(lockRows(tx))
    .execute();
}

/** Writes a first-time stamp where there is none yet. @returns the messages for which it was the first time */
export async function stampFirst(tx: Tx, stamp: Stamp, ids: readonly number[], at: number): Promise<StampedMessage[]> {
  if (ids.length === 0) return [];
  return tx
    .updateTable('message')
    .set({ [stamp]: at })
    .where('id', 'in', numberSet(tx, ids))
    .where(stamp, 'is', null)
    .returning(['id', 'campaign_id'])
    .execute();
}

/** Those of the messages that nobody, or no person, has opened yet. */
export async function unopenedOf(tx: Tx, ids: readonly number[]): Promise<Map<number, 'by nobody' | 'by no person'>> {
  const rows = await tx
    .selectFrom('message')
    .select(['id', 'opened_at'])
    .where('id', 'in', numberSet(tx, ids))
    .where('filtered_opened_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.opened_at === null ? 'by nobody' : 'by no person']));
}

/** One row in `open` for each hit. */
export async function insertOpens(tx: Tx, hits: readonly MessageHit[], at: number): Promise<void> {
  await sql`insert into open (customer_id, campaign_id, subscriber_id, ip_address, user_agent, at, machine)
    select customer_id, campaign_id, subscriber_id, r.ip_address, r.user_agent, cast(${at} as bigint), r.machine
    from ${hitSet(tx, hits)} as r join message on message.id = r.message_id`.execute(tx);
}

/** One row in `click` for each hit. */
export async function insertClicks(tx: Tx, hits: readonly MessageHit[], at: number): Promise<void> {
  await sql`insert into click (customer_id, campaign_id, subscriber_id, ip_address, user_agent, at, link_id, machine)
    select customer_id, campaign_id, subscriber_id, r.ip_address, r.user_agent, cast(${at} as bigint), r.number,
      r.machine
    from ${hitSet(tx, hits)} as r join message on message.id = r.message_id`.execute(tx);
}

/** One row in `unsubscribe` for each hit. */
export async function insertUnsubscribes(tx: Tx, hits: readonly MessageHit[], at: number): Promise<void> {
  await sql`insert into unsubscribe (customer_id, campaign_id, subscriber_id, ip_address, user_agent, at, reason, note)
    select customer_id, campaign_id, subscriber_id, r.ip_address, r.user_agent, cast(${at} as bigint),
      coalesce(r.reason, ''), coalesce(r.note, '')
    from ${hitSet(tx, hits)} as r join message on message.id = r.message_id`.execute(tx);
}

function hitSet(tx: Tx, hits: readonly MessageHit[]) {
  const records = hits.map(({ message, number, visitor, machine }) => ({
    message_id: message.id,
    number,
    ip_address: visitor.ipAddress,
    user_agent: visitor.userAgent,
    reason: visitor.reason ?? null,
    machine,
    note: visitor.note ?? null,
  }));
  return recordSet(tx, records, {
    message_id: 'number',
    number: 'number',
    ip_address: 'text',
    user_agent: 'text',
    reason: 'text',
    machine: 'text',
    note: 'text',
  });
}

export type ClickTarget = { url: string; campaign_id: number; subscriber_id: number };

/** Where a link of a message leads: only a link of the message's own campaign, whatever its state. */
export function findClickTarget(db: Db, messageId: number, linkId: number): Promise<ClickTarget | undefined> {
  return db
    .selectFrom('message')
    .innerJoin('campaign_link', 'campaign_link.campaign_id', 'message.campaign_id')
    .where('message.id', '=', messageId)
    .where('campaign_link.id', '=', linkId)
    .select(['campaign_link.url', 'message.campaign_id', 'message.subscriber_id'])
    .executeTakeFirst();
}

export type LeavingSubscriber = Pick<Subscriber, 'id' | 'customer_id' | 'list_id'>;

/** Those of these subscribers that stand, by list: lists are locked in the order of their ids. */
export function findSubscribersToLeave(tx: Tx, ids: readonly number[]): Promise<LeavingSubscriber[]> {
  return tx
    .selectFrom('subscriber')
    .select(['id', 'customer_id', 'list_id'])
    .where('id', 'in', numberSet(tx, ids))
    .orderBy('list_id')
    .orderBy('id')
    .execute();
}
