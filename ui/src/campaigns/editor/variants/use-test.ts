// The A/B test that a campaign in the editor belongs to, and what it is there.
import { useSuspenseQuery } from '@tanstack/react-query';
import { type AbTest, abTestQuery, type Part, partOf } from '../../../api/campaigns/ab-tests.ts';
import { type Campaign, campaignQuery } from '../../../api/campaigns/campaigns.ts';
import { ApiError } from '../../../api/client.ts';
import type { Draft } from '../saving/use-draft.ts';

/** `first`: the campaign that is tested, as it is stored. */
export type Tested = { test: AbTest; part: Part; first: Campaign };

const NO_TEST = ['campaign', '', 'ab-test'];

/** @returns undefined where it is not tested */
export function useTested({ uid, stored }: Draft): Tested | undefined {
  const firstUid = stored.tested_campaign_uid;
  const asked = firstUid === undefined ? undefined : { test: abTestQuery(firstUid), first: campaignQuery(firstUid) };
  const test = useSuspenseQuery({
    queryKey: asked?.test.queryKey ?? NO_TEST,
    queryFn: async (context) => (asked?.test.queryFn ? await found(() => (asked.test.queryFn as typeof ask)(context)) : null),
    staleTime: 0,
  });
  return undefined;
}
