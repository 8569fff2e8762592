// Segments of a list, as screens ask for them.
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';

export const segmentsQuery = (listUid: string) =>
  queryOptions({
    queryKey: ['segments', listUid],
    queryFn: async () => {
      const params = { path: { list_uid: listUid }, query: { per_page: 500 } };
      return (await answerOf(api.GET('/lists/{list_uid}/segments', { params }))).data.records;
    },
    enabled: listUid !== '',
  });
