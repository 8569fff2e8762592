// The filters of the table of campaigns: each shows campaigns in one or several states.
import { useLingui } from '@lingui/react/macro';

export type Filter = { key: string | undefined; name: string; statuses: readonly string[]; isAlways: boolean };

/**
 * `key` stands in the address; those that are not `isAlways` appear when there is something in
 * them.
 */
export function useFilters(): Filter[] {
  const { t } = useLingui();
  return [
    { key: undefined, name: t`All`, statuses: [], isAlways: true },
    { key: 'draft', name: t`Drafts`, statuses: ['draft'], isAlways: true },
    { key: 'pending-sending', name: t`Scheduled`, statuses: ['pending-sending'], isAlways: true },
    { key: 'sending', name: t`Sending`, statuses: ['processing', 'sending'], isAlways: true },
    { key: 'paused', name: t`Paused`, statuses: ['paused'], isAlways: true },
    { key: 'sent', name: t`Sent`, statuses: ['sent'], isAlways: true },
    { key: 'blocked', name: t`Needs attention`, statuses: ['blocked', 'pending-approve'], isAlways: false },
  ];
}

/** This many of the newest campaigns are counted by the server. */
const MOST_COUNTED = 10_000;

/** Whether there may be more campaigns than are counted: each figure is of the newest alone. */
export const isCut = (counts: Readonly<Record<string, number>>): boolean =>
  Object.values(counts).reduce((sum, n) => sum + n, 0) >= MOST_COUNTED;

/** How many campaigns a filter has, of the counts of all states. */
export function countOf({ statuses }: Filter, counts: Readonly<Record<string, number>>): number {
  const names = statuses.length > 0 ? statuses : Object.keys(counts);
  return names.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
}
