// Why addresses get no mail, in words.
import { useLingui } from '@lingui/react/macro';
import type { Reason } from '../../api/campaigns/reasons.ts';

export function useReasonNames(): Readonly<Record<Reason, string>> {
  const { t } = useLingui();
  return {
    'hard-bounce': t`Hard bounce`,
    'soft-bounces': t`Soft bounces, again and again`,
    complaint: t`Complaint`,
    manual: t`Blocked by hand`,
    import: t`From a file`,
  };
}
