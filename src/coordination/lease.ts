// Leases: rows that name an owner and run out. A worker's claims hang on its lease; whoever takes a
// dead worker's work back removes the lease row first, and from then on the late owner's statements
// meet no row. All times are the store's own, so that nodes whose clocks differ agree on what has
// run out.
import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../storage/db.ts';
import { keepRow, storeNow } from '../storage/dialect.ts';
import { statement } from '../storage/statement.ts';
import { isDeadHere, thisOwner } from './owner.ts';

/** A lease that was given to us; `fence` grows with every new owner of the name. */
export type Lease = { id: number; name: string; fence: number };

/** A lease found in the store. */
export type HeldLease = Lease & { owner: string };

export const LEASE_MS = 10_000;
export const RENEW_MS = 2_500;

/**
 * Registers a new worker: a lease of its own, `worker:<random>`. Its id is drawn too: a store that
 * went back in time (a restored backup) would count out the ids of workers a second time.
 */
export function registerWorker(db: Db, leaseMs = LEASE_MS): Promise<Lease> {
  const name = `worker:${randomBytes(8).toString('hex')}`;
  const expires_at = sql<number>`${storeNow(db)} + ${sql.lit(leaseMs)}`;
  return db
    .insertInto('lease')
    .values({ id: randomInt(1, 2 ** 47), name, owner: thisOwner(), fence: 1, expires_at })
    .returning(['id', 'name', 'fence'])
    .executeTakeFirstOrThrow();
}

/**
 * Takes the lease `name` when nobody holds it, it has run out, or its owner is a dead process of
 * this machine.
 * @returns undefined when somebody else holds it.
 */
export async function electLease(db: Db, name: string, leaseMs = LEASE_MS): Promise<Lease | undefined> {
  const expires_at = sql<number>`${storeNow(db)} + ${sql.lit(leaseMs)}`;
  const held = await readLeases(db, name);
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
    .where('expires_at', '=', current.expires_at) // renewed in between: not ours
    .returning(['id', 'name', 'fence'])
    .executeTakeFirst();
}

/** Moves the end of the lease; false when it was taken from us. */
export async function renewLease(db: Db, lease: Lease, leaseMs = LEASE_MS): Promise<boolean> {
  const result = await db
    .updateTable('lease')
    .set({ expires_at: sql<number>`${storeNow(db)} + ${sql.lit(leaseMs)}` })
    .where('id', '=', lease.id)
    .where('fence', '=', lease.fence)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Removes the lease when it is still this one; false when it is not. In a transaction it keeps the
 * row's fate ours.
 */
export async function removeLease(db: Db | Tx, lease: Lease): Promise<boolean> {
  const result = await db
    .deleteFrom('lease')
    .where('id', '=', lease.id)
    .where('fence', '=', lease.fence)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/**
 * Holds the lease row until the transaction ends; false when it is gone. Who takes over waits for
 * us, or we see it.
 */
export async function holdLease(tx: Tx, leaseId: number): Promise<boolean> {
  return (await readLease(tx, { leaseId })).rows.length > 0;
}

const readLease = statement<{ leaseId: number }>(
  (db, { value }) => sql`select id from lease where id = ${value('leaseId')} ${keepRow(db)}`,
);

/** Worker leases that have run out or whose owner is a dead process of this machine. */
export async function expiredLeases(db: Db): Promise<HeldLease[]> {
  const held = await readLeases(db);
  return held.filter((lease) => lease.name.startsWith('worker:') && isOver(lease));
}

type LeaseReading = HeldLease & { expires_at: number; now: number };

/** A handful of rows: one per worker and one for the clock. */
function readLeases(db: Db, name?: string): Promise<LeaseReading[]> {
  return db
    .selectFrom('lease')
    .select(['id', 'name', 'owner', 'fence', 'expires_at'])
    .select(storeNow(db).as('now'))
    .$if(name !== undefined, (query) => query.where('name', '=', name ?? ''))
    .execute();
}

function isOver(lease: LeaseReading): boolean {
  return lease.expires_at <= lease.now || isDeadHere(lease.owner);
}
