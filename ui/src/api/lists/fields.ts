// Fields of a list, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export type Field = components['schemas']['Field'];

export const fieldsQuery = (listUid: string) =>
  queryOptions({
    queryKey: ['fields', listUid],
    queryFn: async (): Promise<Field[]> => {
      const params = { path: { list_uid: listUid }, query: { full: '1', per_page: 500 } } as const;
      return (await answerOf(api.GET('/lists/{list_uid}/fields', { params }))).data.records;
    },
    enabled: listUid !== '',
  });
