// Pauses the other variants of an A/B test whose first one is sent already, or lets them go on.
import { useLingui } from '@lingui/react/macro';
import type { AbTest } from '../api/campaigns/ab-tests.ts';
import { usePause } from '../api/campaigns/campaigns.ts';
import { Button } from '../kit/parts.tsx';

const GOING: readonly string[] = ['pending-sending', 'processing', 'sending'];

/** Nothing where the screen of the first variant has the button itself, or all are done. */
export function PauseOthers({ test }: { test: AbTest }) {
  const { t } = useLingui();
  const [first, ...others] = test.variants;
  const isGoing = others.some(({ status }) => GOING.includes(status));
  const pause = usePause(test.campaign_uid, isGoing);
  if (first?.status !== 'sent' || !(isGoing || others.some(({ status }) => status === 'paused'))) return null;
  return (
    <Button variant="default" size="compact-sm" loading={pause.isPending} onClick={() => pause.mutate()}>
      {isGoing ? t`Pause the other variants` : t`Resume the other variants`}
    </Button>
  );
}
