// Pauses the other variants of an A/B test whose first one is sent already, or lets them go on.
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AbTest } from '../api/campaigns/ab-tests.ts';
import { setPaused } from '../api/campaigns/campaigns.ts';
import { Button } from '../kit/parts.tsx';
import { toast } from '../kit/toast.ts';

const GOING: readonly string[] = ['pending-sending', 'processing', 'sending'];

/** Nothing where the screen of the first variant has the button itself, or all are done. */
export function PauseOthers({ test }: { test: AbTest }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [first, ...others] = test.variants;
  const isGoing = others.some(({ status }) => GOING.includes(status));
  const pause = useMutation({
    mutationFn: () => setPaused(test.campaign_uid, isGoing),
    onError: (error) => toast(error.message, 'bad'),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ['campaign'] });
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    },
  });
  if (first?.status !== 'sent' || !(isGoing || others.some(({ status }) => status === 'paused'))) return null;
  return (
    <Button variant="default" size="compact-sm" loading={pause.isPending} onClick={() => pause.mutate()}>
      {isGoing ? t`Pause the other variants` : t`Go on with the other variants`}
    </Button>
  );
}
