// How many single mails a customer has of each kind.
import type { Tx } from '../storage/db.ts';
import { addToTally } from '../storage/tally.ts';
import type { EmailKind } from './rules.ts';

/** What tells mails apart when they are counted. */
export type CountedEmail = { kind: EmailKind; customerId: number };

/** The tally of a customer's emails of a kind. */
export function tallyOf(kind: EmailKind): string {
  return `emails:${kind}`;
}

/**
 * Adds `by` for each of the mails; in one order always, so that no two transactions wait for each
 * other.
 */
export async function countEmails(tx: Tx, mails: readonly CountedEmail[], by: 1 | -1): Promise<void> {
  const groups = Map.groupBy(mails, ({ kind, customerId }) => `${tallyOf(kind)} ${customerId}`);
  for (const [, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [first] = group;
    if (first) await addToTally(tx, tallyOf(first.kind), first.customerId, by * group.length);
  }
}
