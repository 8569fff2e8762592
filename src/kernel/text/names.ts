// The order of names that people gave, as people look for them.
import { whenNeeded } from '../when-needed.ts';

const collator = whenNeeded(() => new Intl.Collator('en')); // takes 3 MB of the process

/**
 * Below 0: the first comes before the second. Letters before case and accents (“apple”, “Ärger”,
 * “Banana”), unlike code points; in the program, as each store would have another order: SQLite
 * that of code points, PostgreSQL that of its database.
 */
export const compareNames = (a: string, b: string): number => collator().compare(a, b);
