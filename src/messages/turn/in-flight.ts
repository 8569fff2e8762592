// Members of batches that are in flight: a list in the row of their worker's hold (table
// worker_turn), which each turn about them writes anew. As a row of work each would cost more than
// all else that is written about it. What was deferred before, and transactional emails, have rows
// of work, and keep them while they are in flight.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { newestOf } from '../../storage/dialect/newest.ts';
import { groupedIdsIn } from '../../storage/id-lists.ts';
import type { Campaign, Db, Tx } from '../../storage/tables.ts';
import { nameOfRecord } from '../keys.ts';

/** A message in flight. `at`: since when, ms. */
export type Flight = { campaign: number; subscriber: number; attempt: number; at: number };

/** A list of them, by their names (keys.ts). */
export type Flights = Map<string, Flight>;

/** The list as it is stored: `[[campaign, attempt, at, [subscriber, …]], …]`. */
export function flightsText(flights: Flights): string {
  let text = '';
  let last: Flight | undefined;
  for (const flight of flights.values()) {
    const { campaign, subscriber, attempt, at } = flight;
    if (last?.campaign === campaign && last.attempt === attempt && last.at === at) text += `,${subscriber}`;
    else text += `${last ? ']],' : ''}[${campaign},${attempt},${at},[${subscriber}`;
    last = flight;
  }
  return last ? `[${text}]]]` : '[]';
}

/** The list from its text. */
export function parseFlights(text: string): Flights {
  const flights: Flights = new Map();
  for (const [campaign, attempt, at, subscribers] of JSON.parse(text) as [number, number, number, number[]][]) {
    for (const subscriber of subscribers) {
      const flight = { campaign, subscriber, attempt, at };
      flights.set(nameOfRecord(flight), flight);
    }
  }
  return flights;
}

/**
 * For a `from` clause: a customer's lists, as `worker_turn`; columns: customer_id, lease_id,
 * in_flight. The statement names the customer too.
 */
export function listsOf(db: Db | Tx, customer: RawBuilder<unknown> | number): RawBuilder<unknown> {
  const turns = { table: 'worker_turn', of: 'worker_hold', keys: ['customer_id', 'lease_id'], by: 'n' };
  return newestOf(db, turns, { column: 'in_flight', customer });
}

/**
 * For a `from` clause: what is in the lists of a customer's workers. Columns: lease_id,
 * campaign_id, subscriber_id, attempt, in_flight_at.
 */
export function flightsOf(db: Db | Tx, customer: RawBuilder<unknown> | number): RawBuilder<unknown> {
  const { from, number, id } = groupedIdsIn(db, 'worker_turn.in_flight', 3);
  return sql`(select worker_turn.lease_id, ${number(0)} as campaign_id, ${id} as subscriber_id, ${number(1)} as attempt,
      ${number(2)} as in_flight_at
    from ${listsOf(db, customer)}, ${from} where worker_turn.customer_id = ${customer} and worker_turn.in_flight <> '[]')`;
}

/**
 * A condition: a customer's message is in one of these lists, which are read once for a statement
 * in which the customer is the same for all rows.
 */
export function isInFlight(
  db: Db | Tx,
  { customer, campaign, subscriber }: Record<'customer' | 'campaign' | 'subscriber', RawBuilder<unknown> | number>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${campaign}, ${subscriber}) in (select flight.campaign_id, flight.subscriber_id
    from ${flightsOf(db, customer)} as flight)`;
}

/** When the newest of a campaign's messages in flight were put there, ms; null without any. */
export async function lastPutInFlight(
  db: Db,
  { id, customer_id: customer }: Pick<Campaign, 'id' | 'customer_id'>,
): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`select max(flying.at) as at from (
      select flight.in_flight_at as at from ${flightsOf(db, customer)} as flight where flight.campaign_id = ${id}
      union all select work.in_flight_at from work where work.customer_id = ${customer}
        and work.campaign_id = ${id} and work.state = 'in_flight') as flying`.execute(db);
  return rows[0]?.at ?? null;
}
