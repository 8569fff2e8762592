// The campaigns that a segment or an autoresponder can name. An A/B test is one of them.
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { allPages } from './all-pages.ts';
import { abTestQuery } from './campaigns/ab-tests.ts';
import { answerOf, api } from './client.ts';

const namesOf = (variants: 'yes' | 'no') =>
  queryOptions({
    queryKey: ['campaigns', 'named', variants],
    queryFn: () => allPages((page) => answerOf(api.GET('/campaigns', { params: { query: { ...page, variants } } }))),
  });

/** A campaign by its number, as a choice. */
export type NamedCampaign = { value: string; label: string; uid: string };

/**
 * The campaigns to choose from, newest first; each A/B test once, by its first variant.
 * @param chosen the number of the one that is named now, '' for none: it is a choice too where it is
 * another part of an A/B test
 * @returns `query`: how asking for them stands
 */
export function useCampaignChoice(chosen: string): { choices: NamedCampaign[]; query: UseQueryResult } {
  const whole = useQuery(namesOf('no'));
  const isKnown = chosen === '' || whole.data?.some(({ campaign_id }) => campaign_id === chosen);
  const parts = useQuery({ ...namesOf('yes'), enabled: whole.isSuccess && !isKnown });
  const part = isKnown ? [] : (parts.data ?? []).filter(({ campaign_id }) => campaign_id === chosen);
  const choices = [...part, ...(whole.data ?? [])].map((one) => ({
    value: one.campaign_id,
    label: one.name,
    uid: one.campaign_uid,
  }));
  return { choices, query: whole.isSuccess && !isKnown ? parts : whole };
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
