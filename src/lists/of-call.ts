// Finds the list that a path names.
import type { Call } from '../http/route.ts';
import type { List } from '../storage/tables.ts';
import { getList } from './queries.ts';

/** The list of `list_uid`. @throws AppError `not_found` when the caller has no such list */
export function listOfCall({ db, caller, params }: Call): Promise<List> {
  return getList(db, caller.customerId, params['list_uid'] ?? '');
}
