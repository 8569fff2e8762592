// Who would get a campaign now.
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../client.ts';

/** `further`: other lists that it goes to as well. */
export const audienceQuery = (listUid: string, segmentUid: string | undefined, further: readonly string[] = []) =>
  queryOptions({
    queryKey: ['audience', listUid, segmentUid ?? '', further.join()],
    queryFn: async () => {
      const query =
        further.length > 0 ? { further_list_uids: further.join(',') } : segmentUid ? { segment_uid: segmentUid } : {};
      const params = { path: { list_uid: listUid }, query };
      return (await answerOf(api.GET('/lists/{list_uid}/audience', { params }))).data.record;
    },
    staleTime: 30_000,
  });
