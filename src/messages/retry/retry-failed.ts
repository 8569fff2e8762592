// "Retry failed only": sends rejected messages again.
import { addToCounter } from '../../campaigns/counters.ts';
import { RETRYABLE } from '../../campaigns/rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';

import { FAILED, type FailedMessage, type FailedRange, failedMessages, sendAgain } from './queries.ts';
import { holdForMore, reopen } from './reopen.ts';

/**
 * The result of a call: messages that are pending again, and failed ones whose address may get no
 * mail.
 */
export type RetryResult = { retried: number; excluded: number };

const CHUNK = 2_000;

/**
 * Makes rejected messages (on request uncertain ones too) pending again, with no tries counted; a
 * campaign that is sent goes back to sending. Left out are messages whose subscriber is not
 * confirmed any more, is suppressed or hard-bounced.
 *
 * In chunks, each with its counters; messages that fail while this runs are not taken. A second
 * call, at the same time or later, finds what is still failed.
 * @param at instant in ms
 * @throws AppError `state` in a state that has no failed messages, or while the campaign is being
 * ended
 */
export async function retryFailed(
  db: Db,
  campaign: Campaign,
  { includeUncertain }: { includeUncertain: boolean },
  at: number,
): Promise<RetryResult> {
  const total: RetryResult = { retried: 0, excluded: 0 };
  for (const reason of FAILED) {
    for (let after = 0, more = true; more; ) {
      const range = { reason, after, before: at, limit: CHUNK };
      const failed = await inTransaction(db, (tx) => retrySome(tx, campaign, range, { includeUncertain }, at));
      total.retried += failed.retried;
      total.excluded += failed.excluded;
      more = failed.last !== undefined;
      after = failed.last ?? after;
    }
  }
  return total;
}

async function retrySome(
  tx: Tx,
  { id, customer_id }: Campaign,
  range: FailedRange,
  { includeUncertain }: { includeUncertain: boolean },
  at: number,
): Promise<RetryResult & { last: number | undefined }> {
  const campaign = await holdForMore(tx, { id, customer_id });
  if (!campaign || !RETRYABLE.some((status) => status === campaign.status)) {
    throw new AppError('state', say('campaign-not-retried'));
  }
  const { rows, last } = await failedMessages(tx, { id, customer_id }, range);
  const asked = rows.filter((row) => row.state === 'rejected' || includeUncertain);
  const again = asked.filter((row) => row.is_mailable);
  if (again.length > 0) {
    await reopen(tx, campaign, at);
    const ids = again.map((row) => row.subscriber_id);
    await sendAgain(tx, campaign, ids, { keepsAttempts: false });
    const count = (state: FailedMessage['state']) => again.filter((row) => row.state === state).length;
    const of = { customerId: customer_id, campaignId: id };
    await addToCounter(tx, of, { rejected: -count('rejected'), uncertain: -count('uncertain') });
  }
  return { retried: again.length, excluded: asked.length - again.length, last };
}
