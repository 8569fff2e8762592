// What is known of keys for a second: a program that makes a thousand requests a second is looked
// up once. What this process changes of keys and customers applies at once, what another process
// changes after a second at most. Valid keys stand in memory as they are sent: to hash each would
// cost more than to find it, and its time says nothing, as a Map finds a text by all of it.
import { newRecent } from '../../kernel/recent.ts';

/** How long a change by another process may go unnoticed. */
export const KNOWN_MS = 1_000;
const MOST = 1_000;

/** Counts the changes by this process, of any store: they are rare. */
let changes = 0;

/**
 * Call it when a key or a customer was changed, after the commit: who asked the store before is not
 * remembered.
 */
export function forgetCallers(): void {
  changes += 1;
}

type Known<T> = { found: T; until: number; changes: number };
export type KnownCallers<T> = (key: string, find: () => Promise<T>) => T | Promise<T>;

/** What is known of a store's keys. `find` is asked for the others, and throws for nobody. */
export function newKnownCallers<T>(): KnownCallers<T> {
  const known = newRecent<string, Known<T>>(MOST);
  return (key, find) => {
    const now = performance.now();
    const before = known.get(key);
    if (before && before.changes === changes && now < before.until) return before.found;
    const asked = { until: now + KNOWN_MS, changes }; // as of before the store is asked
    return find().then((found) => {
      known.set(key, { found, ...asked });
      return found;
    });
  };
}
