// What a campaign of the table is in an A/B test, and what waits for somebody there.
import { useLingui } from '@lingui/react/macro';
import type { CampaignOverview } from '../api/campaigns/campaigns.ts';
import { useFormat } from '../api/use-format.ts';

/** Nothing where the campaign is not tested. */
export function TestPart({ campaign }: { campaign: CampaignOverview }) {
  const part = usePartWords();
  const state = useStateWords();
  const { ab_test: test } = campaign;
  return (
    test && (
      <span className="small">
        {part(test)}
        {state(test)}
      </span>
    )
  );
}

type Part = NonNullable<CampaignOverview['ab_test']>;

function usePartWords(): (test: Part) => string {
  const { t } = useLingui();
  return ({ letter }) => (letter === null ? t`A/B test: the rest` : t`A/B test: variant ${letter}`);
}

/** How the test goes is told once, at its first variant; who won at the one that did. */
function useStateWords(): (test: Part) => string {
  const { t } = useLingui();
  const format = useFormat();
  return ({ letter, is_winner, begun_at, decides_at, decided_at }) => {
    if (is_winner) return ` · ${t`winner`}`;
    if (letter !== 'A' || begun_at === null || decided_at !== null) return '';
    return decides_at === null
      ? ` · ${t`you choose the winner`}`
      : ` · ${t`winner on ${format.instant(Date.parse(decides_at))}`}`;
  };
}
