// The index of words over `subscriber.tokens`, by which the exact search finds values.
import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { statement } from '../statement.ts';
import type { Tx } from '../tables.ts';

/**
 * Adds the words of one new subscriber to the index; PostgreSQL keeps its index by itself. A
 * trigger could do it on SQLite, but would have the index written at each statement.
 */
export async function indexTokens(tx: Tx, { id, tokens }: { id: number; tokens: string }): Promise<void> {
  if (isPostgres(tx)) return;
  await index(tx, { id, tokens });
}

const index = statement<{ id: number; tokens: string }>(
  (_, { value }) => sql`insert into subscriber_token (rowid, tokens) values (${value('id')}, ${value('tokens')})`,
);

/**
 * Runs inserts of a customer's subscribers, and adds the words of those who are new to the index,
 * all at once.
 */
export async function indexingTokens<T>(tx: Tx, customerId: number, insert: () => Promise<T>): Promise<T> {
  if (isPostgres(tx)) return insert();
  // Ids are never used twice, and nobody else writes.
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = 'subscriber'`.execute(tx);
  const done = await insert();
  await sql`insert into subscriber_token (rowid, tokens) select id, tokens from subscriber
    where +customer_id = ${customerId} and id > ${rows[0]?.seq ?? 0}`.execute(tx);
  return done;
}
