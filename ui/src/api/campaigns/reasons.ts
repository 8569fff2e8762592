// Why addresses are on the suppression list.
import { useLingui } from '@lingui/react/macro';
import type { Suppression } from './suppressions.ts';

export type Reason = Suppression['reason'];

const ALL: Readonly<Record<Reason, true>> = {
  'hard-bounce': true,
  'soft-bounces': true,
  complaint: true,
  manual: true,
  import: true,
};

/** All that there are, in the order in which they are offered. */
export const REASONS = Object.keys(ALL) as Reason[];

/** Why an address gets no mail, in words. */
export function useSuppressionNames(): Readonly<Record<Reason, string>> {
  const { t } = useLingui();
  return {
    'hard-bounce': t`bounced permanently`,
    'soft-bounces': t`bounced several times`,
    complaint: t`reported an email as spam`,
    manual: t`blocked on request`,
    import: t`blocked from a file`,
  };
}
