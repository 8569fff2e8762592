// Looking for things by name. In memory: the engines do not agree on letters beyond ASCII, and nobody names more than thousands.
import type { PageRequest } from './page.ts';

const folded = (text: string) => text.toLowerCase().normalize('NFC');

/**
 * One page of those whose name holds a text, without regard to case, in the order given.
 * @returns the ids of the page, and how many there are on all pages
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
