// Whether mail goes through a relay.
import { useLingui } from '@lingui/react/macro';
import type { WholeRelay } from '../api/campaigns/sending.ts';
import { State } from '../kit/state.tsx';

export function RelayState({ relay: { status, fault } }: { relay: Pick<WholeRelay, 'status' | 'fault'> }) {
  const { t } = useLingui();
  if (status !== 'active') return <State tone="held">{t`Switched off`}</State>;
  return fault === null ? <State tone="good">{t`In use`}</State> : <State tone="bad">{t`Not working`}</State>;
}
