// A worker's hold on a customer's messages: its first claim makes it, its recovery takes it away.
// Beside it is a row of the last turn, which each turn changes first. So a turn was either written
// before the recovery, or finds that row gone; and by the number in it a late turn is known.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
import { lockRows, mayArriveLate } from '../../storage/dialect.ts';
import { customersToPoll, isAmong } from '../../storage/spread/customers-to-poll.ts';
import { statement } from '../../storage/statement.ts';
import { type Flight, type Flights, flightsText, parseFlights } from './in-flight.ts';

/**
 * A hold on a customer. `n`: the last turn about it; `edits`: how often others than the worker
 * changed the list.
 */
export type Held = { customer: number; n: number; edits: number; flights: Flights };

/**
 * The holds that a turn may write about; `gone` when they are, `late` when a turn with a higher
 * number was written before.
 */
export type TurnHold = readonly Held[] | 'late' | 'gone';

type Holder = { leaseId: number; customerId: number };

/** Makes the hold, where there is none yet. Call in a claim, with the lease locked. */
export async function holdCustomer(tx: Db | Tx, { leaseId, customerId }: Holder): Promise<void> {
  const made = await insertHold(tx, { leaseId, customerId });
  if (made.rows.length > 0) await insertTurn(tx, { leaseId, customerId });
}

const insertHold = statement<Holder, { made: number }>(
  (_, { value }) => sql`insert into worker_hold (customer_id, lease_id)
    values (${value('customerId')}, ${value('leaseId')}) on conflict (customer_id, lease_id) do nothing returning 1 as made`,
);

const insertTurn = statement<Holder>(
  (_, { value }) => sql`insert into worker_turn (customer_id, lease_id, n)
    values (${value('customerId')}, ${value('leaseId')}, 0)`,
);

/**
 * The customers that a worker holds. On a store that is spread only customers that may have work
 * are read; any others are found when the lease is gone (recoverOrphans).
 */
export async function heldCustomers(db: Db | Tx, leaseId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('worker_hold')
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
  const numbered = (last: RawBuilder<unknown>) =>
    sql<HoldRow>`update worker_turn set n = ${n} where customer_id = ${which} and lease_id = ${leaseId}
      and ${last} returning customer_id, n, edits, in_flight`.execute(tx);
  const before = customers.length === 1 && first !== undefined ? known.get(first) : undefined;
  // By its number first: else former versions of the row are passed over, as long as there are any.
  const { rows } = before ? await numbered(sql`n = ${before.n}`) : { rows: [] };
  const turned = rows.length > 0 ? rows : (await numbered(sql`n < ${n}`)).rows;
  if (turned.length > 0) return turned.map(heldOf);
  const held = await sql`select 1 from worker_turn where customer_id = ${which} and lease_id = ${leaseId}`.execute(tx);
  return held.rows.length > 0 ? 'late' : 'gone';
}

type HoldRow = { customer_id: number; n: number; edits: number; in_flight: string };

const heldOf = ({ customer_id, n, edits, in_flight }: HoldRow): Held => {
  return { customer: customer_id, n, edits, flights: parseFlights(in_flight) };
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
  (_, { value }) => sql`select customer_id, n, edits, in_flight from worker_turn
    where customer_id = ${value('customer')} and lease_id = ${value('leaseId')}`,
);

const findEdits = statement<{ leaseId: number; customer: number }, { edits: number }>(
  (_, { value }) => sql`select edits from worker_turn
    where customer_id = ${value('customer')} and lease_id = ${value('leaseId')}`,
);

/** Writes what is in flight of a customer. Call with the hold locked. */
export async function writeFlights(
  tx: Tx,
  { leaseId, hold: { customer, n, flights } }: { leaseId: number; hold: Held },
): Promise<void> {
  await updateFlights(tx, { leaseId, customer, n, text: flightsText(flights) });
}

const updateFlights = statement<{ leaseId: number; customer: number; n: number; text: string }>(
  (_, { value }) => sql`update worker_turn set in_flight = ${value('text')}
    where customer_id = ${value('customer')} and lease_id = ${value('leaseId')} and n = ${value('n')}`,
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
  const { rows } = await sql<{ lease_id: number; in_flight: string }>`select lease_id, in_flight from worker_turn
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
  await sql`delete from worker_hold where customer_id = ${customerId} and lease_id = ${leaseId}`.execute(tx);
  return rows.flatMap(({ in_flight }) => [...parseFlights(in_flight).values()]);
}

/** Any of several customers, which an index gives in their order: all lock holds in it. */
export const anyOf = (customers: RawBuilder<unknown>): RawBuilder<unknown> => sql`any(${customers}::bigint[])`;
