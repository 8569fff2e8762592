// Which customer has rows that are over, without a look at the others.
import { sql } from 'kysely';
import { isSpread } from '../dialect/spread.ts';
import type { Db } from '../tables.ts';

/** Tables with an index by customer and instant, and the column of that (ms). */
const INSTANTS = { audit: 'at', campaign_version: 'saved_at', keyed_request: 'created_at' } as const;

/** A customer who has rows from before an instant; undefined: nobody has. */
export async function customerWithOlder(
  db: Db,
  table: keyof typeof INSTANTS,
  before: number,
): Promise<number | undefined> {
  const at = sql.ref(INSTANTS[table]);
  if (isSpread(db)) {
    const { rows } = await sql<{ customer_id: number }>`select customer_id from ${sql.table(table)}
      where ${at} < ${before} limit 1`.execute(db);
    return rows[0]?.customer_id;
  }
  // The oldest of each, by the beginning of an index.
  const { rows } = await sql<{ id: number }>`select id from customer where (select ${at} from ${sql.table(table)} as one
    where one.customer_id = customer.id order by ${at} limit 1) < ${before} limit 1`.execute(db);
  return rows[0]?.id;
}
