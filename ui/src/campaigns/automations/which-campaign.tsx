// Which campaign something follows: in a new mail of a chain, and in the editor.
import { useLingui } from '@lingui/react/macro';
import { useCampaignChoice } from '../../api/named-campaigns.ts';
import { Choice } from '../../kit/parts.tsx';

type WhichProps = {
  /** Its number; '': none yet. */
  chosen: string;
  /** The uid of one that cannot follow itself. */
  except?: string;
  error?: string | undefined;
  onChoose: (campaignId: string) => void;
};

export function WhichCampaign({ chosen, except, error, onChoose }: WhichProps) {
  const { t } = useLingui();
  const { choices, query } = useCampaignChoice(chosen);
  return (
    <Choice
      label={t`Which campaign`}
      searchable
      placeholder={t`Choose a campaign`}
      query={query}
      nothingFoundMessage={t`No campaign is called so`}
      description={
        chosen === ''
          ? t`Nothing is saved of the event until a campaign is chosen.`
          : t`An A/B test counts as one campaign.`
      }
      data={choices.filter(({ uid }) => uid !== except).map(({ value, label }) => ({ value, label }))}
      value={chosen === '' ? null : chosen}
      error={error}
      onChange={(value) => value && onChoose(value)}
    />
  );
}
