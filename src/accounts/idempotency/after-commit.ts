// What is to follow the commit of a change. Where a request has an Idempotency-Key, the transaction
// of the change is a part of a larger one: until that is committed, nobody sees the change.
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';

const following = new WeakMap<Db, (() => void)[]>();

/** Call it after a change over `db`; `act` is called when the change is committed. */
export function afterCommit(db: Db, act: () => void): void {
  const acts = following.get(db);
  if (acts) acts.push(act);
  else act();
}

/**
 * As inTransaction; what `work` wants done after the commit (afterCommit) is done then. Also where
 * that fails: nobody knows whether a commit happened that was not heard of.
 */
export async function inWholeTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const acts: (() => void)[] = [];
  try {
    return await inTransaction(db, (tx) => {
      following.set(tx, acts);
      return work(tx);
    });
  } finally {
    for (const act of acts) act();
  }
}
