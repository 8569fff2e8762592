// The customers of a user by name: somebody may work for thousands.
import { type PageAnswer, type PageRequest, pageOfAll } from '../../kernel/page.ts';
import { foldText } from '../../kernel/text/comparing.ts';
import type { Db } from '../../storage/db.ts';
import { listNamesOfCustomersOf } from '../queries.ts';
import { type NamedCustomer, namedCustomer } from './show.ts';

/** "Client 9" comes before "Client 10". */
const { compare } = new Intl.Collator('en', { numeric: true });

/**
 * One page of the active customers of a user whose name contains a text, ignoring case, by name.
 * @param search '' for all
 */
export async function pageOfCustomersOf(
  db: Db,
  userId: number,
  { search, page }: { search: string; page: PageRequest },
): Promise<PageAnswer<NamedCustomer>> {
  const wanted = foldText(search);
  const all = (await listNamesOfCustomersOf(db, userId)).map(namedCustomer);
  const found = all.filter(({ name }) => foldText(name).includes(wanted));
  return pageOfAll(
    page,
    found.sort((a, b) => compare(a.name, b.name) || compare(a.uid, b.uid)),
  );
}
