// Which campaign something follows: in a new mail of a chain, and in the editor.
import { useLingui } from '@lingui/react/macro';
import { CampaignChoice } from '../../api/named-campaigns/campaign-choice.tsx';

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
  return (
    <CampaignChoice
      label={t`Which campaign`}
      placeholder={t`Select a campaign`}
      description={
        chosen === '' ? t`The event is not saved until you select a campaign.` : t`An A/B test counts as one campaign.`
      }
      except={except}
      value={chosen}
      error={error}
      onChange={(value) => value && onChoose(value)}
    />
  );
}
