// Statements of the log of messages. The log goes in the order of the audience (subscriber ids), which an index of table
// `message` is in; what goes out first stands first, so that a campaign under way has its pending messages at the end.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { configuredNames } from '../relays/in-force.ts';
import type { Db } from '../storage/db.ts';
import { numberSet } from '../storage/dialect.ts';
import { LOG_STATUS, NOT_ACCEPTED } from '../storage/log-status.ts';
import type { Campaign, Message } from '../storage/tables.ts';
import { FILTER_STATUSES, type FilterStatus, LOGGED, type LogWanted } from './log-status.ts';

/** A message with whom it is for and the relay that answered last; null where those are gone. */
export type LoggedMessage = Pick<
  Message,
  | 'subscriber_id'
  | 'state'
  | 'attempts'
  | 'next_attempt_at'
  | 'reply'
  | 'relay_id'
  | 'in_flight_at'
  | 'finished_at'
  | 'deferred_since'
  | 'opened_at'
  | 'clicked_at'
  | 'unsubscribed_at'
> & { subscriber_uid: string | null; email: string | null; relay: string | null };

type Of = Pick<Campaign, 'id' | 'customer_id'>;

/** Which of a campaign's messages: by status of the log or by state, or all that are in the log. */
export type LogFilter = { status?: LogWanted | undefined };

/** Messages of a campaign by subscriber, in that order; ids that have none are left out. */
export async function messagesOf(db: Db, campaign: Of, subscriberIds: readonly number[]): Promise<LoggedMessage[]> {
  const rows = await withNames(db)
    .where('message.campaign_id', '=', campaign.id)
    .where('message.customer_id', '=', campaign.customer_id)
    .where('message.subscriber_id', 'in', numberSet(db, subscriberIds))
    .orderBy('message.subscriber_id')
    .execute();
  return withConfigured(db, rows);
}

/**
 * The next messages after a subscriber, whatever their state: the same effort for each piece, however many are pending. In
 * two steps, the second by id alone: else PostgreSQL may join the piece with all subscribers before it, and SQLite walk
 * the whole campaign.
 */
export async function messagesAfter(db: Db, campaign: Of, after: number, limit: number): Promise<LoggedMessage[]> {
  const next = await db
    .selectFrom('message')
    .select('id')
    .where('campaign_id', '=', campaign.id)
    .where('customer_id', '=', campaign.customer_id)
    .where('subscriber_id', '>', after)
    .orderBy('subscriber_id')
    .limit(limit)
    .execute();
  const ids = next.map((row) => row.id);
  if (ids.length === 0) return [];
  const rows = await withNames(db)
    .where('message.id', 'in', numberSet(db, ids))
    .orderBy('message.subscriber_id')
    .execute();
  return withConfigured(db, rows);
}

/** The relay of the configuration has no row: what it was when the message went out is another matter. */
async function withConfigured(db: Db, rows: LoggedMessage[]): Promise<LoggedMessage[]> {
  if (rows.every(({ relay_id }) => relay_id !== 0)) return rows;
  const nameAt = await configuredNames(db);
  return rows.map((row) => (row.relay_id === 0 ? { ...row, relay: nameAt(row.in_flight_at ?? row.finished_at) } : row));
}

function withNames(db: Db) {
  return db
    .selectFrom('message')
    .leftJoin('subscriber', 'subscriber.id', 'message.subscriber_id')
    .leftJoin('relay', 'relay.id', 'message.relay_id')
    .select(['message.subscriber_id', 'message.state', 'message.attempts', 'message.next_attempt_at', 'message.reply'])
    .select(['message.relay_id', 'message.in_flight_at', 'message.finished_at', 'message.deferred_since'])
    .select(['message.opened_at', 'message.clicked_at', 'message.unsubscribed_at'])
    .select(['subscriber.uid as subscriber_uid', 'subscriber.email', 'relay.name as relay']);
}

/**
 * Subscribers of the messages that a filter lets through.
 * @param isComplete all of the campaign's messages are in the log: then the index alone answers for all of them
 */
export function subscribersInLog(db: Db, campaignId: number, { status }: LogFilter, isComplete: boolean) {
  const condition = status === undefined ? (isComplete ? undefined : inLog()) : isAskedFor(status);
  return db
    .selectFrom('message')
    .select('subscriber_id as id')
    .where('campaign_id', '=', campaignId)
    .$if(condition !== undefined, (query) => query.where(condition ?? sql<SqlBool>`true`));
}

/** How many messages of a campaign have a status other than success: as many steps in their index. */
export async function countNotAccepted(db: Db, campaignId: number, status: FilterStatus): Promise<number> {
  const row = await db
    .selectFrom('message')
    .select((count) => count.fn.countAll<number>().as('n'))
    .where('campaign_id', '=', campaignId)
    .where(hasStatus(status))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

function inLog(): RawBuilder<SqlBool> {
  return sql<SqlBool>`state in (${sql.join(LOGGED.map((state) => sql.lit(state)))})`;
}

function isAskedFor(wanted: LogWanted): RawBuilder<SqlBool> {
  const status = FILTER_STATUSES.find((name) => name === wanted);
  if (status) return hasStatus(status);
  if (wanted === 'accepted') return hasStatus('success');
  if (wanted === 'deferred') return hasStatus('temporary-error');
  const state = sql<SqlBool>`state = ${sql.lit(wanted)}`;
  return wanted === 'uncertain' ? sql<SqlBool>`${hasStatus('error')} and ${state}` : state;
}

/** On table `message` alone: with the texts that the indexes are made of. */
export function hasStatus(status: FilterStatus): RawBuilder<SqlBool> {
  if (status === 'success') return sql<SqlBool>`state = 'accepted'`;
  return sql<SqlBool>`${sql.raw(NOT_ACCEPTED)} and ${sql.raw(LOG_STATUS)} = ${sql.lit(status)}`;
}

/** The subscriber of a campaign's list by uid or by address. */
export async function findAddressee(
  db: Db,
  campaign: Pick<Campaign, 'customer_id' | 'list_id'>,
  by: { uid: string } | { emailKey: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('subscriber')
    .select('id')
    .where('customer_id', '=', campaign.customer_id)
    .where('list_id', '=', campaign.list_id)
    .where((is) => ('uid' in by ? is('uid', '=', by.uid) : is('email_key', '=', by.emailKey)))
    .executeTakeFirst();
  return row?.id;
}

/** The subscribers of a campaign's list with these addresses (as keys). */
export function findSubscribers(
  db: Db,
  campaign: Pick<Campaign, 'customer_id' | 'list_id'>,
  emailKeys: readonly string[],
): Promise<{ id: number; email_key: string }[]> {
  return db
    .selectFrom('subscriber')
    .select(['id', 'email_key'])
    .where('customer_id', '=', campaign.customer_id)
    .where('list_id', '=', campaign.list_id)
    .where('email_key', 'in', [...new Set(emailKeys)])
    .execute();
}
