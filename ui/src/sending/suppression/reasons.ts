// Why addresses get no mail, in words.
import { useLingui } from '@lingui/react/macro';
import type { Reason } from '../../api/campaigns/reasons.ts';

export function useReasonNames(): Readonly<Record<Reason, string>> {
  const { t } = useLingui();
  return {
    'hard-bounce': t`Hard bounce`,
    'soft-bounces': t`Repeated soft bounces`,
    complaint: t`Complaint`,
    manual: t`Blocked by hand`,
    import: t`From a file`,
  };
}

/** What is stored where nobody gave a reason; each reader sees it in their language. */
export const BY_HAND = 'added by hand';

/** What led to it, as it is stored. */
export function useDetailWords(): (detail: string) => string {
  const { t } = useLingui();
  const words: Readonly<Record<string, string>> = {
    [BY_HAND]: t`added by hand`,
    'added by API': t`added by a program`,
  };
  return (detail) => (Object.hasOwn(words, detail) ? (words[detail] ?? detail) : detail);
}
