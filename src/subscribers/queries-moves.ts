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
  return moved(
    rows.orderBy('confirmed_at').limit(limit).execute(),
    rows.clearSelect().select(COUNT).executeTakeFirst(),
  );
}

/** Who unsubscribed in (after, until]; the addresses of `limit` of them. */
export function whoLeft(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  span: Span,
  limit: number,
): Promise<AddressSample> {
  const rows = inSpan(db, list, 'unsubscribed_at', span);
  return moved(
    rows.orderBy('unsubscribed_at').limit(limit).execute(),
    rows.clearSelect().select(COUNT).executeTakeFirst(),
  );
}

const COUNT = sql<number>`count(*)`.as('n');

function inSpan(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  column: 'confirmed_at' | 'unsubscribed_at',
  { after, until }: Span,
) {
  return db
    .selectFrom('subscriber')
    .select('email')
    .where('list_id', '=', list.id)
    .where('customer_id', '=', list.customer_id)
    .where(column, '>', after)
    .where(column, '<=', until);
}

async function moved(
  rows: Promise<{ email: string }[]>,
  count: Promise<{ n: number } | undefined>,
): Promise<AddressSample> {
  return { emails: (await rows).map(({ email }) => email), count: (await count)?.n ?? 0 };
}
