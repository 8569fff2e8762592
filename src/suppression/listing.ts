// Lists a customer's suppressions, a page at a time, newest first. Counts come from tallies.
import { emailKey } from '../kernel/address.ts';
import type { PageRequest } from '../kernel/page.ts';
import { inOrderOf, pageOfIds } from '../storage/paging.ts';
import type { Suppression } from '../storage/tables/delivery.ts';
import type { Db } from '../storage/tables.ts';
import { findTally } from '../storage/tally.ts';
import { findSuppression, listSuppressionsById, tallyScope } from './queries.ts';
import type { SuppressionReason } from './rules.ts';

/** Filters of a listing; absent members filter nothing. */
export type Filter = { email?: string | undefined; reason?: SuppressionReason | undefined };

/** One page of the matching entries, and their total number. */
export async function pageOfSuppressions(
  db: Db,
  customerId: number,
  { email, reason }: Filter,
  request: PageRequest,
): Promise<{ count: number; rows: Suppression[] }> {
  if (email !== undefined) {
    const one = await findSuppression(db, customerId, emailKey(email));
    const fits = one && (reason === undefined || one.reason === reason) ? [one] : [];
    return { count: fits.length, rows: request.page === 1 ? fits : [] };
  }
  const count = await findTally(db, customerId, tallyScope(reason));
  const key = `suppressions of ${customerId} ${reason ?? ''}`;
  const ids = await pageOfIds(db, { key, column: 'suppression.id', count, request }, () => {
    const all = db.selectFrom('suppression').select('suppression.id as id').where('customer_id', '=', customerId);
    return reason === undefined ? all : all.where('reason', '=', reason);
  });
  return { count, rows: inOrderOf(ids, await listSuppressionsById(db, customerId, ids)) };
}
