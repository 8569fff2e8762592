// The public pages of a list, as screens ask for them.

import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export const pagesQuery = (listUid: string) =>
  queryOptions({
    queryKey: ['lists', listUid, 'pages'],
    queryFn: async () => {
      const params = { path: { list_uid: listUid } };
      return (await answerOf(api.GET('/lists/{list_uid}/pages', { params }))).data.record;
    },
  });
