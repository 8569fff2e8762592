// What came of campaigns, as screens ask for it.
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type CampaignReport = components['schemas']['CampaignReport'];
/** All opens and clicks, or those without machines. */
export type Counts = CampaignReport['counts'];

const of = (uid: string) => ({ campaign_uid: uid });

export const reportQuery = (uid: string) =>
  queryOptions({
    queryKey: ['campaign', uid, 'report'],
    queryFn: async () =>
      (await answerOf(api.GET('/campaigns/{campaign_uid}/report', { params: { path: of(uid) } }))).data.record,
  });

export const seriesQuery = (uid: string, counts: Counts) =>
  queryOptions({
    queryKey: ['campaign', uid, 'series', counts],
    queryFn: async () => {
      const params = { path: of(uid), query: { by: 'hour', counts } } as const;
      return (await answerOf(api.GET('/campaigns/{campaign_uid}/series', { params }))).data.records;
    },
  });

export const destinationsQuery = (uid: string, counts: Counts) =>
  queryOptions({
    queryKey: ['campaign', uid, 'destinations', counts],
    queryFn: async () => {
      const params = { path: of(uid), query: { counts, most: 8 } };
      return (await answerOf(api.GET('/campaigns/{campaign_uid}/destinations', { params }))).data;
    },
  });

export const failuresQuery = (uid: string) =>
  queryOptions({
    queryKey: ['campaign', uid, 'failures'],
    queryFn: async () =>
      (await answerOf(api.GET('/campaigns/{campaign_uid}/failures', { params: { path: of(uid) } }))).data.records,
  });
