// Records outcomes from a worker that was thought lost, for messages that became uncertain
// meanwhile, or were given up because their campaign's policy is to skip those.
import { sql } from 'kysely';
import { type CounterDeltas, countInto } from '../../campaigns/counters.ts';
import type { Tx } from '../../storage/db.ts';
import { recordStatement } from '../../storage/statements/record-statement.ts';
import { isSettledBy } from '../rules.ts';
import { mayLeave } from '../states.ts';
import { OUTCOME, type OutcomeRecord, type WrittenOutcome, writtenOf } from '../turn/records.ts';
import type { LeaseValues } from '../turn/texts.ts';
import { tellEnded } from '../webhook-facts.ts';
import { isStill, LEFT, type Left } from './late-rows.ts';
import { holdForLate, moveUnsent } from './late-unsent.ts';

const writing = (left: Left) =>
  recordStatement<LeaseValues, OutcomeRecord, WrittenOutcome>(
    OUTCOME,
    (_, places) => sql`update message set state = ${places.member('state')}, reason = ${places.member('reason')},
        detail = ${places.member('detail')}, reply = ${places.member('reply')},
        relay_id = coalesce(${places.member('relay')}, message.relay_id),
        finished_at = ${places.member('ended_at')}, lease_id = null, attempt = null
      ${places.from} where ${isStill(left, places)} and ${mayLeave('message', 'reject')}`,
    {
      returning: sql`message.customer_id, message.campaign_id, message.subscriber_id, message.state, message.reason,
        message.reply, message.finished_at`,
      rowOf: writtenOf,
    },
  );
const WRITE_LATE = LEFT.map((left) => ({ left, write: writing(left) }));

/**
 * While the message still names our lease and attempt, an outcome known for certain is written. The
 * try was counted before.
 * @param late.workEnds messages that ended; late.workWaits: those that were deferred or given back
 * @param at now, ms
 */
export async function recordLate(
  tx: Tx,
  leaseId: number,
  late: { workEnds: readonly OutcomeRecord[]; workWaits: readonly OutcomeRecord[] },
  deltas: CounterDeltas,
  at: number,
): Promise<void> {
  const held = await holdForLate(tx, leaseId, late.workWaits); // first: campaigns are locked before messages
  const known = late.workEnds.filter(({ state }) => isSettledBy(state));
  for (const { left, write } of WRITE_LATE) {
    const written = await write(tx, { leaseId }, known);
    await tellEnded(tx, written);
    for (const { customer_id, campaign_id, state } of written) {
      const of = { customerId: customer_id, campaignId: campaign_id };
      countInto(deltas, of, left, -1);
      countInto(deltas, of, state);
    }
  }
  await moveUnsent(tx, leaseId, held, deltas, at);
}
