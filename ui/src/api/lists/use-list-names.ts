// What lists are called, by their uids: of the newest at once, of others by a question for each.
import { useQueries, useQuery } from '@tanstack/react-query';
import { listNamesQuery, listQuery } from './lists.ts';

/** @returns the names that are known by now; a list that is gone has none */
export function useListNames(uids: readonly string[]): ReadonlyMap<string, string> {
  const newest = useQuery(listNamesQuery());
  const known = new Map(newest.data?.named.map(({ uid, name }) => [uid, name]));
  const others = newest.isSuccess ? uids.filter((uid) => uid !== '' && !known.has(uid)) : [];
  const asked = useQueries({ queries: others.map((uid) => listQuery(uid)) });
  for (const { data } of asked) if (data) known.set(data.general.list_uid, data.general.name);
  return known;
}
