// The index of words over `subscriber.tokens`, by which the exact search finds values.
import { sql } from 'kysely';
import type { Pause } from '../../kernel/slices.ts';
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

/** Words that are indexed in some 20 ms, in characters. */
const CHARACTERS_A_SLICE = 300_000;

/**
 * Runs inserts of a customer's subscribers, and then adds the words of those who are new to the
 * index: all at once, or of many rows with many `tokens` in slices, if there is a `pause`.
 */
export async function indexingTokens<T>(
  tx: Tx,
  customerId: number,
  insert: () => Promise<T>,
  slices?: { rows: readonly { tokens: string }[]; pause: Pause },
): Promise<T> {
  if (isPostgres(tx)) return insert();
  let after = await lastId(tx); // ids are never used twice, and nobody else writes
  const done = await insert();
  const last = await lastId(tx);
  const size = slices ? rowsASlice(slices.rows) : last;
  while (after < last) {
    const to = Math.min(last, after + size);
    await sql`insert into subscriber_token (rowid, tokens) select id, tokens from subscriber
      where +customer_id = ${customerId} and id > ${after} and id <= ${to}`.execute(tx);
    after = to;
    await slices?.pause();
  }
  return done;
}

async function lastId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = 'subscriber'`.execute(tx);
  return rows[0]?.seq ?? 0;
}

function rowsASlice(rows: readonly { tokens: string }[]): number {
  const characters = rows.reduce((sum, { tokens }) => sum + tokens.length, 0);
  return Math.ceil(rows.length / Math.max(1, Math.round(characters / CHARACTERS_A_SLICE)));
}
