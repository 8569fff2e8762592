// Which customer has rows that are over, without a look at the others.
import { sql } from 'kysely';
import { isSpread } from '../dialect/spread.ts';
import type { Db } from '../tables.ts';

/** Tables with an index by customer and instant, and the column of that (ms). */
const INSTANTS = { audit: 'at', campaign_version: 'saved_at', keyed_request: 'created_at' } as const;

/**
 * The first customer, of those whose id is `from` or more, who has rows from before an instant
 * (ms); undefined: none of them has. A caller that goes on from there asks for each customer's
 * oldest row once.
 */
export async function customerWithOlder(
  db: Db,
  table: keyof typeof INSTANTS,
  { before, from }: { before: number; from: number },
): Promise<number | undefined> {
  const at = sql.ref(INSTANTS[table]);
  if (isSpread(db)) {
    const { rows } = await sql<{ customer_id: number }>`select customer_id from ${sql.table(table)}
      where ${at} < ${before} and customer_id >= ${from} order by customer_id limit 1`.execute(db);
    return rows[0]?.customer_id;
  }
  // The oldest of each, by the beginning of an index.
  const { rows } = await sql<{
    id: number;
  }>`select id from customer where id >= ${from} and (select ${at} from ${sql.table(table)} as one
    where one.customer_id = customer.id order by ${at} limit 1) < ${before} order by id limit 1`.execute(db);
  return rows[0]?.id;
}
