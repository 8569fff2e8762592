// Finds the list that a path names.
import type { Call } from '../http/route.ts';
import { inTransaction } from '../storage/db.ts';
import type { List, Tx } from '../storage/tables.ts';
import { getList, getListToAdd, getLockedList, type ListToAdd } from './queries.ts';

/** The list of `list_uid`. @throws AppError `not_found` when the caller has no such list */
export function listOfCall({ db, caller, params }: Pick<Call, 'db' | 'caller' | 'params'>): Promise<List> {
  return getList(db, caller.customerId, params['list_uid'] ?? '');
}

/** The same for who adds people. */
export function listToAddOf({ db, caller, params }: Pick<Call, 'db' | 'caller' | 'params'>): Promise<ListToAdd> {
  return getListToAdd(db, caller.customerId, params['list_uid'] ?? '');
}

/**
 * Changes the list of `list_uid`, or what belongs to it, in one transaction. It is held before it
 * is read, so that a request that leaves members out leaves them as others made them meanwhile.
 * @throws AppError `not_found`
 */
export function changingList<T>(
  { db, caller, params }: Pick<Call, 'db' | 'caller' | 'params'>,
  change: (tx: Tx, list: List) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) =>
    change(tx, await getLockedList(tx, await listOfCall({ db: tx, caller, params }))),
  );
}
