// Tallies of a customer's transactional emails, by kind.
import type { Tx } from '../storage/db.ts';
import { addToTally } from '../storage/tally.ts';
import type { EmailKind } from './rules.ts';

/** What the tallies are kept by. */
export type CountedEmail = { kind: EmailKind; customerId: number };

/** The tally of a customer's emails of a kind. */
export function tallyOf(kind: EmailKind): string {
  return `emails:${kind}`;
}

/**
 * Adds `by` for each of the emails; always in one order, so that two transactions never deadlock.
 */
export async function countEmails(tx: Tx, mails: readonly CountedEmail[], by: 1 | -1): Promise<void> {
  const groups = Map.groupBy(mails, ({ kind, customerId }) => `${tallyOf(kind)} ${customerId}`);
  for (const [, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [first] = group;
    if (first) await addToTally(tx, first.customerId, tallyOf(first.kind), by * group.length);
  }
}
