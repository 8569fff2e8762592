// Asks many people again whether they want to be on a list: its confirmation mail once more.
import { areOwn } from '../../storage/dialect.ts';
import type { Subscriber, Tx } from '../../storage/tables.ts';
import { isSuppressed } from '../../suppression/queries.ts';
import { askAgain } from '../confirmation/confirmations.ts';
import type { PassedOver } from './rules.ts';
import type { BulkOutcome, BulkStep } from './step.ts';

/** Makes the mail of unconfirmed people due, as far as limits and suppressions allow. */
export async function askThem(tx: Tx, { from, at }: BulkStep, rows: readonly Subscriber[]): Promise<BulkOutcome> {
  const { customer_id: customerId } = from.list;
  const suppressed = await suppressedAmong(tx, customerId, rows);
  const others = rows.filter(({ id }) => !suppressed.has(id)).map(({ id }) => id);
  const asked = others.length === 0 ? new Set<number>() : await askAgain(tx, customerId, others, at);
  const skipped = rows.flatMap(({ id, email }) => {
    const why: PassedOver = suppressed.has(id) ? 'suppressed' : 'asked-lately';
    return asked.has(id) ? [] : [{ email, why }];
  });
  return { done: asked.size, skipped };
}

async function suppressedAmong(tx: Tx, customerId: number, rows: readonly Subscriber[]): Promise<Set<number>> {
  const ids = rows.map(({ id }) => id);
  const found = await tx
    .selectFrom('subscriber')
    .select('id')
    .where(areOwn(tx, 'subscriber', customerId, ids))
    .where(isSuppressed(customerId, 'subscriber.email_key'))
    .execute();
  return new Set(found.map(({ id }) => id));
}
