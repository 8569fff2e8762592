// Late evidence about a message of which nobody knew whether a mail server took it: an open, a click, an unsubscribe, a
// bounce or a complaint can only come from a message that arrived. The one place where that is decided.
//
// A message that policy `skip` gave up (or that was skipped for another reason after it had been in flight) counts too:
// skipping says that it is not sent again, not that it did not arrive. One that never was in flight stays as it is.
import type { Tx } from '../storage/db.ts';
import { numberSet } from '../storage/dialect.ts';
import type { Message } from '../storage/tables.ts';
import { type CounterDeltas, countInto } from './counters.ts';

const UNSETTLED = ['uncertain', 'skipped'] as const;
type Unsettled = (typeof UNSETTLED)[number];

/** Whether evidence may change the message; asked before the store is, which is hardly ever needed. */
export function isUnsettled(state: Message['state']): state is Unsettled {
  return state === 'uncertain' || state === 'skipped';
}

/**
 * Makes messages accepted of which something was heard; a message that already is changes nothing. Their rows are held by
 * the caller; what changes in the counters is added to `deltas`.
 * @returns how many became accepted
 */
export async function settleArrived(
  tx: Tx,
  messages: readonly Pick<Message, 'id' | 'state'>[],
  deltas: CounterDeltas,
): Promise<number> {
  let settled = 0;
  for (const state of UNSETTLED) {
    const ids = messages.filter((message) => message.state === state).map((message) => message.id);
    if (ids.length === 0) continue;
    for (const campaignId of await acceptFrom(tx, state, ids)) {
      countInto(deltas, campaignId, state, -1);
      countInto(deltas, campaignId, 'accepted');
      settled += 1;
    }
  }
  return settled;
}

/** Without its lease: a late outcome of whoever sent it hits nothing. @returns the campaigns, one entry a message */
async function acceptFrom(tx: Tx, state: Unsettled, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .updateTable('message')
    .set({ state: 'accepted', lease_id: null, next_attempt_at: null })
    .where('id', 'in', numberSet(tx, [...new Set(ids)]))
    .where('state', '=', state)
    .$if(state === 'skipped', (update) => update.where('in_flight_at', 'is not', null))
    .returning('campaign_id')
    .execute();
  return rows.map((row) => row.campaign_id);
}
