// The public pages of a list, as screens ask for them.

import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';
import { tagAfter, tagged } from '../shared/tagged.ts';
import type { UnsavedPages } from './form-preview.ts';

export const pagesQuery = (listUid: string) =>
  queryOptions({ queryKey: ['lists', listUid, 'pages'], queryFn: () => loadPages(listUid) });

/** The settings of the pages, with the tag of what stands. */
export async function loadPages(listUid: string) {
  const { data, tag } = await tagged(api.GET('/lists/{list_uid}/pages', { params: { path: { list_uid: listUid } } }));
  return { ...data.data.record, tag };
}

/** @returns the tag after it @throws StaleRecord, ApiError */
export function putPages(listUid: string, body: UnsavedPages, tag: string): Promise<string> {
  const params = { path: { list_uid: listUid }, header: { 'If-Match': tag } };
  return tagAfter(api.PUT('/lists/{list_uid}/pages', { params, body }));
}
