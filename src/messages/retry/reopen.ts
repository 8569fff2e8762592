// Messages that have ended go out once more: what that asks of their campaign. Locks are taken in
// one order everywhere: campaign, rows of work, messages, counters.
import { findCounters } from '../../campaigns/counters.ts';
import { lockCampaign, moveCampaign } from '../../campaigns/queries.ts';
import { TRANSITIONS } from '../../campaigns/rules.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';

/**
 * Holds a campaign while its messages become pending again.
 * @throws AppError `state` for one that was marked as sent and whose rest is still being skipped:
 * that rest would go out too
 */
export async function holdForMore(tx: Tx, campaignId: number): Promise<Campaign | undefined> {
  const campaign = await lockCampaign(tx, campaignId);
  if (campaign?.status !== 'sent') return campaign;
  const counters = await findCounters(tx, campaignId);
  const { audience, accepted, rejected, uncertain, skipped } = counters;
  const open = audience - accepted - rejected - uncertain - skipped;
  if (open === 0) return campaign;
  throw new AppError(
    'state',
    'The campaign was marked as sent and is still being ended. Please try again in a moment.',
  );
}

/**
 * A campaign that is sent goes back to sending, because some of its messages are pending again; one
 * in another state stays in it. One that was marked as sent before its audience was complete gets
 * no larger audience by this, and an autoresponder that was ended follows nobody any more: what it
 * reached is its audience.
 */
export async function reopen(tx: Tx, campaign: Campaign, at: number): Promise<void> {
  const { from, to } = TRANSITIONS.reopen;
  const freeze_until_id = campaign.freeze_until_id ?? 0;
  await moveCampaign(tx, campaign, {
    from,
    set: { status: to, finished_at: null, freeze_until_id, freeze_done: 1, updated_at: at },
  });
}
