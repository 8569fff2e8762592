// A worker's hold on a customer's messages: a row that its first claim makes and that its recovery
// takes away. A turn changes that row first, so it was either written before the recovery, or finds
// the row gone; and by the number in the row a turn that arrives late is known.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
import { lockRows, mayArriveLate } from '../../storage/dialect.ts';
import { customersToPoll, isAmong } from '../../storage/spread/customers-to-poll.ts';
import { statement } from '../../storage/statement.ts';
import { type Flight, type Flights, flightsText, parseFlights } from './in-flight.ts';

/** A hold on a customer. `edits`: how often others than the worker changed the list. */
export type Held = { customer: number; edits: number; flights: Flights };

/**
 * The holds that a turn may write about; `gone` when they are, `late` when a turn with a higher
 * number was written before.
 */
export type TurnHold = readonly Held[] | 'late' | 'gone';

/** Makes the hold, where there is none yet. Call in a claim, with the lease locked. */
export const holdCustomer = statement<{ leaseId: number; customerId: number }>(
  (_, { value }) => sql`insert into worker_turn (customer_id, lease_id, n)
    values (${value('customerId')}, ${value('leaseId')}, 0) on conflict (customer_id, lease_id) do nothing`,
);

/**
 * The customers that a worker holds. On a store that is spread only customers that may have work
 * are read; any others are found when the lease is gone (recoverOrphans).
 */
export async function heldCustomers(db: Db | Tx, leaseId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('worker_turn')
    .select('customer_id')
    .where('lease_id', '=', leaseId)
    .where(isAmong(await customersToPoll(db, 'delivery'), 'customer_id'))
    .orderBy('customer_id')
    .execute();
  return rows.map((row) => row.customer_id);
}

/**
 * Locks the holds of a turn's customers and, where turns can arrive late, records the turn's
 * number. A turn that was given up (a stalled server, a frozen proxy) and repeated over another
 * connection arrives late: by then the store has a higher number, and the turn does nothing.
 * @param known holds as the last turn left them: their lists are read only if others changed them
 */
export async function holdTurn(
  tx: Tx,
  { leaseId, n }: { leaseId: number; n: number },
  customers: readonly number[],
  known: ReadonlyMap<number, Held> = new Map(),
): Promise<TurnHold> {
  if (customers.length === 0) return [];
  if (!mayArriveLate(tx)) {
    const found = await findHolds(tx, { leaseId, customers }, known);
    return found.length > 0 ? found : 'gone';
  }
  const [first] = customers;
  const which = customers.length === 1 ? sql`${first}` : anyOf(sql.val(customers));
  const turned =
    await sql<HoldRow>`update worker_turn set n = ${n} where customer_id = ${which} and lease_id = ${leaseId}
    and n < ${n} returning customer_id, edits, in_flight`.execute(tx);
  if (turned.rows.length > 0) return turned.rows.map(heldOf);
  const held = await sql`select 1 from worker_turn where customer_id = ${which} and lease_id = ${leaseId}`.execute(tx);
  return held.rows.length > 0 ? 'late' : 'gone';
}

type HoldRow = { customer_id: number; edits: number; in_flight: string };

const heldOf = ({ customer_id, edits, in_flight }: HoldRow): Held => {
  return { customer: customer_id, edits, flights: parseFlights(in_flight) };
};

async function findHolds(
  tx: Tx,
  { leaseId, customers }: { leaseId: number; customers: readonly number[] },
  known: ReadonlyMap<number, Held>,
): Promise<Held[]> {
  const held: Held[] = [];
  for (const customer of customers) {
    const before = known.get(customer);
    if (before && (await findEdits(tx, { leaseId, customer })).rows[0]?.edits === before.edits) {
      held.push(before);
      continue;
    }
    const { rows } = await findHold(tx, { leaseId, customer });
    held.push(...rows.map(heldOf));
  }
  return held;
}

const findHold = statement<{ leaseId: number; customer: number }, HoldRow>(
  (_, { value }) => sql`select customer_id, edits, in_flight from worker_turn
    where customer_id = ${value('customer')} and lease_id = ${value('leaseId')}`,
);

const findEdits = statement<{ leaseId: number; customer: number }, { edits: number }>(
  (_, { value }) => sql`select edits from worker_turn
    where customer_id = ${value('customer')} and lease_id = ${value('leaseId')}`,
);

/** Writes what is in flight of a customer. Call with the hold locked. */
export async function writeFlights(
  tx: Tx,
  { leaseId, customer, flights }: { leaseId: number; customer: number; flights: Flights },
): Promise<void> {
  await updateFlights(tx, { leaseId, customer, text: flightsText(flights) });
}

const updateFlights = statement<{ leaseId: number; customer: number; text: string }>(
  (_, { value }) => sql`update worker_turn set in_flight = ${value('text')}
    where customer_id = ${value('customer')} and lease_id = ${value('leaseId')}`,
);

/**
 * Takes messages of a customer out of the lists of all workers; a worker that remembers its list
 * (whole.ts) reads it anew. Locks those lists, before any other rows of the ledger.
 * @param which whether it is taken out
 * @returns those that were
 */
export async function takeOutOfFlight(
  tx: Tx,
  customerId: number,
  which: (flight: Flight, name: string) => boolean,
): Promise<Flight[]> {
  const { rows } = await sql<
    HoldRow & { lease_id: number }
  >`select customer_id, lease_id, edits, in_flight from worker_turn
    where customer_id = ${customerId} and in_flight <> '[]' order by lease_id ${lockRows(tx)}`.execute(tx);
  const taken: Flight[] = [];
  for (const row of rows) {
    const flights = [...parseFlights(row.in_flight)];
    const out = flights.filter(([name, flight]) => which(flight, name));
    if (out.length === 0) continue;
    taken.push(...out.map(([, flight]) => flight));
    const text = flightsText(new Map(flights.filter(([name, flight]) => !which(flight, name))));
    await sql`update worker_turn set in_flight = ${text}, edits = edits + 1
      where customer_id = ${customerId} and lease_id = ${row.lease_id}`.execute(tx);
  }
  return taken;
}

/** Locks these lists of a customer until the transaction ends: no turn about it is written. */
export async function lockFlights(tx: Tx, customerId: number): Promise<void> {
  await sql`select n from worker_turn where customer_id = ${customerId} and in_flight <> '[]'
    order by lease_id ${lockRows(tx)}`.execute(tx);
}

/**
 * Lets no turn about a customer be written until the transaction ends. One that began before is
 * written before, or finds its list changed, and asks anew which of its messages may begin. Call
 * before any other rows of the ledger are locked.
 */
export async function holdUpTurns(tx: Tx, customerId: number): Promise<void> {
  await sql`select n from worker_turn where customer_id = ${customerId} order by lease_id ${lockRows(tx)}`.execute(tx);
  await sql`update worker_turn set edits = edits + 1 where customer_id = ${customerId}`.execute(tx);
}

/** What is in these lists of a customer at this moment. */
export async function flightsNow(db: Db | Tx, customerId: number): Promise<Flight[]> {
  const rows = await db
    .selectFrom('worker_turn')
    .select('in_flight')
    .where('customer_id', '=', customerId)
    .where('in_flight', '<>', '[]')
    .execute();
  return rows.flatMap((row) => [...parseFlights(row.in_flight).values()]);
}

/** Customers with messages in these lists. */
export async function customersInFlight(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom('worker_turn')
    .select('customer_id')
    .distinct()
    .where('in_flight', '<>', '[]')
    .orderBy('customer_id')
    .execute();
  return rows.map((row) => row.customer_id);
}

/**
 * Takes a worker's hold on a customer away: turns that begin after this find it gone.
 * @returns what was in flight
 */
export async function letGo(tx: Tx, leaseId: number, customerId: number): Promise<Flight[]> {
  const { rows } = await sql<{ in_flight: string }>`delete from worker_turn where customer_id = ${customerId}
    and lease_id = ${leaseId} returning in_flight`.execute(tx);
  return rows.flatMap(({ in_flight }) => [...parseFlights(in_flight).values()]);
}

/** Any of several customers, which an index gives in their order: all lock holds in it. */
export const anyOf = (customers: RawBuilder<unknown>): RawBuilder<unknown> => sql`any(${customers}::bigint[])`;
