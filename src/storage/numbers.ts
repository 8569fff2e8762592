// The numbers that customers see: campaign_id, field_id, segment_id, server_id of the interface,
// and the mails of the test inbox. They are counted from 1 for each customer and kind, so that
// nobody sees how many others have. Inside, rows are joined by their ids. Whatever a customer wrote
// (conditions, options, pins) keeps numbers, and code that uses them looks them up with the
// customer.
import { sql } from 'kysely';
import type { Db } from './tables.ts';

export type NumberedKind = 'campaign' | 'list_field' | 'segment' | 'relay' | 'inbox_mail';

/**
 * Shared relays have numbers above this one: they are in every customer's listing, and no customer
 * has so many own relays. They still fit into 32 bits, which is how some clients read ids.
 */
const SHARED_FROM = 1_000_000_000;

/**
 * Takes the next numbers of a kind; none is used twice. Another transaction that takes numbers of
 * the same kind waits for this one.
 * @param customerId null: shared by all customers
 * @returns the first of `count` consecutive numbers
 */
export async function takeNumbers(db: Db, kind: NumberedKind, customerId: number | null, count = 1): Promise<number> {
  const row = await db
    .insertInto('tally')
    .values({ customer_id: customerId ?? 0, scope: `numbers:${kind}`, owner_id: 0, n: count })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'scope', 'owner_id']).doUpdateSet({ n: sql<number>`tally.n + excluded.n` }),
    )
    .returning('n')
    .executeTakeFirstOrThrow();
  return (customerId === null ? SHARED_FROM : 0) + row.n - count + 1;
}
