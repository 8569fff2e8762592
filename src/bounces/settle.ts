// Late evidence about an uncertain message.
import { addToCounters } from '../campaigns/counters.ts';
import type { Tx } from '../storage/db.ts';

/** Makes an uncertain message accepted, with the counters. @returns whether it was uncertain */
export async function settleUncertain(tx: Tx, messageId: number, _at: number): Promise<boolean> {
  const row = await tx
    .updateTable('message')
    .set({ state: 'accepted', lease_id: null, next_attempt_at: null })
    .where('id', '=', messageId)
    .where('state', '=', 'uncertain')
    .returning('campaign_id')
    .executeTakeFirst();
  if (!row) return false;
  await addToCounters(tx, new Map([[row.campaign_id, { uncertain: -1, accepted: 1 }]]));
  return true;
}
