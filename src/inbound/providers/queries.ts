// Statements on table `provider`.
import type { Sentence } from '../../kernel/sentences/sentence.ts';
import type { Db, Tx } from '../../storage/db.ts';
import type { NewProvider, ProviderRow } from '../../storage/tables/delivery.ts';

/** All, oldest first. */
export function listProviders(db: Db): Promise<ProviderRow[]> {
  return db.selectFrom('provider').selectAll().orderBy('id').execute();
}

/** The provider of this uid, or number. */
export function findProvider(db: Db, which: string): Promise<ProviderRow | undefined> {
  const query = db.selectFrom('provider').selectAll();
  const isNumber = /^\d{1,15}$/.test(which);
  return (isNumber ? query.where('id', '=', Number(which)) : query.where('uid', '=', which)).executeTakeFirst();
}

export function insertProvider(tx: Tx, provider: NewProvider): Promise<ProviderRow> {
  return tx.insertInto('provider').values(provider).returningAll().executeTakeFirstOrThrow();
}

export async function deleteProvider(db: Db, id: number): Promise<void> {
  await db.deleteFrom('provider').where('id', '=', id).execute();
}

/** Notes that the provider was heard, and why it was refused the last time; null: it was not. */
export async function noteHeard(db: Db, id: number, at: number, fault: Sentence | null): Promise<void> {
  const set =
    fault === null ? { heard_at: at, fault: null, fault_at: null } : { fault: JSON.stringify([fault]), fault_at: at };
  await db.updateTable('provider').set(set).where('id', '=', id).execute();
}
