// Statements on the events that autoresponders follow. An event is a row with the instant at which it happened: a subscriber
// that became confirmed, a message that was opened or accepted. Indexes hold them in the order of these instants, and all
// questions here are about pieces of that order.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EventKey } from '../campaigns/follow.ts';
import type { Followed } from '../campaigns/follow-rules.ts';
import type { Db, Tx } from '../storage/db.ts';
import { recordSet } from '../storage/dialect.ts';
import { isSuppressed } from '../suppression/queries.ts';

/** A piece of the order of events: after the one, up to the other. */
export type Piece = { after: EventKey; to: EventKey };

/** Whose events: subscribers of the list, or messages of the campaign (and then subscribers of the list by address). */
export type Source = { followed: Followed; listId: number; customerId: number };

/** Greater than any row's id. */
export const LAST_ID = Number.MAX_SAFE_INTEGER;

type Order = {
  /** The table of the events, and the condition that makes a row one of the source's; a place for the source's id. */
  table: RawBuilder<unknown>;
  of(sourceId: RawBuilder<unknown>): RawBuilder<SqlBool>;
  at: RawBuilder<number>;
  id: RawBuilder<number>;
};

// Conditions as they stand in the indexes subscriber_confirmed, message_opened and message_accepted.
const ORDERS: Readonly<Record<Followed['event'], Order>> = {
  subscribe: {
    table: sql`subscriber`,
    of: (id) => sql`subscriber.list_id = ${id} and subscriber.status = 'confirmed'`,
    at: sql`subscriber.confirmed_at`,
    id: sql`subscriber.id`,
  },
  open: {
    table: sql`message as event`,
    of: (id) => sql`event.campaign_id = ${id} and event.opened_at is not null`,
    at: sql`event.opened_at`,
    id: sql`event.id`,
  },
  sent: {
    table: sql`message as event`,
    of: (id) => sql`event.campaign_id = ${id} and event.state = 'accepted'`,
    at: sql`event.finished_at`,
    id: sql`event.id`,
  },
};

const sourceId = ({ followed, listId }: Source) => (followed.event === 'subscribe' ? listId : followed.campaignId);

function inPiece({ at, id }: Order, { after, to }: Piece): RawBuilder<SqlBool> {
  return sql`(${at}, ${id}) > (${after.at}, ${after.id}) and (${at}, ${id}) <= (${to.at}, ${to.id})`;
}

/** A piece of one autoresponder's events. */
export type Wanted = Source & { campaignId: number; piece: Piece };

/** Those of the autoresponders that have an event in their piece: a statement for each kind of event, a probe for each. */
export async function havingEvents(db: Db, wanted: readonly Wanted[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const [event, some] of Map.groupBy(wanted, (one) => one.followed.event)) {
    const order = ORDERS[event];
    const records = some.map(({ piece: { after, to }, ...one }) => ({
      ...{ campaign: one.campaignId, source: sourceId(one) },
      ...{ after_at: after.at, after_id: after.id, to_at: to.at, to_id: to.id },
    }));
    const set = recordSet(db, records, COLUMNS);
    // A value of the row, not a condition: it is looked up row by row, whatever the planner thinks of their number.
    const result = await sql<{ campaign: number; first: number | null }>`select w.campaign,
        (select ${order.id} from ${order.table} where ${order.of(sql`w.source`)}
          and (${order.at}, ${order.id}) > (w.after_at, w.after_id) and (${order.at}, ${order.id}) <= (w.to_at, w.to_id)
          order by ${order.at}, ${order.id} limit 1) as first
      from ${set} as w`.execute(db);
    for (const { campaign, first } of result.rows) if (first !== null) found.add(campaign);
  }
  return found;
}

const COLUMNS = {
  campaign: 'number',
  source: 'number',
  after_at: 'number',
  after_id: 'number',
  to_at: 'number',
  to_id: 'number',
} as const;

/**
 * The last of the next `limit` events of a piece.
 * @param unmade only events whose subscriber has no message of the autoresponder yet
 */
export async function endOfNext(
  db: Db,
  { campaignId, piece, ...source }: Wanted,
  { limit, unmade }: { limit: number; unmade?: RawBuilder<SqlBool> },
): Promise<EventKey | undefined> {
  const order = ORDERS[source.followed.event];
  const events = sql`${order.of(sql`${sourceId(source)}`)} and ${inPiece(order, piece)}`;
  const from = unmade
    ? sql`${withSubscriber(source)} where ${events} and ${unmade} and ${hasNoMessage(campaignId)}`
    : sql`${order.table} where ${events}`;
  const result =
    await sql<EventKey>`select next.at, next.id from (select ${order.at} as at, ${order.id} as id from ${from}
      order by ${order.at}, ${order.id} limit ${limit}) as next
    order by next.at desc, next.id desc limit 1`.execute(db);
  return result.rows[0];
}

/**
 * Writes the messages of a piece: of events whose subscriber is on the list, is confirmed, meets `condition`, is not
 * suppressed, and has no message of the autoresponder.
 * @returns how many
 */
export async function writeMessages(
  tx: Tx,
  { campaignId, piece, ...source }: Wanted,
  condition: RawBuilder<SqlBool>,
): Promise<number> {
  const order = ORDERS[source.followed.event];
  const result = await sql`insert into message (customer_id, campaign_id, subscriber_id, state, attempts)
    select subscriber.customer_id, cast(${campaignId} as bigint), subscriber.id, 'pending', 0
    from ${withSubscriber(source)}
    where ${order.of(sql`${sourceId(source)}`)} and ${inPiece(order, piece)}
      and subscriber.list_id = ${source.listId} and subscriber.status = 'confirmed'
      and ${condition} and not ${isSuppressed(source.customerId, 'subscriber.email_key')} and ${hasNoMessage(campaignId)}
    order by ${order.at}, ${order.id}
    on conflict (campaign_id, subscriber_id) do nothing`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}

/**
 * The events with the subscriber each is about. A message's is looked for by its address, so that the campaign that is
 * followed may be one of another list of the customer.
 */
function withSubscriber({ followed, listId, customerId }: Source): RawBuilder<unknown> {
  const { table } = ORDERS[followed.event];
  if (followed.event === 'subscribe') return table;
  return sql`${table} join subscriber as reader on reader.id = event.subscriber_id and event.customer_id = ${customerId}
    join subscriber on subscriber.customer_id = ${customerId} and subscriber.email_key = reader.email_key
      and subscriber.list_id = ${listId}`;
}

function hasNoMessage(campaignId: number): RawBuilder<SqlBool> {
  return sql`not exists (select 1 from message where message.campaign_id = ${campaignId}
    and message.subscriber_id = subscriber.id)`;
}
