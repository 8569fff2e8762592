// What the states of a subscriber are called, and how they look.
import { useLingui } from '@lingui/react/macro';
import type { Tone } from '../kit/state.tsx';

export const SUBSCRIBER_STATES = [
  'confirmed',
  'unconfirmed',
  'unsubscribed',
  'blacklisted',
  'disabled',
  'unapproved',
  'moved',
] as const;

export function useSubscriberState(): (status: string) => { name: string; tone: Tone } {
  const { t } = useLingui();
  const names: Record<string, { name: string; tone: Tone }> = {
    confirmed: { name: t`Confirmed`, tone: 'good' },
    unconfirmed: { name: t`Not confirmed yet`, tone: 'planned' },
    unsubscribed: { name: t`Unsubscribed`, tone: 'open' },
    blacklisted: { name: t`Blocked`, tone: 'bad' },
    disabled: { name: t`Disabled`, tone: 'held' },
    unapproved: { name: t`Awaiting approval`, tone: 'held' },
    moved: { name: t`Moved`, tone: 'open' },
  };
  return (status) => names[status] ?? { name: status, tone: 'open' };
}
