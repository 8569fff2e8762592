// How a campaign is delivered: what becomes of messages of which nobody knows whether they were
// accepted, and how fast it goes.
import { addToCounters } from '../campaigns/counters.ts';
import type { DeliveryChange } from '../campaigns/delivery/delivery-change.ts';
import { gone, setDelivery } from '../campaigns/queries.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import type { Campaign } from '../storage/tables.ts';
import { resendUncertain, skipUncertain } from './retry/queries.ts';
import { holdForMore, reopen } from './retry/reopen.ts';

const CHUNK = 1_000;

/**
 * Changes how a campaign is delivered, in any state. The policy also holds for messages that are
 * uncertain already.
 * @param at instant in ms
 * @throws AppError `state` when uncertain messages were to be sent again while the campaign is
 * being ended
 */
export async function changeDelivery(db: Db, campaign: Campaign, change: DeliveryChange, at: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (change.uncertainPolicy === 'resend') await holdForMore(tx, campaign.id);
    if (!(await setDelivery(tx, campaign, change, at))) gone();
  });
  await settleByPolicy(db, campaign.id, at);
}

/**
 * Does with a campaign's uncertain messages what its policy says: `resend` puts them back to work
 * (a campaign that is sent goes back to sending), `skip` skips them, `hold` leaves them. In chunks,
 * so that others get their turn.
 *
 * A row that a lost worker left names that worker's lease, by which it may still say what happened.
 * Giving up that name makes it harmless: its late word hits no row, whatever became of the message
 * since.
 * @returns how many were put back or skipped
 */
export async function settleByPolicy(db: Db, campaignId: number, at: number): Promise<number> {
  for (let settled = 0; ; ) {
    const moved = await inTransaction(db, (tx) => settleSome(tx, campaignId, at));
    settled += moved;
    if (moved < CHUNK) return settled;
  }
}

async function settleSome(tx: Tx, campaignId: number, at: number): Promise<number> {
  const campaign = await holdForMore(tx, campaignId);
  if (!campaign) return 0;
  if (campaign.uncertain_policy === 'resend') {
    const uncertain = await resendUncertain(tx, { campaign, limit: CHUNK }, at);
    if (uncertain === 0) return 0;
    await reopen(tx, campaign, at);
    await addToCounters(tx, new Map([[campaignId, { uncertain: -uncertain }]]));
    return uncertain;
  }
  if (campaign.uncertain_policy !== 'skip') return 0;
  const skipped = await skipUncertain(tx, { campaign, limit: CHUNK });
  await addToCounters(tx, new Map([[campaignId, { uncertain: -skipped, skipped }]]));
  return skipped;
}
