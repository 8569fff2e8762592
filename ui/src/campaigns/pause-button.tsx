// Pauses a campaign, or lets it go on.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../api/accounts/session.ts';
import { type CampaignOverview, setPaused } from '../api/campaigns/campaigns.ts';
import { Button } from '../kit/parts.tsx';
import { toast } from '../kit/toast.ts';

type PauseProps = { campaign: Pick<CampaignOverview, 'campaign_uid' | 'name' | 'status'> };

export function usePause({ campaign_uid: uid, status }: PauseProps['campaign']) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => setPaused(uid, status !== 'paused'),
    onError: (error) => toast(error.message, 'bad'),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ['campaign', uid] });
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    },
  });
}

export function PauseButton({ campaign, size = 'sm' }: PauseProps & { size?: 'sm' | 'xs' }) {
  const { t } = useLingui();
  const maySend = useMay('send');
  const pause = usePause(campaign);
  if (!maySend) return null;
  const isPaused = campaign.status === 'paused';
  const label = isPaused ? t`Go on sending` : t`Pause`;
  return (
    <Button
      variant={isPaused ? 'filled' : 'default'}
      size={size}
      loading={pause.isPending}
      aria-label={size === 'sm' ? undefined : `${label}: ${campaign.name}`}
      onClick={() => pause.mutate()}
    >
      {label}
    </Button>
  );
}
