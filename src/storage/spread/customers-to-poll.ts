// On a store that is spread over machines: which customers may have something to do, so that loops
// over all customers (workers, the clock, …) ask no machine in vain. A small table on the
// coordinator (`look`) names them, each until some time. Whoever changes something of a customer
// adds it beforehand (`announceChange`), and once a minute the clock goes through all customers and
// adds those with something to do now or soon (schedules/sweep.ts). So a row may be there for
// nothing; a missing one is added within that minute.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { isSpread } from '../dialect/spread.ts';
import { recordSet, storeNow } from '../dialect.ts';
import type { Db, Tx } from '../tables.ts';
import { machinesDown, onMachines } from './machines.ts';

/**
 * Who polls: workers, the clock for what is due, the clock for what is to be tidied up, what
 * follows events, and who tells webhooks.
 */
export type Poller = 'delivery' | 'clock' | 'upkeep' | 'follow' | 'webhooks';
/** Customers that a statement asks for; undefined: all. */
export type CustomerFilter = readonly number[] | undefined;

/** For all pollers. */
const ANY = 'any';
/** Without a customer: until when the table can be relied on. */
const SWEPT = 'swept';
const KEPT_MS = 180_000;
const ANNOUNCE_AGAIN_MS = MINUTE_MS;
const KNOWN_MS = 150;

/** `looker`: a poller, or one of the two above. */
type Row = { looker: string; customer_id: number };
type Known = { at: number; rows: Promise<readonly Row[]> };
const known = new WeakMap<object, Known>();

const storeOf = (db: Db | Tx): object => db.getExecutor().adapter; // the same for its transactions

/** The customers that may have something to do for a poller, whose machines answer. */
export async function customersToPoll(db: Db | Tx, poller: Poller): Promise<CustomerFilter> {
  if (!isSpread(db)) return undefined;
  const rows = await rowsOf(db);
  const down = await machinesDown(db);
  const isSwept = rows.some((row) => row.looker === SWEPT);
  if (!isSwept && down.length === 0) return undefined;
  const those = isSwept
    ? rows.flatMap((row) => (row.looker === poller || row.looker === ANY ? [row.customer_id] : []))
    : await everybody(db);
  const up = await without(db, [...new Set(those)], down);
  return up.length > 0 ? up : anyone(db, down);
}

/** One customer whose machine answers: of nobody Citus would ask all machines. */
async function anyone(db: Db | Tx, down: readonly number[]): Promise<readonly number[]> {
  const all = db.selectFrom('customer').select('id').orderBy('id');
  const some = await (down.length === 0 ? all.limit(1) : all).execute();
  const ids = some.map(({ id }) => id);
  return (await without(db, ids, down)).slice(0, 1);
}

/** All customers whose machines answer; undefined: all of them. */
export async function reachableCustomers(db: Db | Tx): Promise<CustomerFilter> {
  const down = isSpread(db) ? await machinesDown(db) : [];
  return down.length === 0 ? undefined : without(db, await everybody(db), down);
}

async function without(db: Db | Tx, customers: readonly number[], down: readonly number[]): Promise<readonly number[]> {
  if (down.length === 0) return customers;
  const waiting = new Set(await onMachines(db, customers, down));
  return customers.filter((customer) => !waiting.has(customer));
}

async function everybody(db: Db | Tx): Promise<number[]> {
  return (await db.selectFrom('customer').select('id').execute()).map(({ id }) => id);
}

function rowsOf(db: Db | Tx): Promise<readonly Row[]> {
  const before = known.get(storeOf(db));
  if (before && performance.now() - before.at < KNOWN_MS) return before.rows;
  const rows = db.selectFrom('look').select(['looker', 'customer_id']).where('until', '>', storeNow(db)).execute();
  known.set(storeOf(db), { at: performance.now(), rows });
  rows.catch(() => known.delete(storeOf(db)));
  return rows;
}

/** A condition: a column has one of these customers. */
export function isAmong(those: CustomerFilter, column: string): RawBuilder<SqlBool> {
  return those === undefined ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.ref(column)} = any(${those}::bigint[])`;
}

const announced = new WeakMap<object, Map<number, number>>();

/**
 * Notes that something of a customer changes. Call before the change, or with it: who polls then
 * sees it, however long the change takes.
 */
export async function announceChange(db: Db | Tx, customerId: number): Promise<void> {
  if (!isSpread(db)) return;
  const times = announced.get(storeOf(db)) ?? new Map<number, number>();
  announced.set(storeOf(db), times);
  const now = performance.now();
  if (now - (times.get(customerId) ?? Number.NEGATIVE_INFINITY) < ANNOUNCE_AGAIN_MS) return;
  // Nothing waits for others' rows here: nearly always it is there.
  const noted = await sql`insert into look (customer_id, looker, until)
    select ${customerId}, ${ANY}, ${storeNow(db)} + ${sql.lit(KEPT_MS)}
    where not exists (select 1 from look where customer_id = ${customerId} and looker = ${ANY}
      and until > ${storeNow(db)} + ${sql.lit(KEPT_MS - ANNOUNCE_AGAIN_MS)})
    on conflict (customer_id, looker) do update set until = excluded.until`.execute(db);
  if (noted.numAffectedRows === 0n && db.isTransaction) return;
  known.delete(storeOf(db));
  if (!db.isTransaction) times.set(customerId, now); // one that is taken back noted nothing
}

/** Notes whom the sweep found, for each poller, and that the table can be relied on. */
export async function noteSweep(db: Db, found: Readonly<Record<Poller, readonly number[]>>): Promise<void> {
  for (const [poller, customers] of Object.entries(found)) await notePolls(db, poller, customers);
  // Of those that could not be asked everything may be to do when their machine is back.
  const asked = new Set((await reachableCustomers(db)) ?? []);
  if (asked.size > 0) {
    const others = (await everybody(db)).filter((customer) => !asked.has(customer));
    await notePolls(db, ANY, others);
  }
  await notePolls(db, SWEPT, [0]);
  await db.deleteFrom('look').where('until', '<', storeNow(db)).execute();
}

async function notePolls(db: Db | Tx, poller: string, customers: readonly number[]): Promise<void> {
  if (customers.length === 0) return;
  const records = [...customers].sort((a, b) => a - b).map((id) => ({ id }));
  await sql`insert into look (customer_id, looker, until)
    select r.id, ${poller}, ${storeNow(db)} + ${sql.lit(KEPT_MS)} from ${recordSet(db, records, { id: 'number' })} as r
    where true on conflict (customer_id, looker) do update set until = excluded.until`.execute(db);
}
