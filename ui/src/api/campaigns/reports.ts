// What came of campaigns, as screens ask for it. `meta.moves`: while people still open and click.

import type { components } from '@mailwright/client/schema';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, inWords } from '../client.ts';

export type CampaignReport = components['schemas']['CampaignReport'];
/** All opens and clicks, or those without machines. */
export type Counts = CampaignReport['counts'];

const of = (uid: string) => ({ campaign_uid: uid });

const WAITS_MS = [500, 1_000, 2_000, 4_000];

/** Asks until it was counted for the first time, which takes seconds of a large campaign. */
async function counted<T extends { counted_at: string | null }>(
  ask: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  for (let n = 0; ; n += 1) {
    const found = await ask();
    if (found.counted_at !== null || signal.aborted) return found;
    await new Promise((resolve) => setTimeout(resolve, WAITS_MS[Math.min(n, WAITS_MS.length - 1)]));
  }
}

export const reportQuery = (uid: string) =>
  queryOptions({
    queryKey: ['campaign', uid, 'report'],
    queryFn: async () =>
      (await answerOf(api.GET('/campaigns/{campaign_uid}/report', { params: { path: of(uid) } }))).data.record,
    meta: { moves: 3_000 },
  });

/** The address of the shared report; null: it is not shared. */
export const reportLinkQuery = (uid: string) =>
  queryOptions({
    queryKey: ['campaign', uid, 'report-link'],
    queryFn: async () =>
      (await answerOf(api.GET('/campaigns/{campaign_uid}/report-link', { params: { path: of(uid) } }))).data.record.url,
  });

export const seriesQuery = (uid: string, counts: Counts) =>
  queryOptions({
    queryKey: ['campaign', uid, 'series', counts],
    queryFn: async ({ signal }) => {
      const params = { path: of(uid), query: { by: 'hour', counts } } as const;
      const ask = async () => (await answerOf(api.GET('/campaigns/{campaign_uid}/series', { params }))).data;
      return counted(ask, signal);
    },
    meta: { moves: 15_000 },
  });

/** Pages of links that are read: of an autoresponder with feeds more may have gathered. */
const MOST_PAGES = 20;

export const linksQuery = (uid: string, counts: Counts) =>
  queryOptions({
    queryKey: ['campaign', uid, 'links', counts],
    queryFn: async () => {
      const pageOf = async (page: number) => {
        const params = { path: of(uid), query: { page, per_page: 100, counts } } as const;
        return (await answerOf(api.GET('/campaigns/{campaign_uid}/links', { params }))).data;
      };
      const { records, total_pages: pages } = await pageOf(1);
      const links = [...records];
      for (let page = 2; page <= Math.min(pages, MOST_PAGES); page += 1) links.push(...(await pageOf(page)).records);
      return links;
    },
    meta: { moves: 5_000 },
  });

export const destinationsQuery = (uid: string, counts: Counts) =>
  queryOptions({
    queryKey: ['campaign', uid, 'destinations', counts],
    queryFn: async ({ signal }) => {
      const params = { path: of(uid), query: { counts, most: 8 } };
      const ask = async () => (await answerOf(api.GET('/campaigns/{campaign_uid}/destinations', { params }))).data;
      return counted(ask, signal);
    },
    meta: { moves: 15_000 },
  });

export const clientsQuery = (uid: string, counts: Counts) =>
  queryOptions({
    queryKey: ['campaign', uid, 'clients', counts],
    queryFn: async ({ signal }) => {
      const params = { path: of(uid), query: { counts } };
      const ask = async () => (await answerOf(api.GET('/campaigns/{campaign_uid}/clients', { params }))).data;
      return counted(ask, signal);
    },
    meta: { moves: 15_000 },
  });

export const failuresQuery = (uid: string) =>
  queryOptions({
    queryKey: ['campaign', uid, 'failures'],
    queryFn: async ({ signal }) => {
      const params = { path: of(uid) };
      const ask = async () => (await answerOf(api.GET('/campaigns/{campaign_uid}/failures', { params }))).data;
      return counted(ask, signal);
    },
    meta: { moves: 15_000 },
  });

/** How many it would go to again, or why it cannot. */
export const notOpenedQuery = (uid: string) =>
  queryOptions({
    queryKey: ['campaign', uid, 'not-opened'],
    queryFn: async ({ signal }) => {
      const params = { path: of(uid) };
      const ask = async () => {
        const { data } = await answerOf(api.GET('/campaigns/{campaign_uid}/not-opened', { params }));
        if (data.refusal === null) return data;
        return { ...data, refusal: await inWords(data.sentences, data.refusal), counted_at: '' };
      };
      return counted(ask, signal);
    },
    meta: { moves: 15_000 },
  });
