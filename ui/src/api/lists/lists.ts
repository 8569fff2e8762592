// Lists, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';
import { tagAfter, tagged } from '../shared/tagged.ts';

export type List = components['schemas']['List'];

/** What narrows lists: a part of the name, a tag. */
export type ListFilter = { search?: string | undefined; tag?: string | undefined };

/** Lists, newest first, a page at a time. */
export const listPagesQuery = (filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: ['lists', 'pages', filter],
    queryFn: async ({ pageParam: page }) => {
      const query = { ...filter, full: '1', per_page: 50, page };
      return (await answerOf(api.GET('/lists', { params: { query } }))).data;
    },
    initialPageParam: 1,
    getNextPageParam: ({ next_page }) => next_page ?? undefined,
  });

export type ListCounts = components['schemas']['ListCounts'];

/** How many people lists have, and how that changed in seven days, by one question for all. */
export const listCountsQuery = (uids: readonly string[]) =>
  queryOptions({
    queryKey: ['lists', 'counts', uids],
    queryFn: async () => {
      const params = { query: { list_uids: uids.join(',') } };
      return (await answerOf(api.GET('/lists/counts', { params }))).data.records;
    },
  });

export type ListNames = { named: readonly { uid: string; name: string }[]; count: number };

/** The newest lists by their names, at most a hundred, and how many there are; `search`: in the name. */
export const listNamesQuery = (search = '') =>
  queryOptions({
    queryKey: ['lists', 'names', search],
    queryFn: async (): Promise<ListNames> => {
      const query = { per_page: 100, page: 1, ...(search !== '' && { search }) };
      const { records, count } = (await answerOf(api.GET('/lists', { params: { query } }))).data;
      return {
        named: records.map(({ general }) => ({ uid: general.list_uid, name: general.name })),
        count: Number(count),
      };
    },
  });

export const listQuery = (listUid: string) =>
  queryOptions({
    queryKey: ['lists', listUid],
    queryFn: async () => {
      const params = { path: { list_uid: listUid }, query: { full: '1' } };
      return (await answerOf(api.GET('/lists/{list_uid}', { params }))).data.record;
    },
  });

/** The settings of a list, with the tag of what stands. */
export const settingsQuery = (listUid: string) =>
  queryOptions({ queryKey: ['lists', listUid, 'settings'], queryFn: () => loadSettings(listUid) });

export async function loadSettings(listUid: string): Promise<{ list: List; tag: string }> {
  const params = { path: { list_uid: listUid }, query: { full: '1' } };
  const { data, tag } = await tagged(api.GET('/lists/{list_uid}', { params }));
  return { list: data.data.record, tag };
}

/** @returns the tag after it @throws StaleRecord, ApiError */
export function putSettings(listUid: string, body: components['schemas']['ListChanges'], tag: string): Promise<string> {
  const params = { path: { list_uid: listUid }, header: { 'If-Match': tag } };
  return tagAfter(api.PUT('/lists/{list_uid}', { params, body }));
}
