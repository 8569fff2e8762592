// Searches subscribers by the beginning of their address. The index of a customer's addresses
// answers it; only so many of its entries are looked at that the search costs the same however much
// is stored.
import { emailKey } from '../../kernel/address.ts';
import type { PageRequest } from '../../kernel/page.ts';
import { areOwn } from '../../storage/dialect.ts';
import type { Db, List } from '../../storage/tables.ts';
import { subscribersOfIds } from '../queries.ts';
import type { SubscriberPage } from './search.ts';

/** Entries of the index: some milliseconds. */
export const MOST_LOOKED_AT = 10_000;

/** Sorts after every character that an address may have. */
const LAST = '\u{10ffff}';

/** What to search for: the beginning of an address, in any case, with one status or any. */
export type PrefixSearch = { status: string | undefined; beginning: string };

/**
 * One page of the list's subscribers that were found, newest first. `isCut`: more may exist than
 * were looked at.
 */
export async function pageOfBeginning(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  { status, beginning }: PrefixSearch,
  { page, perPage }: PageRequest,
): Promise<SubscriberPage & { isCut: boolean }> {
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

async function ofStatus(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  ids: readonly number[],
  status: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom('subscriber')
    .select('id')
    .where('list_id', '=', list.id)
    .where('status', '=', status)
    .where(areOwn(db, 'subscriber', list.customer_id, ids))
    .execute();
  return rows.map((row) => row.id);
}
