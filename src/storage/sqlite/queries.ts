// Queries and transactions that the driver runs in ways of their own.
import { CompiledQuery } from 'kysely';

/** A statement run once for each set of parameters; names the sets that changed or found a row. */
export type ForEachQuery = CompiledQuery & { readonly sets: readonly (readonly unknown[])[] };

/** Many runs of one statement as one query: the overhead is in the call, not in the statement. */
export function runForEach(text: string, sets: readonly (readonly unknown[])[]): CompiledQuery {
  const query: ForEachQuery = { ...CompiledQuery.raw(text), sets };
  return query;
}

type UnsyncedQuery = CompiledQuery & { readonly isUnsynced: true };

/** A write that does not wait for the disk: survives the end of the process, not a power cut. */
export function unsynced(query: CompiledQuery): CompiledQuery {
  const made: UnsyncedQuery = { ...query, isUnsynced: true };
  return made;
}

/**
 * The isolation of a transaction that does not wait for the disk, as others read what a power cut
 * may take. All have the strictest isolation, so that no other use of the word is lost.
 */
export const UNSYNCED = 'read uncommitted';

/** Whether a text reads only: one that begins with `select` does; one with `with` may write. */
export function isRead(text: string): boolean {
  return /^\s*select\b/i.test(text);
}
