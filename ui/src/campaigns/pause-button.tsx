// Pauses a campaign, or lets it go on.
import { useLingui } from '@lingui/react/macro';
import { useMay } from '../api/accounts/session.ts';
import { type CampaignOverview, usePause } from '../api/campaigns/campaigns.ts';
import { Button } from '../kit/parts.tsx';

type PauseProps = { campaign: Pick<CampaignOverview, 'campaign_uid' | 'name' | 'status'> };

export function PauseButton({ campaign, size = 'sm' }: PauseProps & { size?: 'sm' | 'xs' }) {
  const { t } = useLingui();
  const maySend = useMay('send');
  const isPaused = campaign.status === 'paused';
  const pause = usePause(campaign.campaign_uid, !isPaused);
  if (!maySend) return null;
  const label = isPaused ? t`Resume` : t`Pause`;
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
