// Why addresses are on the suppression list.
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
