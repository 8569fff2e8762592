// The numbers by which customers know their things: campaign_id, field_id, segment_id, server_id of
// the interface, the mails of the test inbox. Each customer's are counted from 1, kind by kind, so
// that nobody sees how many things others have. Inside, rows are joined by their ids; what a
// customer wrote (conditions, options, pins) keeps numbers, and who acts on it looks them up with
// the customer.
import { sql } from 'kysely';
import type { Db } from './tables.ts';

export type Numbered = 'campaign' | 'list_field' | 'segment' | 'relay' | 'inbox_mail';

/**
 * The shared relays' numbers begin behind this one: they stand in every customer's listing, and no
 * customer's own relays come so far. With it they still fit 32 bits, which is what some clients
 * read ids into.
 */
const SHARED_FROM = 1_000_000_000;

/**
 * Takes the next numbers of a kind; none is given twice. Another transaction that takes some of the
 * same waits for this one.
 * @param customerId whose; null: shared by all customers
 * @returns the first of `count` that follow each other
 */
export async function takeNumbers(db: Db, kind: Numbered, customerId: number | null, count = 1): Promise<number> {
  const row = await db
    .insertInto('tally')
    .values({ scope: `numbers:${kind}`, owner_id: customerId ?? 0, n: count })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'owner_id']).doUpdateSet({ n: sql<number>`tally.n + excluded.n` }),
    )
    .returning('n')
    .executeTakeFirstOrThrow();
  return (customerId === null ? SHARED_FROM : 0) + row.n - count + 1;
}
