// Ends a campaign that is paused: who does not have it yet gets nothing, and its report stays.
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../api/accounts/session.ts';
import { type CampaignOverview, endCampaign } from '../../api/campaigns/campaigns.ts';
import { useFormat } from '../../api/use-format.ts';
import { Confirm } from '../../kit/confirm-button.tsx';
import { DialogButton } from '../../kit/dialog-button.tsx';
import { toast } from '../../kit/toast.ts';

export function EndButton({ campaign }: { campaign: CampaignOverview }) {
  const { t } = useLingui();
  const format = useFormat();
  const queryClient = useQueryClient();
  const maySend = useMay('send');
  if (!maySend) return null;
  const { campaign_uid, name, progress } = campaign;
  const end = async () => {
    await endCampaign(campaign_uid);
    toast(t`“${name}” has ended: nothing more is sent`);
    await queryClient.invalidateQueries({ queryKey: ['campaign'] });
    await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
  };
  const left = progress ? format.number(progress.left) : '';
  return (
    <DialogButton label={t`End…`} title={t`End “${name}”?`} variant="default">
      {(close) => (
        <Confirm label={t`End it`} close={close} onConfirm={end}>
          {progress && !campaign.is_recurring
            ? t`Nothing more is sent: whoever is left (${left}) does not get it. Its report stays. This cannot be undone.`
            : t`Nothing more is sent. Its report stays. This cannot be undone.`}
        </Confirm>
      )}
    </DialogButton>
  );
}
