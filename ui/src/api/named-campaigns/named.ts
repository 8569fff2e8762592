// The campaigns that a segment or an autoresponder can name. An A/B test is one of them.
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { abTestQuery } from '../campaigns/ab-tests.ts';
import { answerOf, api } from '../client.ts';

/** A campaign by its number, as segments name it. */
export type NamedCampaign = { number: string; name: string; uid: string };

type Names = { named: readonly NamedCampaign[]; count: number };

/**
 * The newest campaigns by their names, at most a hundred, and how many there are; each A/B test once,
 * by its first variant.
 * @param search in the name
 */
export const campaignNamesQuery = (search = '') =>
  queryOptions({
    queryKey: ['campaigns', 'named', search],
    queryFn: () => loadNames({ per_page: 100, variants: 'no', ...(search !== '' && { search }) }),
  });

/** The campaign with that number, also a further part of an A/B test; null: there is none any more. */
const numberedQuery = (number: string) =>
  queryOptions({
    queryKey: ['campaigns', 'numbered', number],
    queryFn: async () => (await loadNames({ per_page: 1, campaign_id: Number(number) })).named[0] ?? null,
  });

type Asked = { per_page: number; variants?: 'no'; search?: string; campaign_id?: number };

async function loadNames(asked: Asked): Promise<Names> {
  const { records, count } = (await answerOf(api.GET('/campaigns', { params: { query: { ...asked, page: 1 } } }))).data;
  return {
    named: records.map(({ campaign_id, name, campaign_uid }) => ({ number: campaign_id, name, uid: campaign_uid })),
    count: Number(count),
  };
}

/**
 * Campaigns by their numbers: the newest are known at once, others by a question for each.
 * @returns those that are known by now; `isPending`: some are still asked for
 */
export function useNamedCampaigns(numbers: readonly string[]): {
  named: ReadonlyMap<string, NamedCampaign>;
  isPending: boolean;
} {
  const newest = useQuery({ ...campaignNamesQuery(), enabled: numbers.length > 0 });
  const named = new Map(newest.data?.named.map((one) => [one.number, one]));
  const others = newest.isSuccess ? numbers.filter((number) => /^\d{1,15}$/.test(number) && !named.has(number)) : [];
  const asked = useQueries({ queries: others.map((number) => numberedQuery(number)) });
  for (const { data } of asked) if (data) named.set(data.number, data);
  return { named, isPending: newest.isLoading || asked.some(({ isPending }) => isPending) };
}

/** The links of a campaign, with an A/B test those of all its parts; each address once. */
export const linksQuery = (campaignUid: string) =>
  queryOptions({
    queryKey: ['campaign', campaignUid, 'link-names'],
    queryFn: async ({ client }) => {
      const of = { path: { campaign_uid: campaignUid } };
      const { ab_test } = (await answerOf(api.GET('/campaigns/{campaign_uid}/overview', { params: of }))).data.record;
      const test = ab_test && (await client.fetchQuery(abTestQuery(ab_test.campaign_uid)));
      const parts = test && [
        ...test.variants.map(({ campaign_uid }) => campaign_uid),
        ...(test.rest_uid ? [test.rest_uid] : []),
      ];
      const found = await Promise.all((parts ?? [campaignUid]).map(ownLinks));
      return [...new Map(found.flat().map((link) => [link.hash, link])).values()];
    },
  });

async function ownLinks(campaign_uid: string) {
  const params = { path: { campaign_uid }, query: { per_page: 200 } };
  return (await answerOf(api.GET('/campaigns/{campaign_uid}/links', { params }))).data.records;
}
