// The button that begins a campaign.
import { useLingui } from '@lingui/react/macro';
import { useMay } from '../api/accounts/session.ts';
import { NewCampaignForm } from '../api/campaigns/new-campaign.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';

export function NewCampaign() {
  const { t } = useLingui();
  const mayEdit = useMay('edit');
  return (
    <DialogButton
      label={t`New campaign`}
      anchor="new-campaign"
      why={mayEdit ? undefined : t`Your role can view, but not change anything.`}
    >
      {() => <NewCampaignForm />}
    </DialogButton>
  );
}
