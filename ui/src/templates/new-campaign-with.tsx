// A new campaign that begins with a template.
import { useLingui } from '@lingui/react/macro';
import { type BeginsWith, NewCampaignForm } from '../api/campaigns/new-campaign.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';

type WithProps = { name: string; of: BeginsWith /** In a card. */; isCompact?: boolean };

export function NewCampaignWith({ name, of, isCompact = false }: WithProps) {
  const { t } = useLingui();
  return (
    <DialogButton
      label={t`New campaign`}
      about={t`New campaign with ${name}`}
      title={t`New campaign with ${name}`}
      variant="default"
      isCompact={isCompact}
    >
      {() => <NewCampaignForm of={of} />}
    </DialogButton>
  );
}
