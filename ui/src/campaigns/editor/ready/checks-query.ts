// What is looked at before sending, as the server finds it now.
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../../api/client.ts';

export const checksQuery = (uid: string) =>
  queryOptions({
    queryKey: ['campaign', uid, 'checks'],
    queryFn: async () => {
      const params = { path: { campaign_uid: uid } };
      return (await answerOf(api.GET('/campaigns/{campaign_uid}/checks', { params }))).data.records;
    },
    staleTime: 0,
  });
