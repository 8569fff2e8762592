// Campaigns, as screens ask for them.
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { components } from './schema.d.ts';

export type Campaign = components['schemas']['Campaign'];
export type CampaignChanges = components['schemas']['CampaignChanges'];

/** The whole record, content and options too. */
export const campaignQuery = (uid: string) =>
  queryOptions({
    queryKey: ['campaign', uid],
    queryFn: async () => {
      const params = { path: { campaign_uid: uid }, query: { full: '1' } };
      return (await answerOf(api.GET('/campaigns/{campaign_uid}', { params }))).data.record;
    },
  });

/** How it goes, or what came of it. */
export const campaignStatsQuery = (uid: string, counts: 'raw' | 'filtered' = 'filtered') =>
  queryOptions({
    queryKey: ['campaign', uid, 'stats', counts],
    queryFn: async () => {
      const params = { path: { campaign_uid: uid }, query: { full: '1', counts } } as const;
      return (await answerOf(api.GET('/campaigns/{campaign_uid}/stats', { params }))).data;
    },
  });

/** The segment of a campaign; undefined when it goes to the whole list. */
export function segmentOf({ segment }: Campaign): { segment_uid: string; name: string } | undefined {
  return Array.isArray(segment) ? undefined : segment;
}
