// How a list changed over time, as screens ask for it.
import type { components } from '@mailwright/client/schema';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { DAY_MS } from '../../kit/local-time.ts';
import { answerOf, api } from '../client.ts';

export type GrowthPoint = components['schemas']['GrowthPoint'];
export type Period = { by: 'day' | 'week'; days: number };

/** Of the last days, also the one that it is. */
export const growthQuery = (listUid: string, { by, days }: Period) =>
  queryOptions({
    queryKey: ['lists', listUid, 'growth', by, days],
    queryFn: async () => {
      const from = new Date(Date.now() - (days - 1) * DAY_MS).toISOString();
      const params = { path: { list_uid: listUid }, query: { by, from } };
      return (await answerOf(api.GET('/lists/{list_uid}/growth', { params }))).data.records;
    },
    placeholderData: keepPreviousData,
  });
