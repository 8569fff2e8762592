// Whether a store is spread over machines by customer (PostgreSQL with Citus, postgres/spread.ts).
// A statement about several customers is made once for each there: a machine has the rows of one.
import { PostgresAdapter, sql } from 'kysely';
import type { Db, Tx } from '../tables.ts';

type Executor = Pick<Db, 'getExecutor'>;

const spread = new WeakSet<object>();

/** Call once when the store is opened, before any statement is built. */
export function noteSpread(db: Executor): void {
  spread.add(db.getExecutor().adapter);
}

export function isSpread(db: Executor): boolean {
  return spread.has(db.getExecutor().adapter);
}

/**
 * Whether what many ask for is better looked up together: each statement is a round trip to a
 * server, and one may be about several customers.
 */
export function asksTogether(db: Executor): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter && !isSpread(db);
}

/**
 * For a transaction that asks all machines and then changes what is on each of them, or refers to
 * that: Citus wants one connection a machine for both. Call it before the first of these.
 */
export async function useOneConnectionEach(tx: Tx): Promise<void> {
  if (isSpread(tx)) await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(tx);
}

/**
 * For a transaction that changes tables, their references and indexes. Call it before anything
 * else. What is on the coordinator alone stays so when it refers to what is on every machine.
 */
export async function beginTableChanges(tx: Tx): Promise<void> {
  await useOneConnectionEach(tx);
  if (isSpread(tx)) await sql`set local citus.enable_local_reference_table_foreign_keys = off`.execute(tx);
}

/**
 * The same for one that puts triggers on tables: Citus takes them when it is told that they ask no
 * other machine.
 */
export async function beginTriggerChanges(tx: Tx): Promise<void> {
  await beginTableChanges(tx);
  if (isSpread(tx)) await sql`set local citus.enable_unsafe_triggers = on`.execute(tx);
}
