// Lists a customer's templates.

import type { PageRequest } from '../kernel/page.ts';
import { foldText } from '../kernel/text/comparing.ts';
import type { Db } from '../storage/db.ts';
import { inOrderOf, pageOfIds } from '../storage/paging.ts';
import type { Template } from '../storage/tables.ts';
import { findTally } from '../storage/tally.ts';
import { namesById, namesOfTemplates } from './queries.ts';

type Entry = Pick<Template, 'id' | 'uid' | 'name'>;

/**
 * One page of the customer's templates, newest first, and their total number.
 * @param nameContains only those whose name contains this text, ignoring case
 */
export async function pageOfTemplates(
  db: Db,
  customerId: number,
  { request, nameContains }: { request: PageRequest; nameContains: string | undefined },
): Promise<{ count: number; entries: Entry[] }> {
  if (nameContains !== undefined) {
    // Compared here: the engines disagree on letters beyond ASCII, and a customer has few
    // templates.
    const wanted = foldText(nameContains);
    const found = (await namesOfTemplates(db, customerId)).filter(({ name }) => foldText(name).includes(wanted));
    const start = (request.page - 1) * request.perPage;
    return { count: found.length, entries: found.slice(start, start + request.perPage) };
  }
  const count = await findTally(db, customerId, 'templates');
  const ids = await pageOfIds(db, { key: `templates of ${customerId}`, column: 'template.id', count, request }, () =>
    db.selectFrom('template').select('template.id as id').where('template.customer_id', '=', customerId),
  );
  return { count, entries: ids.length === 0 ? [] : inOrderOf(ids, await namesById(db, customerId, ids)) };
}
