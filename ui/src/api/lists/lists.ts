// Lists, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../all-pages.ts';
import { answerOf, api } from '../client.ts';
import { tagAfter, tagged } from '../shared/tagged.ts';

export type List = components['schemas']['List'];

/** As names are compared: without regard to case. */
export const foldedOf = (text: string) => text.normalize('NFC').toLowerCase();

/** All of them, newest first. */
export const listsQuery = queryOptions({
  queryKey: ['lists'],
  queryFn: async () => ({
    records: await allPages((page) => answerOf(api.GET('/lists', { params: { query: { ...page, full: '1' } } }))),
  }),
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
