// Statements of the message log. The log is in the order of the audience (subscriber ids), which is
// the order of its tables: messages that have ended, and deferred rows of work.
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { configuredNames } from '../../relays/in-force.ts';
import type { Db } from '../../storage/db.ts';
import { numberSet } from '../../storage/dialect.ts';
import type { Campaign, MessageState } from '../../storage/tables.ts';
import { findWaiting } from '../batches.ts';
import type { Reason } from '../reasons.ts';
import { flightsOf } from '../turn/in-flight.ts';
import { reasonsOf, type WantedStatus } from './status.ts';

/**
 * A message with its subscriber, what the recipient did, and the relay that answered last; null
 * where those are gone.
 */
export type LoggedMessage = {
  subscriber_id: number;
  state: MessageState;
  attempts: number;
  next_attempt_at: number | null;
  reason: string | null;
  detail: string | null;
  reply: string | null;
  relay_id: number | null;
  in_flight_at: number | null;
  finished_at: number | null;
  deferred_since: number | null;
  opened_at: number | null;
  clicked_at: number | null;
  /** The first ones that were not by machines. */
  filtered_opened_at: number | null;
  filtered_clicked_at: number | null;
  unsubscribed_at: number | null;
  subscriber_uid: string | null;
  email: string | null;
  relay: string | null;
};

type Of = Pick<Campaign, 'id' | 'customer_id'>;

/** The message of a campaign to a subscriber, also one that is still in a batch. */
export async function messageTo(db: Db, campaign: Of, subscriberId: number): Promise<LoggedMessage | undefined> {
  const [row] = await messagesOf(db, campaign, [subscriberId]);
  if (row) return row;
  const waiting = await findWaiting(db, campaign, subscriberId);
  if (!waiting) return undefined;
  const next_attempt_at = waiting.dueAt === 0 ? null : waiting.dueAt;
  const state = waiting.isClaimed ? 'claimed' : 'pending';
  return { ...NOTHING_YET, subscriber_id: subscriberId, state, next_attempt_at };
}

const NOTHING_YET = {
  attempts: 0,
  next_attempt_at: null,
  reason: null,
  detail: null,
  reply: null,
  relay_id: null,
  in_flight_at: null,
  finished_at: null,
  deferred_since: null,
  opened_at: null,
  clicked_at: null,
  filtered_opened_at: null,
  filtered_clicked_at: null,
  unsubscribed_at: null,
  subscriber_uid: null,
  email: null,
  relay: null,
};

/**
 * Messages of a campaign by subscriber, in that order; ids with neither a message nor a row of work
 * are left out.
 */
export async function messagesOf(db: Db, campaign: Of, subscriberIds: readonly number[]): Promise<LoggedMessage[]> {
  const found = new Map<number, LoggedMessage>();
  // What moves meanwhile is seen where it came to: it leaves the first for one of the others.
  for (const table of ['in flight', 'message', 'work'] as const) {
    const which = sql`held.subscriber_id in ${numberSet(db, subscriberIds)}`;
    for (const row of await withNames(db, table, campaign, which)) found.set(row.subscriber_id, row);
  }
  return withConfigured(
    db,
    [...found.values()].sort((a, b) => a.subscriber_id - b.subscriber_id),
  );
}

/**
 * The next messages of the log after a subscriber; the cost of a piece does not depend on how many
 * messages are pending.
 */
export async function messagesAfter(db: Db, campaign: Of, after: number, limit: number): Promise<LoggedMessage[]> {
  const next = await subscribersInLog(db, campaign, {})
    .where(sql<SqlBool>`message.subscriber_id > ${after}`)
    .orderBy('message.subscriber_id')
    .limit(limit)
    .execute();
  const ids = next.map((row) => row.id);
  return ids.length === 0 ? [] : messagesOf(db, campaign, ids);
}

/**
 * Adds the present address of the configured relay, which has no row; it may have been another one
 * when the message was sent.
 */
async function withConfigured(db: Db, rows: LoggedMessage[]): Promise<LoggedMessage[]> {
  if (rows.every(({ relay_id }) => relay_id !== 0)) return rows;
  const nameAt = await configuredNames(db);
  return rows.map((row) => (row.relay_id === 0 ? { ...row, relay: nameAt(row.in_flight_at ?? row.finished_at) } : row));
}

async function withNames(
  db: Db,
  table: 'message' | 'work' | 'in flight',
  { id, customer_id }: Of,
  which: ReturnType<typeof sql>,
): Promise<LoggedMessage[]> {
  const flights = sql`(select cast(${customer_id} as bigint) as customer_id, flight.campaign_id, flight.subscriber_id,
      'in_flight' as state, 0 as attempts, cast(null as bigint) as next_attempt_at, cast(null as text) as reason,
      cast(null as text) as detail, cast(null as text) as reply, cast(null as bigint) as relay_id, flight.in_flight_at,
      cast(null as bigint) as deferred_since from ${flightsOf(db, customer_id)} as flight)`;
  const times =
    table === 'message'
      ? sql`null as next_attempt_at, held.finished_at`
      : sql`held.next_attempt_at, null as finished_at`;
  const { rows } =
    await sql<LoggedMessage>`select held.subscriber_id, held.state, held.attempts, held.reason, held.detail, held.reply,
      held.relay_id, held.in_flight_at, held.deferred_since, ${times}, response.opened_at, response.clicked_at,
      response.filtered_opened_at, response.filtered_clicked_at, response.unsubscribed_at, subscriber.uid as subscriber_uid, subscriber.email, relay.name as relay
    from ${table === 'in flight' ? flights : sql.table(table)} as held
    left join subscriber on subscriber.id = held.subscriber_id and subscriber.customer_id = held.customer_id
    left join response on response.customer_id = held.customer_id and response.campaign_id = held.campaign_id
      and response.subscriber_id = held.subscriber_id
    left join relay on relay.id = held.relay_id
      and (relay.customer_id = held.customer_id or relay.customer_id is null)
    where held.customer_id = ${customer_id} and held.campaign_id = ${id} and ${which} order by held.subscriber_id`.execute(
      db,
    );
  return rows.map((row) => (row.state === 'deferred' ? row : { ...row, next_attempt_at: null }));
}

/**
 * Which of a campaign's messages: those with a status of the log or a state, or all that are in the
 * log.
 */
export type LogFilter = { status?: WantedStatus | undefined };

type Ids = SelectQueryBuilder<{ message: { subscriber_id: number } }, 'message', { id: number }>;

/**
 * Subscribers of the messages that pass a filter, as `id`; each part is in the order of an index.
 */
export function subscribersInLog(db: Db, { id, customer_id }: Of, { status }: LogFilter): Ids {
  const part = (
    table: 'message' | 'work',
    which: ReturnType<typeof sql>,
  ) => sql`select subscriber_id from ${sql.table(table)}
    where customer_id = ${customer_id} and campaign_id = ${id} ${which}`;
  const putOff = () => part('work', sql`and state = 'deferred'`);
  const parts = () => {
    if (status === undefined) return [part('message', sql``), putOff()];
    if (status === 'success' || status === 'accepted') return [part('message', sql`and state = 'accepted'`)];
    if (status === 'temporary-error' || status === 'deferred') return [putOff()];
    return (reasonsOf(status) ?? []).map((reason) => part('message', because(reason)));
  };
  const found = parts();
  const all = found.length > 0 ? sql.join(found, sql` union all `) : part('message', sql`and 1 = 0`);
  return db
    .selectFrom(sql<{ subscriber_id: number }>`(${all})`.as('message'))
    .select('message.subscriber_id as id') as unknown as Ids;
}

const because = (reason: Reason) => sql`and state <> 'accepted' and reason = ${reason}`;

/**
 * How many messages of a campaign have ended for one of these reasons. Counting walks over that
 * many entries of an index.
 */
export async function countBecause(db: Db, { id, customer_id }: Of, reasons: readonly Reason[]): Promise<number> {
  let count = 0;
  for (const reason of reasons) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from message where customer_id = ${customer_id}
      and campaign_id = ${id} ${because(reason)}`.execute(db);
    count += Number(rows[0]?.n ?? 0);
  }
  return count;
}
