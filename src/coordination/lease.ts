// Leases: rows with an owner and an end. A worker's claims belong to its lease; whoever recovers a
// dead worker's messages removes the lease row first, and from then on the late owner's statements
// find no row. All times are the store's own, so that nodes whose clocks differ agree on what has
// expired.
import { randomBytes, randomInt } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { type RawBuilder, sql } from 'kysely';
import { hearStoreTime } from '../kernel/store-time.ts';
import type { Db, Tx } from '../storage/db.ts';
import { hasOwnClock, keepRow, storeNow } from '../storage/dialect.ts';
import { statement } from '../storage/statement.ts';
import { isDeadHere, thisOwner } from './owner.ts';

/** A lease that this process acquired; `fence` grows with every new owner of the name. */
export type Lease = { id: number; name: string; fence: number };

/** A lease found in the store. */
export type HeldLease = Lease & { owner: string };

export const LEASE_MS = 10_000;
export const RENEW_MS = 2_500;

/** Writers that never wait for each other: a worker's number among those that are alive. */
export const WRITERS = 64;

/**
 * Registers a new worker: a lease of its own, `worker:<random>`. Its id is random too: a store that
 * went back in time (a restored backup) would otherwise give ids of former workers again. Modulo
 * WRITERS it is the lowest number that no other worker has, from 1 on; two that register in the
 * same moment may get the same one, and then wait for each other's sums.
 */
export async function registerWorker(db: Db, leaseMs = LEASE_MS, threads = 1): Promise<Lease> {
  const taken = new Set((await listLeases(db)).map(({ id }) => id % WRITERS));
  let number = 1;
  while (number < WRITERS && taken.has(number)) number += 1;
  const id = randomInt(1, 2 ** 41) * WRITERS + (number < WRITERS ? number : randomInt(1, WRITERS));
  const name = `worker:${randomBytes(8).toString('hex')}${threads === 1 ? '' : `*${threads}`}`;
  const expires_at = sql<number>`${storeNow(db)} + ${sql.lit(leaseMs)}`;
  return db
    .insertInto('lease')
    .values({ id, name, owner: thisOwner(), fence: 1, expires_at })
    .returning(['id', 'name', 'fence'])
    .executeTakeFirstOrThrow();
}

/**
 * Acquires the lease `name` when nobody holds it, it has expired, or its owner is a dead process of
 * this machine.
 * @returns undefined when somebody else holds it
 */
export async function electLease(db: Db, name: string, leaseMs = LEASE_MS): Promise<Lease | undefined> {
  const expires_at = sql<number>`${storeNow(db)} + ${sql.lit(leaseMs)}`;
  const held = await listLeases(db, name);
  const current = held[0];
  if (!current) {
    return db
      .insertInto('lease')
      .values({ name, owner: thisOwner(), fence: 1, expires_at })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning(['id', 'name', 'fence'])
      .executeTakeFirst();
  }
  if (!isOver(current)) return undefined;
  return db
    .updateTable('lease')
    .set({ owner: thisOwner(), fence: current.fence + 1, expires_at })
    .where('id', '=', current.id)
    .where('fence', '=', current.fence)
    .where('expires_at', '=', current.expires_at) // not if it was renewed in between
    .returning(['id', 'name', 'fence'])
    .executeTakeFirst();
}

/**
 * Extends the lease; false when it was taken from us.
 * @param note what its holder tells of itself from now on
 */
export async function renewLease(db: Db, lease: Lease, leaseMs = LEASE_MS, note?: string): Promise<boolean> {
  const askedAt = performance.now();
  const renewed = await db
    .updateTable('lease')
    .set({ expires_at: sql<number>`${storeNow(db)} + ${sql.lit(leaseMs)}`, ...(note !== undefined && { note }) })
    .where('id', '=', lease.id)
    .where('fence', '=', lease.fence)
    .returning(storeNow(db).as('now'))
    .executeTakeFirst();
  hear(db, renewed?.now, askedAt);
  return renewed !== undefined;
}

/**
 * Removes the lease when it is still this one; false when it is not. In a transaction, the row is
 * locked from then on.
 */
export async function removeLease(db: Db | Tx, lease: Lease): Promise<boolean> {
  const result = await db
    .deleteFrom('lease')
    .where('id', '=', lease.id)
    .where('fence', '=', lease.fence)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Removes all leases, so that a process that still believes it holds one finds it gone. */
export async function removeLeases(tx: Tx): Promise<void> {
  await tx.deleteFrom('lease').execute();
}

/**
 * Locks the lease row until the transaction ends; false when it is gone. A process that takes over
 * waits for us, or we see that it did.
 */
export async function holdLease(tx: Tx, leaseId: number): Promise<boolean> {
  return (await readLease(tx, { leaseId })).rows.length > 0;
}

const readLease = statement<{ leaseId: number }>(
  (db, { value }) => sql`select id from lease where id = ${value('leaseId')} ${keepRow(db)}`,
);

/**
 * Notes which server the holder of the lease knows to have everything; false when the lease is
 * gone.
 */
export async function noteStore(tx: Tx, lease: Lease, store: RawBuilder<string>): Promise<boolean> {
  const result = await tx
    .updateTable('lease')
    .set({ store })
    .where('id', '=', lease.id)
    .where('fence', '=', lease.fence)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Worker leases that have expired, or whose owner is a dead process of this machine. */
export async function expiredLeases(db: Db): Promise<HeldLease[]> {
  return (await listLeases(db)).filter((lease) => isOfWorker(lease) && isOver(lease));
}

/** Worker leases, whether their owners are alive or not. */
export async function workerLeases(db: Db): Promise<HeldLease[]> {
  return (await listLeases(db)).filter(isOfWorker);
}

/** Worker leases whose owners are alive. */
export async function livingWorkers(db: Db): Promise<HeldLease[]> {
  return (await livingLeases(db)).filter(isOfWorker);
}

/** What each living worker told of itself when it renewed its lease, and of which process it is. */
export async function notesOfWorkers(db: Db): Promise<{ owner: string; note: string }[]> {
  const workers = await livingWorkers(db);
  const notes = await db.selectFrom('lease').select(['id', 'note']).where('note', 'is not', null).execute();
  const byId = new Map(notes.map(({ id, note }) => [id, note]));
  return workers.flatMap(({ id, owner }) => {
    const note = byId.get(id) ?? null;
    return note === null ? [] : [{ owner, note }];
  });
}

/** All leases whose owners are alive: of workers, and of the clock. */
export async function livingLeases(db: Db): Promise<HeldLease[]> {
  return (await listLeases(db)).filter((lease) => !isOver(lease));
}

/** Leases whose names begin with a text: those of living owners, and the others. */
export async function leasesNamed(db: Db, prefix: string): Promise<{ living: HeldLease[]; over: HeldLease[] }> {
  const named = (await listLeases(db)).filter(({ name }) => name.startsWith(prefix));
  return { living: named.filter((lease) => !isOver(lease)), over: named.filter(isOver) };
}

/** For how many threads that send a worker's lease stands: one, or all that sleep. */
export const threadsOf = ({ name }: HeldLease): number => Number(/\*(\d+)$/.exec(name)?.[1] ?? 1);

/** Whether a lease is a worker's. */
export const isOfWorker = ({ name }: HeldLease): boolean => name.startsWith('worker:');

type LeaseReading = HeldLease & { expires_at: number; now: number };

/** A handful of rows: one per worker and one for the clock. */
async function listLeases(db: Db, name?: string): Promise<LeaseReading[]> {
  const askedAt = performance.now();
  const rows = await db
    .selectFrom('lease')
    .select(['id', 'name', 'owner', 'fence', 'expires_at'])
    .select(storeNow(db).as('now'))
    .$if(name !== undefined, (query) => query.where('name', '=', name ?? ''))
    .execute();
  if (rows.length > 0 || !hasOwnClock(db)) hear(db, rows[0]?.now, askedAt);
  else await askTime(db); // a process that starts must know the time before it looks for what is due
  return rows;
}

async function askTime(db: Db): Promise<void> {
  const askedAt = performance.now();
  const { rows } = await sql<{ now: number }>`select ${storeNow(db)} as now`.execute(db);
  hear(db, rows[0]?.now, askedAt);
}

/** Of a file the clock is the machine's own. */
function hear(db: Db, now: number | undefined, askedAt: number): void {
  if (now !== undefined && hasOwnClock(db)) hearStoreTime(Number(now), askedAt);
}

function isOver(lease: LeaseReading): boolean {
  return lease.expires_at <= lease.now || isDeadHere(lease.owner);
}
