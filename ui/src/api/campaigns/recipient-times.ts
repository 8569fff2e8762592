// When recipients would get a campaign, each at their own time.
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

/** @param on what the answer depends on, as it is stored */
export const recipientTimesQuery = (uid: string, on: string) =>
  queryOptions({
    queryKey: ['campaign', uid, 'recipient-times', on],
    queryFn: async () => {
      const params = { path: { campaign_uid: uid } };
      return (await answerOf(api.GET('/campaigns/{campaign_uid}/recipient-times', { params }))).data.record;
    },
    staleTime: 30_000,
  });
