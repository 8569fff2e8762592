// Finds things by name, in memory: the engines disagree on letters beyond ASCII, and nobody has
// more than thousands of them.
import type { PageRequest } from './page.ts';

const folded = (text: string) => text.toLowerCase().normalize('NFC');

/**
 * One page of the items whose name contains a text, ignoring case, in the given order.
 * @returns the ids of the page, and the number on all pages
 */
export function pageByName(
  named: readonly { id: number; name: string }[],
  search: string,
  { page, perPage }: PageRequest,
): { count: number; ids: number[] } {
  const wanted = folded(search);
  const found = named.filter(({ name }) => folded(name).includes(wanted)).map(({ id }) => id);
  return { count: found.length, ids: found.slice((page - 1) * perPage, page * perPage) };
}
