// "Retry failed only": messages that were rejected go out once more.
import { addToCounters } from '../../campaigns/counters.ts';
import { RETRYABLE } from '../../campaigns/rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';

import { FAILED, type Failed, type FailedRange, failedMessages, sendAgain } from './queries.ts';
import { holdForMore, reopen } from './reopen.ts';

/**
 * What a call did: messages that are pending again, and failed ones whose address may get no mail.
 */
export type Retried = { retried: number; excluded: number };

const CHUNK = 2_000;

/**
 * Puts rejected messages (on request uncertain ones too) back to work, with no try behind them; a
 * campaign that is sent goes back to sending. Left as they are: those whose subscriber is not
 * confirmed any more, is suppressed or bounced for good.
 *
 * In chunks, each with its counters; what comes in or fails anew while this runs is not taken. A
 * second call at the same time, or one after the other, finds what is still failed.
 * @param at instant in ms
 * @throws AppError `state` in a state that has no failed messages, or while the campaign is being
 * ended
 */
export async function retryFailed(
  db: Db,
  campaign: Campaign,
  { includeUncertain }: { includeUncertain: boolean },
  at: number,
): Promise<Retried> {
  const total: Retried = { retried: 0, excluded: 0 };
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
): Promise<Retried & { last: number | undefined }> {
  const campaign = await holdForMore(tx, id);
  if (!campaign || !RETRYABLE.some((status) => status === campaign.status)) {
    throw new AppError('state', 'The campaign does not allow retrying its failed messages!');
  }
  const { rows, last } = await failedMessages(tx, { id, customer_id }, range);
  const asked = rows.filter((row) => row.state === 'rejected' || includeUncertain);
  const again = asked.filter((row) => row.is_mailable);
  if (again.length > 0) {
    await reopen(tx, campaign, at);
    const ids = again.map((row) => row.subscriber_id);
    await sendAgain(tx, campaign, ids, { keepsAttempts: false, at });
    const count = (state: Failed['state']) => again.filter((row) => row.state === state).length;
    await addToCounters(tx, new Map([[id, { rejected: -count('rejected'), uncertain: -count('uncertain') }]]));
  }
  return { retried: again.length, excluded: asked.length - again.length, last };
}
