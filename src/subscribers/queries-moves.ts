// Statements about who joined and who left a list in a span of time.
import { sql } from 'kysely';
import type { Db, List } from '../storage/tables.ts';

/** Some of the addresses, in order of time, and the number of all. */
export type AddressSample = { count: number; emails: string[] };

type Span = { after: number; until: number };

/** Who was confirmed in (after, until], other than by import; the addresses of `limit` of them. */
export function whoCame(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  span: Span,
  limit: number,
): Promise<AddressSample> {
  const status = sql.lit<string>('confirmed'); // as the index says it
  const rows = inSpan(db, list, 'confirmed_at', span).where('status', '=', status).where('source', '!=', 'import');
  return sampleOf(rows, 'confirmed_at', limit);
}

/** Who unsubscribed in (after, until]; the addresses of `limit` of them. */
export function whoLeft(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  span: Span,
  limit: number,
): Promise<AddressSample> {
  return sampleOf(inSpan(db, list, 'unsubscribed_at', span), 'unsubscribed_at', limit);
}

type When = 'confirmed_at' | 'unsubscribed_at';

function inSpan(db: Db, list: Pick<List, 'id' | 'customer_id'>, column: When, { after, until }: Span) {
  return db
    .selectFrom('subscriber')
    .select('email')
    .where('list_id', '=', list.id)
    .where('customer_id', '=', list.customer_id)
    .where(column, '>', after)
    .where(column, '<=', until);
}

// One after the other: what fails beside a statement that failed, nobody waits for any more, and
// that ends the process.
async function sampleOf(rows: ReturnType<typeof inSpan>, column: When, limit: number): Promise<AddressSample> {
  const some = await rows.orderBy(column).limit(limit).execute();
  const all = await rows
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { emails: some.map(({ email }) => email), count: Number(all.n) };
}
