// What DNS says of records, in words and tones.
import { useLingui } from '@lingui/react/macro';
import type { DnsState } from '../api/campaigns/sending.ts';
import type { Tone } from '../kit/state.tsx';

export function useDnsState(): (state: DnsState) => { name: string; tone: Tone } {
  const { t } = useLingui();
  const names: Record<DnsState, { name: string; tone: Tone }> = {
    good: { name: t`Correct`, tone: 'good' },
    weak: { name: t`Works, could be better`, tone: 'good' },
    missing: { name: t`Missing`, tone: 'bad' },
    wrong: { name: t`Incorrect`, tone: 'bad' },
    unknown: { name: t`DNS did not answer`, tone: 'held' },
    unchecked: { name: t`Not checked yet`, tone: 'open' },
  };
  return (state) => names[state];
}
