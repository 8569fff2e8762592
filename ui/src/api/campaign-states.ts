// What the states of a campaign are called, and how they look.
import { useLingui } from '@lingui/react/macro';
import type { Tone } from '../kit/state.tsx';

type StateName = { name: string; tone: Tone };

export function useStateName(): (status: string) => StateName {
  const { t } = useLingui();
  const names: Record<string, StateName> = {
    draft: { name: t`Draft`, tone: 'open' },
    'pending-sending': { name: t`Scheduled`, tone: 'planned' },
    sending: { name: t`Sending`, tone: 'moving' },
    processing: { name: t`Sending`, tone: 'moving' },
    paused: { name: t`Paused`, tone: 'held' },
    sent: { name: t`Sent`, tone: 'good' },
    blocked: { name: t`Blocked`, tone: 'bad' },
    'pending-approve': { name: t`Awaiting approval`, tone: 'held' },
    'pending-delete': { name: t`Being removed`, tone: 'open' },
  };
  return (status) => names[status] ?? { name: status, tone: 'open' };
}
