// Whether a store is spread over machines by customer (PostgreSQL with Citus, postgres/spread.ts).
// A statement about several customers is made once for each there: a machine has the rows of one.
import type { Db } from '../tables.ts';

type Executor = Pick<Db, 'getExecutor'>;

const spread = new WeakSet<object>();

/** Call once when the store is opened, before any statement is built. */
export function noteSpread(db: Executor): void {
  spread.add(db.getExecutor().adapter);
}

export function isSpread(db: Executor): boolean {
  return spread.has(db.getExecutor().adapter);
}
