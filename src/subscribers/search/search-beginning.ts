// The search for subscribers by the beginning of their address. The index of a customer's addresses
// answers it; it looks at so many of its entries at most, so that it costs the same whatever is
// stored.
import { emailKey } from '../../kernel/address.ts';
import type { PageRequest } from '../../kernel/page.ts';
import { numberSet } from '../../storage/dialect.ts';
import type { Db, List } from '../../storage/tables.ts';
import { subscribersOfIds } from '../queries.ts';
import type { Found } from './search.ts';

/** Entries of the index: some milliseconds. */
export const MOST_LOOKED_AT = 10_000;

/** Behind every character that an address may have. */
const LAST = '\u{10ffff}';

/**
 * What to look for: the beginning of an address, in any case, among those of one status or of all.
 */
export type Beginning = { status: string | undefined; beginning: string };

/**
 * One page of the subscribers of a list that are found, newest first. `isCut`: there may be more
 * than were looked at.
 */
export async function pageOfBeginning(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  { status, beginning }: Beginning,
  { page, perPage }: PageRequest,
): Promise<Found & { isCut: boolean }> {
  const key = emailKey(beginning);
  const looked = await db
    .selectFrom('subscriber')
    .select(['id', 'list_id'])
    .where('customer_id', '=', list.customer_id)
    .where('email_key', '>=', key)
    .where('email_key', '<', `${key}${LAST}`) // by code points on both engines
    .orderBy('email_key')
    .limit(MOST_LOOKED_AT + 1)
    .execute();
  const isCut = looked.length > MOST_LOOKED_AT;
  const here = looked.filter((row) => row.list_id === list.id).map((row) => row.id);
  const ids = status === undefined ? here : await ofStatus(db, list, here, status);
  ids.sort((a, b) => b - a);
  const start = (page - 1) * perPage;
  const subscribers = await subscribersOfIds(db, list.customer_id, ids.slice(start, start + perPage));
  return { count: ids.length, subscribers, isCut };
}

async function ofStatus(db: Db, list: Pick<List, 'id'>, ids: readonly number[], status: string): Promise<number[]> {
  const rows = await db
    .selectFrom('subscriber')
    .select('id')
    .where('list_id', '=', list.id)
    .where('status', '=', status)
    .where('id', 'in', numberSet(db, ids))
    .execute();
  return rows.map((row) => row.id);
}
