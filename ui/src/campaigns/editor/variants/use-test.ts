// The A/B test that a campaign in the editor belongs to, and what it is there.
import { useQuery } from '@tanstack/react-query';
import { type AbTest, abTestQuery, type Part, partOf } from '../../../api/campaigns/ab-tests.ts';
import { type Campaign, campaignQuery } from '../../../api/campaigns/campaigns.ts';
import type { Draft } from '../saving/use-draft.ts';

export type Tested = {
  firstUid: string;
  /** Whether it is the campaign that is tested itself; else it begins with that one. */
  isFirst: boolean;
  /** Undefined until it is known. */
  test: AbTest | undefined;
  part: Part | undefined;
  /** The campaign that is tested, as it is stored. */
  first: Campaign | undefined;
};

/** @returns undefined where the campaign is not tested */
export function useTested({ uid, stored }: Pick<Draft, 'uid' | 'stored'>): Tested | undefined {
  const firstUid = stored.tested_campaign_uid;
  const isFirst = firstUid === uid;
  const test = useQuery({ ...abTestQuery(firstUid ?? ''), enabled: firstUid !== undefined }).data;
  const other = useQuery({ ...campaignQuery(firstUid ?? ''), enabled: firstUid !== undefined && !isFirst }).data;
  if (firstUid === undefined) return undefined;
  return { firstUid, isFirst, test, part: test && partOf(test, uid), first: isFirst ? stored : other };
}

/** Whether it is a variant of a campaign that is planned, or more: as that one, it stays as it is. */
export function isPlanned(tested: Tested | undefined): boolean {
  const { first, part } = tested ?? {};
  return part?.kind === 'other' && first !== undefined && first.status !== 'draft';
}
