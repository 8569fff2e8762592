// Changes how a campaign is delivered: its policy for uncertain messages, and its speed.
import { addToCounter } from '../campaigns/counters.ts';
import type { DeliveryChange } from '../campaigns/delivery/delivery-change.ts';
import { gone, holdCampaign, lockCampaign, setDelivery } from '../campaigns/queries.ts';
import { WINDOW_OR_TIME } from '../campaigns/recipient-time/check.ts';
import { toColumn } from '../campaigns/recipient-time/rules.ts';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import type { Campaign } from '../storage/tables.ts';
import { resendUncertain, skipUncertain } from './retry/queries.ts';
import { holdForMore, isBeingEnded, reopen } from './retry/reopen.ts';

const CHUNK = 1_000;

/**
 * Changes how a campaign is delivered, in any state. The policy is also applied to messages that
 * are uncertain already.
 * @param at instant in ms
 * @throws AppError `state` when uncertain messages were to be sent again while the campaign is
 * being ended; `invalid` where times do not go together
 */
export async function changeDelivery(db: Db, campaign: Campaign, change: DeliveryChange, at: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    refuseTimes(await holdCampaign(tx, campaign), change);
    if (change.uncertainPolicy === 'resend') await holdForMore(tx, campaign);
    if (!(await setDelivery(tx, campaign, change, at))) gone();
  });
  await settleByPolicy(db, campaign, at);
}

const OF_CAMPAIGN = say('campaign-zone-with-campaign');

function refuseTimes(campaign: Campaign, { sendingWindow, recipientTime }: DeliveryChange): void {
  const { recipient_time_zone: stands } = campaign;
  if (recipientTime !== undefined && (recipientTime && toColumn(recipientTime)) !== stands)
    throw new AppError('invalid', OF_CAMPAIGN, { faults: { recipient_time_zone: OF_CAMPAIGN } });
  if (sendingWindow && stands !== null)
    throw new AppError('invalid', WINDOW_OR_TIME, { faults: { sending_window: WINDOW_OR_TIME } });
}

/**
 * Applies a campaign's policy to its uncertain messages: `resend` makes them pending (a campaign
 * that is sent goes back to sending; one that is being ended is left for later), `skip` skips them,
 * `hold` leaves them. In chunks, so that others get their turn.
 *
 * A row that a lost worker left names that worker's lease, by which the worker may still report its
 * outcome. Removing that name makes a late report harmless: it finds no row, whatever became of the
 * message since.
 * @returns how many were made pending or skipped
 */
export async function settleByPolicy(
  db: Db,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
  at: number,
): Promise<number> {
  for (let settled = 0; ; ) {
    const moved = await inTransaction(db, (tx) => settleSome(tx, campaign, at));
    settled += moved;
    if (moved < CHUNK) return settled;
  }
}

async function settleSome(tx: Tx, of: Pick<Campaign, 'id' | 'customer_id'>, at: number): Promise<number> {
  const campaign = await lockCampaign(tx, of.customer_id, of.id);
  if (!campaign) return 0;
  const key = { customerId: of.customer_id, campaignId: of.id };
  if (campaign.uncertain_policy === 'skip') {
    const skipped = await skipUncertain(tx, { campaign, limit: CHUNK }, at);
    await addToCounter(tx, key, { uncertain: -skipped, skipped });
    return skipped;
  }
  if (campaign.uncertain_policy !== 'resend' || (await isBeingEnded(tx, campaign))) return 0;
  const uncertain = await resendUncertain(tx, { campaign, limit: CHUNK });
  if (uncertain === 0) return 0;
  await reopen(tx, campaign, at);
  await addToCounter(tx, key, { uncertain: -uncertain });
  return uncertain;
}
