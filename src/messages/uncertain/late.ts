// Records outcomes from a worker that was thought lost, for messages that became uncertain
// meanwhile.
import { sql } from 'kysely';
import { type CounterDeltas, countInto } from '../../campaigns/counters.ts';
import type { Tx } from '../../storage/db.ts';
import { recordStatement } from '../../storage/statements/record-statement.ts';
import { isSettledBy } from '../rules.ts';
import { mayLeave } from '../states.ts';
import { tellEnded } from '../told.ts';
import { OUTCOME, type OutcomeRecord, type WrittenOutcome, writtenOf } from '../turn/records.ts';

const writeLate = recordStatement<{ leaseId: number }, OutcomeRecord, WrittenOutcome>(
  OUTCOME,
  (_, { member, value, from }) => sql`update message set state = ${member('state')}, reason = ${member('reason')},
      detail = ${member('detail')}, reply = ${member('reply')}, relay_id = coalesce(${member('relay')}, message.relay_id),
      finished_at = ${member('ended_at')}, lease_id = null, attempt = null
    ${from} where message.customer_id = ${member('customer')} and message.campaign_id = ${member('campaign')}
      and message.subscriber_id = ${member('subscriber')} and message.attempt = ${member('attempt')}
      and message.lease_id = ${value('leaseId')} and ${mayLeave('message', 'reject')}`,
  {
    returning: sql`message.customer_id, message.campaign_id, message.subscriber_id, message.state, message.reason,
      message.reply, message.finished_at`,
    rowOf: writtenOf,
  },
);

/**
 * While the message still names our lease and attempt, an outcome known for certain is written. The
 * try was counted before.
 */
export async function recordLate(
  tx: Tx,
  leaseId: number,
  ends: readonly OutcomeRecord[],
  deltas: CounterDeltas,
): Promise<void> {
  const known = ends.filter(({ state }) => isSettledBy(state));
  const written = await writeLate(tx, { leaseId }, known);
  await tellEnded(tx, written);
  for (const { customer_id, campaign_id, state } of written) {
    const of = { customerId: customer_id, campaignId: campaign_id };
    countInto(deltas, of, 'uncertain', -1);
    countInto(deltas, of, state);
  }
}
