// Campaigns, as screens ask for them.

import type { components } from '@mailwright/client/schema';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../kit/toast.ts';
import { answerOf, api } from '../client.ts';

export type Campaign = components['schemas']['Campaign'];
export type CampaignOverview = components['schemas']['CampaignOverview'];
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

/** The segment of a campaign; undefined when it goes to the whole list. */
export function segmentOf({ segment }: Campaign): { segment_uid: string; name: string } | undefined {
  return Array.isArray(segment) ? undefined : segment;
}

/** The table of campaigns, newest first, page by page; events keep its figures in step. */
type OverviewFilter = {
  status?: string | undefined;
  search?: string | undefined;
  tag?: string;
  /** `no`: an A/B test in one, its parts beneath it. */
  variants?: 'no';
  /** `yes`: what has begun and is not sent, automations too. */
  under_way?: 'yes';
};

export const overviewsQuery = (filter: OverviewFilter, perPage = 50) =>
  infiniteQueryOptions({
    queryKey: ['campaigns', 'overview', filter, perPage],
    queryFn: async ({ pageParam: after }) => {
      const query = { ...filter, per_page: perPage, after };
      return (await answerOf(api.GET('/campaigns/overview', { params: { query } }))).data;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** One campaign as in the table; events keep its figures in step. */
export const overviewQuery = (uid: string) =>
  queryOptions({
    queryKey: ['campaign', uid, 'overview'],
    queryFn: async () => {
      const params = { path: { campaign_uid: uid } };
      return (await answerOf(api.GET('/campaigns/{campaign_uid}/overview', { params }))).data.record;
    },
  });

/** Pauses a campaign, or lets it go on, and with it the variants of its A/B test. */
export const setPaused = (uid: string, isToPause: boolean) =>
  answerOf(
    api.PUT('/campaigns/{campaign_uid}/pause-unpause', {
      params: { path: { campaign_uid: uid }, query: { status: isToPause ? 'paused' : 'sending' } },
    }),
  );

/** Ends a campaign that is paused, or a test whose first variant is done: nothing more is sent. */
export const endCampaign = (uid: string) =>
  answerOf(api.PUT('/campaigns/{campaign_uid}/mark-sent', { params: { path: { campaign_uid: uid } } }));

/** What is said on the button, whatever somebody else has done since. */
export function usePause(uid: string, isToPause: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => setPaused(uid, isToPause),
    onError: (error) => toast(error.message, 'bad'),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ['campaign'] });
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    },
  });
}
