// Who would get a campaign now.
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

export const audienceQuery = (listUid: string, segmentUid: string | undefined) =>
  queryOptions({
    queryKey: ['audience', listUid, segmentUid ?? ''],
    queryFn: async () => {
      const params = { path: { list_uid: listUid }, query: { segment_uid: segmentUid } };
      return (await answerOf(api.GET('/lists/{list_uid}/audience', { params }))).data.record;
    },
    staleTime: 30_000,
  });
