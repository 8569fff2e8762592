// Of a campaign of the table that is an A/B test: that it is, and what waits for somebody there.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CampaignOverview } from '../api/campaigns/campaigns.ts';
import { useFormat } from '../api/use-format.ts';

/** Nothing where the campaign is not tested. */
export function TestWords({ campaign: { ab_test: test } }: { campaign: CampaignOverview }) {
  const words = useWords();
  return test && <span className="small">{words(test)}</span>;
}

type Test = NonNullable<CampaignOverview['ab_test']>;

function useWords(): (test: Test) => string {
  const { t } = useLingui();
  const format = useFormat();
  return ({ parts, begun_at, decides_at, decided_at }) => {
    const count = parts?.length ?? 1;
    if (begun_at === null) return t`A/B test · ${plural(count, { one: '# variant', other: '# variants' })}`;
    if (decided_at !== null) return t`A/B test, all parts together`;
    return decides_at === null
      ? t`A/B test · you choose the winner`
      : t`A/B test · winner on ${format.instant(Date.parse(decides_at))}`;
  };
}
