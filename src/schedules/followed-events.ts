// Statements on the events that autoresponders follow. An event is a row with the instant at which
// it happened: a subscriber became confirmed, a message was opened or accepted. Indexes hold them
// in the order of these instants, and all queries are about ranges of that order.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EventKey } from '../campaigns/autoresponder/follow.ts';
import { newPause } from '../kernel/slices.ts';
import { addMessages } from '../messages/add.ts';
import { isFlying } from '../messages/batches.ts';
import type { Db, Tx } from '../storage/db.ts';
import { isSpread } from '../storage/dialect/spread.ts';
import { areOwn, numberSet, recordSet } from '../storage/dialect.ts';
import { byCustomer } from '../storage/statement.ts';
import { isSuppressed } from '../suppression/queries.ts';

/** A range in the order of events: after one, up to the other, inclusive. */
export type Piece = { after: EventKey; to: EventKey };

/** The followed events; campaigns by their ids: all of one mailing, none of a deleted one. */
export type Events = { event: 'subscribe' } | { event: 'open' | 'sent'; campaignIds: readonly number[] };

/**
 * The events of subscribers of the list, or of messages of the campaigns (and then of the list's
 * subscribers by address).
 */
export type Source = { followed: Events; listId: number; customerId: number };

/** Greater than any row's id. */
export const LAST_ID = Number.MAX_SAFE_INTEGER;

type Order = {
  /**
   * The table of the events, and the condition on the source's rows; `isIt`: what its id is
   * compared with, `= …` or `in …`.
   */
  table: RawBuilder<unknown>;
  of(isIt: RawBuilder<unknown>, customerId: RawBuilder<unknown>): RawBuilder<SqlBool>;
  at: RawBuilder<number>;
  id: RawBuilder<number>;
  /** Whether a row known by its id still belongs to the source. */
  still: RawBuilder<SqlBool>;
};

// Conditions as they stand in the indexes subscriber_confirmed, response_opened and
// message_accepted.
const ORDERS: Readonly<Record<Events['event'], Order>> = {
  subscribe: {
    table: sql`subscriber`,
    of: (isIt, customerId) =>
      sql`subscriber.customer_id = ${customerId} and subscriber.list_id ${isIt} and subscriber.status = 'confirmed'`,
    at: sql`subscriber.confirmed_at`,
    id: sql`subscriber.id`,
    still: sql`true`, // confirmed: checked for every subscriber
  },
  open: {
    table: sql`response as event`,
    of: (isIt, customerId) =>
      sql`event.customer_id = ${customerId} and event.campaign_id ${isIt} and event.opened_at is not null`,
    at: sql`event.opened_at`,
    id: sql`event.subscriber_id`,
    still: sql`event.opened_at is not null`,
  },
  sent: {
    table: sql`message as event`,
    of: (isIt, customerId) =>
      sql`event.customer_id = ${customerId} and event.campaign_id ${isIt} and event.state = 'accepted'`,
    at: sql`event.finished_at`,
    id: sql`event.subscriber_id`,
    still: sql`event.state = 'accepted'`,
  },
};

/** Ids of the list, or of the campaigns. */
const sourcesOf = ({ followed, listId }: Source): readonly number[] =>
  followed.event === 'subscribe' ? [listId] : followed.campaignIds;

/**
 * The first events of several sources in their order: each source is a range of an index. A
 * subscriber is in one part of an A/B test, so keys stay unique.
 * @param eventsOf the events of a source, in their order, at most `limit`
 */
function merged(
  sources: readonly number[],
  limit: number,
  eventsOf: (isIt: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  const parts = (sources.length === 0 ? [0] : sources).map(
    (one) => sql`select * from (${eventsOf(sql`= ${one}`)}) as part`,
  );
  return sql`select * from (${sql.join(parts, sql` union all `)}) as event order by at, id limit ${sql.lit(limit)}`;
}

function inPiece({ at, id }: Order, { after, to }: Piece): RawBuilder<SqlBool> {
  return sql`(${at}, ${id}) > (${after.at}, ${after.id}) and (${at}, ${id}) <= (${to.at}, ${to.id})`;
}

/** A range of one autoresponder's events. */
export type EventRange = Source & { campaignId: number; piece: Piece };

/** Ranges of one statement: on SQLite it holds the thread that answers requests. */
const RANGES_AT_ONCE = 500;

/**
 * The instant (ms) of the first event of each autoresponder that has any in its range: one
 * statement for hundreds with the same kind of event, one index probe for each range.
 */
export async function firstEvents(db: Db, wanted: readonly EventRange[]): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  const each = wanted.flatMap((one) => sourcesOf(one).map((source) => ({ ...one, source })));
  const groups = byCustomer(db, each, ({ customerId }) => customerId).flatMap((some) => [
    ...Map.groupBy(some, (one) => one.followed.event),
  ]);
  const pause = newPause();
  for (const [event, some] of groups) {
    for (let from = 0; from < some.length; from += RANGES_AT_ONCE) {
      for (const { campaign, first } of await probe(db, ORDERS[event], some.slice(from, from + RANGES_AT_ONCE))) {
        if (first !== null) found.set(campaign, Math.min(first, found.get(campaign) ?? first));
      }
      await pause();
    }
  }
  return found;
}

async function probe(db: Db, order: Order, ranges: readonly (EventRange & { source: number })[]) {
  const records = ranges.map(({ piece: { after, to }, ...one }) => ({
    campaign: one.campaignId,
    source: one.source,
    customer: one.customerId,
    after_at: after.at,
    after_id: after.id,
    to_at: to.at,
    to_id: to.id,
  }));
  const set = recordSet(db, records, COLUMNS);
  // A value of the row, not a condition: probed row by row, whatever the planner estimates.
  const { rows } = await sql<{ campaign: number; first: number | null }>`select w.campaign,
      (select ${order.at} from ${order.table} where ${order.of(sql`= w.source`, sql`w.customer`)}
        and (${order.at}, ${order.id}) > (w.after_at, w.after_id) and (${order.at}, ${order.id}) <= (w.to_at, w.to_id)
        order by ${order.at}, ${order.id} limit 1) as first
    from ${set} as w`.execute(db);
  return rows;
}

const COLUMNS = {
  campaign: 'number',
  source: 'number',
  customer: 'number',
  after_at: 'number',
  after_id: 'number',
  to_at: 'number',
  to_id: 'number',
} as const;

/** The next events of a range, in order, at most `limit`. */
export async function nextEvents(db: Db, { piece, ...source }: EventRange, limit: number): Promise<EventKey[]> {
  const order = ORDERS[source.followed.event];
  const eventsOf = (isIt: RawBuilder<unknown>) => sql`select ${order.at} as at, ${order.id} as id from ${order.table}
    where ${order.of(isIt, sql`${source.customerId}`)} and ${inPiece(order, piece)}
    order by ${order.at}, ${order.id} limit ${sql.lit(limit)}`;
  const { rows } = await sql<EventKey>`${merged(sourcesOf(source), limit, eventsOf)}`.execute(db);
  return rows;
}

/**
 * Where one autoresponder is among its events. `soon`: the last instant of those that are due soon.
 */
export type Standing = EventPlace & { soon: number };
type EventPlace = Source & { campaignId: number; after: EventKey; includesImported: boolean };

/**
 * The events after an autoresponder's place that it will look at. `first` and `last` in ms; of
 * more than MOST_WAITING events the earliest are told, and `isMore`.
 */
export type Waiting = { people: number; soon: number; first: number | null; last: number | null; isMore: boolean };

/** Events that are looked at for each autoresponder. */
const MOST_WAITING = 10_000;

/**
 * How many events wait for each autoresponder of a customer, by its id: one bounded look at an
 * index each, with an A/B test for each of its parts.
 */
export async function waitingFor(
  db: Db,
  standings: readonly Standing[],
  most = MOST_WAITING,
): Promise<Map<number, Waiting>> {
  if (standings.length === 0) return new Map();
  const parts = standings.map(({ campaignId, after, soon, includesImported, ...source }) => {
    const { table, of, at, id } = ORDERS[source.followed.event];
    const counts = includesImported ? sql`1` : sql`case when subscriber.source = 'import' then 0 else 1 end`;
    const eventsOf = (
      isIt: RawBuilder<unknown>,
    ) => sql`select ${at} as at, ${id} as id, ${counts} as counts from ${table}
      where ${of(isIt, sql`${source.customerId}`)} and (${at}, ${id}) > (${after.at}, ${after.id})
      order by ${at}, ${id} limit ${sql.lit(most + 1)}`;
    return sql`select * from (select ${sql.lit(campaignId)} as campaign, count(*) as events, sum(counts) as people,
        sum(case when at <= ${soon} then counts else 0 end) as soon,
        min(case when counts = 1 then at end) as first, max(case when counts = 1 then at end) as last
      from (${merged(sourcesOf(source), most + 1, eventsOf)}) as part) as waiting`;
  });
  const { rows } = await sql<Record<'campaign' | 'events' | 'people' | 'soon' | 'first' | 'last', number | null>>`
    ${sql.join(parts, sql` union all `)}`.execute(db);
  const ofRow = (row: (typeof rows)[number]): Waiting => ({
    people: Math.min(Number(row.people ?? 0), most),
    soon: Math.min(Number(row.soon ?? 0), most),
    first: row.first === null ? null : Number(row.first),
    last: row.last === null ? null : Number(row.last),
    isMore: Number(row.events) > most,
  });
  return new Map(rows.map((row) => [Number(row.campaign), ofRow(row)]));
}

/**
 * The subscribers that an autoresponder reaches, in addition to being on its list, confirmed, not
 * suppressed and without a message.
 */
export type Reach = Source & { campaignId: number; condition: RawBuilder<SqlBool> };

/** The events whose subscriber is reached. */
export async function reachedBy(db: Db, reach: Reach, events: readonly EventKey[]): Promise<EventKey[]> {
  const order = ORDERS[reach.followed.event];
  const result = await sql<EventKey>`select ${order.at} as at, ${order.id} as id ${reached(db, reach, events)}`.execute(
    db,
  );
  return result.rows;
}

/**
 * Writes the messages to those of the events' subscribers that are reached, who get them in that
 * order. @returns how many
 */
export function insertMessages(tx: Tx, reach: Reach, events: readonly EventKey[]): Promise<number> {
  const order = ORDERS[reach.followed.event];
  const campaign = { id: reach.campaignId, customerId: reach.customerId };
  return addMessages(tx, campaign, reached(tx, reach, events), order.at);
}

/**
 * Starts from the ids of the events, which are few: everything else is looked up row by row. A plus
 * before the list, and a status that no index has, keep the planners from scanning them.
 */
function reached(
  db: Db | Tx,
  { followed, listId, customerId, campaignId, condition }: Reach,
  events: readonly EventKey[],
) {
  const { table, id, still, of } = ORDERS[followed.event];
  const has = (ledger: 'work' | 'message') => sql`exists (select 1 from ${sql.table(ledger)} as own
    where own.customer_id = ${customerId} and own.campaign_id = ${campaignId} and own.subscriber_id = subscriber.id
    limit 1 offset 0)`;
  const ids = events.map((event) => event.id);
  const isNamed =
    followed.event === 'subscribe'
      ? areOwn(db, 'subscriber', customerId, ids)
      : sql`${of(sql`in (${sql.join([0, ...followed.campaignIds])})`, sql`${customerId}`)} and ${id} in ${numberSet(db, ids)}`;
  return sql`from ${table} ${followed.event === 'subscribe' ? sql`` : subscriberOf(db, customerId)}
    where ${isNamed} and ${still}
      and +subscriber.list_id = ${listId} and coalesce(subscriber.status, '') = 'confirmed' and ${condition}
      and not ${has('work')} and not ${has('message')} and not ${isFlying(db, { id: campaignId, customer_id: customerId }, sql.ref('subscriber.id'))}
      and not ${isSuppressed(customerId, 'subscriber.email_key')}`;
}

/**
 * The subscriber of a message, by its address: the followed campaign may belong to another list of
 * the customer. Citus does not join over a plus; there each table is told the customer.
 */
function subscriberOf(db: Db | Tx, customerId: number): RawBuilder<unknown> {
  const customerOf = (table: string) => (isSpread(db) ? sql`${customerId}` : sql`+${sql.ref(`${table}.customer_id`)}`);
  return sql`join subscriber as reader on reader.customer_id = ${customerOf('event')} and reader.id = event.subscriber_id
    join subscriber on subscriber.customer_id = ${customerOf('reader')} and subscriber.email_key = reader.email_key`;
}
