// Lists, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type List = components['schemas']['List'];

export const listsQuery = queryOptions({
  queryKey: ['lists'],
  queryFn: async () => (await answerOf(api.GET('/lists', { params: { query: { per_page: 500, full: '1' } } }))).data,
});

export const listQuery = (listUid: string) =>
  queryOptions({
    queryKey: ['lists', listUid],
    queryFn: async () => {
      const params = { path: { list_uid: listUid }, query: { full: '1' } };
      return (await answerOf(api.GET('/lists/{list_uid}', { params }))).data.record;
    },
  });
