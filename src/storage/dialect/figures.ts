// What SQLite's planner is to believe of large tables. Nothing is counted in them (ANALYZE would
// read them whole, and plans would change from day to day): without figures it takes a customer to
// have ten rows, and walks over all of them rather than look a person up.
// https://sqlite.org/fileformat2.html#stat1tab, https://sqlite.org/lang_analyze.html, section 2
import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { Tx } from '../tables.ts';

/** Rows of a large store, and of its largest customer. */
const ROWS = 1_048_576;
const OF_CUSTOMER = 500_000;

/**
 * By table and index (a table stored by its key has that under its own name): rows that have the
 * same first column, the same first two, and so on. The first of all is the customer.
 */
const FIGURES: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  subscriber: {
    sqlite_autoindex_subscriber_1: [1],
    subscriber_list: [100_000, 1],
    subscriber_status: [100_000, 50_000, 1],
    subscriber_address: [2, 1],
    subscriber_confirmed: [100_000, 10, 1],
    subscriber_left: [10_000, 5],
  },
  message: {
    message: [2_000, 1],
    message_subscriber: [5, 1],
    message_reason: [1_000, 900, 1, 1],
    message_accepted: [2_000, 5, 1],
  },
  addressee: { addressee: [2_000, 1], addressee_subscriber: [2] },
  consent: { consent: [100_000, 2, 1, 1], consent_person: [2] },
  former_person: { former_person: [OF_CUSTOMER, 1, 1], former_person_subscriber: [1] },
  saved_block_use: { saved_block_use: [100, 10, 1], saved_block_use_owner: [1_000, 5] },
};

/** Writes them, at once for this connection; others read them with the schema. */
export async function writeFigures(tx: Tx): Promise<void> {
  if (isPostgres(tx)) return;
  await sql`analyze message`.execute(tx); // makes the table of figures
  await sql`delete from sqlite_stat1`.execute(tx);
  for (const [table, indexes] of Object.entries(FIGURES)) {
    for (const [index, alike] of Object.entries(indexes)) {
      // Every statement names the customer, so a skip-scan over customers is never right.
      const stat = [ROWS, OF_CUSTOMER, ...alike, 'noskipscan'].join(' ');
      await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${stat})`.execute(tx);
    }
  }
  await sql`analyze sqlite_schema`.execute(tx);
}
