// Statements on table `destination` for people: listing what workers found out, and forgetting it.

import { sql } from 'kysely';
import type { PageRequest } from '../../kernel/page.ts';
import type { Db } from '../../storage/db.ts';
import { byCodePoint } from '../../storage/dialect.ts';
import type { Destination } from '../../storage/tables/delivery.ts';

/** One page of a relay's slowed and parked destinations, by name. */
export async function pageOfDestinations(
  db: Db,
  relayId: number,
  { page, perPage }: PageRequest,
): Promise<{ count: number; rows: Destination[] }> {
  const { count } = await db
    .selectFrom('destination')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('relay_id', '=', relayId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('destination')
    .selectAll()
    .where('relay_id', '=', relayId)
    .orderBy(byCodePoint(db, sql.ref<string>('name')))
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { count: Number(count), rows };
}

/** The slowed and parked destinations of one relay or of all, by relay and name. */
export function listDestinations(db: Db, relayId?: number): Promise<Destination[]> {
  return db
    .selectFrom('destination')
    .selectAll()
    .$if(relayId !== undefined, (query) => query.where('relay_id', '=', relayId ?? 0))
    .orderBy('relay_id')
    .orderBy(byCodePoint(db, sql.ref<string>('name')))
    .execute();
}

/**
 * Forgets what is known of a destination; workers notice within about a second.
 * @returns whether there was something to forget
 */
export async function forgetDestination(db: Db, relayId: number, name: string): Promise<boolean> {
  const result = await db
    .deleteFrom('destination')
    .where('relay_id', '=', relayId)
    .where('name', '=', name)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
