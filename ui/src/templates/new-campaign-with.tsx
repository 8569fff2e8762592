// A new campaign that begins with a template.
import { useLingui } from '@lingui/react/macro';
import { type BeginsWith, NewCampaignForm } from '../api/campaigns/new-campaign.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';

export function NewCampaignWith({ name, of }: { name: string; of: BeginsWith }) {
  const { t } = useLingui();
  return (
    <DialogButton
      label={t`New campaign`}
      about={t`New campaign with ${name}`}
      title={t`New campaign with ${name}`}
      variant="default"
      isCompact
    >
      {() => <NewCampaignForm of={of} />}
    </DialogButton>
  );
}
