// Statements on table `destination`: what workers found out about destinations. `updated_at` tells
// one version of a row from another; it is compared for sameness only, so that a clock that goes
// back does no harm.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
import { numberSet, storeNow } from '../../storage/dialect.ts';
import type { Destination } from '../../storage/tables/delivery.ts';

/**
 * A row as it is to be; `seen` is the `updated_at` of the version it was made from, undefined for a
 * new one.
 */
export type DestinationChange = Destination & { seen: number | undefined };

const MOST_ROWS = 20_000;

/** What is known of the destinations of these relays. */
export function destinationsOf(db: Db, relayIds: readonly number[]): Promise<Destination[]> {
  return db
    .selectFrom('destination')
    .selectAll()
    .where('relay_id', 'in', numberSet(db, relayIds) as Expression<number>)
    .limit(MOST_ROWS)
    .execute();
}

/**
 * Writes the row when nobody has changed it since it was seen; `refusals` are added to it. @returns
 * whether it did
 */
export async function saveDestination(tx: Tx, { seen, refusals, ...row }: DestinationChange): Promise<boolean> {
  if (seen === undefined) {
    const made = await tx
      .insertInto('destination')
      .values({ ...row, refusals })
      .onConflict((conflict) => conflict.columns(['relay_id', 'name']).doNothing())
      .executeTakeFirst();
    return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  const result = await tx
    .updateTable('destination')
    .set((old) => ({ ...row, refusals: old('refusals', '+', refusals) }))
    .where('relay_id', '=', row.relay_id)
    .where('name', '=', row.name)
    .where('updated_at', '=', seen)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Removes the row of a destination that needs no throttling any more, when nobody has changed it
 * since it was seen.
 */
export async function removeDestination(tx: Tx, row: { relayId: number; name: string; seen: number }): Promise<void> {
  await tx
    .deleteFrom('destination')
    .where('relay_id', '=', row.relayId)
    .where('name', '=', row.name)
    .where('updated_at', '=', row.seen)
    .execute();
}

/** Forgets destinations whose row has not changed since `before`: nobody sends there any more. */
export async function forgetQuietDestinations(db: Db, before: number): Promise<void> {
  await db.deleteFrom('destination').where('updated_at', '<', before).execute();
}

/** Workers of all processes that are alive: their leases have not run out. */
export async function countLiveWorkers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('lease')
    .select((lease) => lease.fn.countAll<number>().as('count'))
    .where('name', 'like', 'worker:%')
    .where(sql<SqlBool>`expires_at > ${storeNow(db)}`)
    .executeTakeFirstOrThrow();
  return Number(count);
}
