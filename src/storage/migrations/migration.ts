// What a step of the schema is, and the fingerprint by which a store tells what it was made by.
import { createHash } from 'node:crypto';
import type { Db, Tx } from '../tables.ts';

/** One step of the schema. */
export type Migration = {
  /** Stored; never changed or removed once it was released. */
  name: string;
  /** What it does to tables and indexes on the store's engine; fixed by its release as well. */
  statements(db: Pick<Db, 'getExecutor'>): readonly string[];
  /** What it does to rows afterwards, in the same transaction. */
  fill?(tx: Tx): Promise<void>;
};

/**
 * Sixteen hex digits of the SHA-256 of what a step does to the tables of this engine, however its
 * text is wrapped. It is kept with the name: two steps of one name that differ are told apart.
 */
export function fingerprintOf({ statements }: Migration, db: Pick<Db, 'getExecutor'>): string {
  const hash = createHash('sha256');
  for (const text of statements(db)) hash.update(`${text.replace(/\s+/g, ' ').trim()};\n`);
  return hash.digest('hex').slice(0, 16);
}
