// What retrying ended messages requires of their campaign. Locks are taken in one order everywhere:
// campaign, rows of work, messages, counters.
import { findCounters } from '../../campaigns/counters.ts';
import { withDetails } from '../../campaigns/delivery/details.ts';
import { lockCampaign, moveCampaign } from '../../campaigns/queries.ts';
import { TRANSITIONS } from '../../campaigns/rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';

/**
 * Locks a campaign while its messages become pending again.
 * @throws AppError `state` for one that was ended early and whose remaining messages are still
 * being skipped: those would be sent too; and for one whose details were removed
 */
export async function holdForMore(
  tx: Tx,
  { id, customer_id }: Pick<Campaign, 'id' | 'customer_id'>,
): Promise<Campaign | undefined> {
  const campaign = await lockCampaign(tx, customer_id, id);
  if (campaign?.status !== 'sent') return campaign;
  withDetails(campaign);
  if (await isBeingEnded(tx, campaign)) throw new AppError('state', say('campaign-ending'));
  return campaign;
}

/** Whether a campaign was marked as sent, and some of its messages have not ended yet. */
export async function isBeingEnded(tx: Tx, { id, customer_id, status }: Campaign): Promise<boolean> {
  if (status !== 'sent') return false;
  const { audience, accepted, rejected, uncertain, skipped } = await findCounters(tx, customer_id, id);
  return audience - accepted - rejected - uncertain - skipped !== 0;
}

/**
 * A campaign that is sent goes back to sending, because some of its messages are pending again;
 * other states stay. The audience does not grow by this: not that of a campaign ended before its
 * freeze was complete, nor that of an ended autoresponder, which follows nobody any more.
 */
export async function reopen(tx: Tx, campaign: Campaign, at: number): Promise<void> {
  const { from, to } = TRANSITIONS.reopen;
  const freeze_until_id = campaign.freeze_until_id ?? 0;
  await moveCampaign(tx, campaign, {
    from,
    set: { status: to, finished_at: null, freeze_until_id, freeze_done: 1, updated_at: at },
  });
}
