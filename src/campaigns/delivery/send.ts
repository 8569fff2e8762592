// Sending a draft: it waits for its send time, which may be now.
import { AppError } from '../../kernel/errors.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import type { CampaignDraft } from '../create.ts';
import { hasBegun, isEditable } from '../rules.ts';
import { changeCampaign } from '../update.ts';

/**
 * Lets a campaign that has not begun (a draft, one that is paused or waits) begin at its send time.
 * @param read gives the campaign as it should be, its status pending-sending
 * @param at now, in ms
 * @throws AppError `state` where it has begun, `not_found`, and what `read` throws
 */
export function sendCampaign(
  db: Db,
  which: { customerId: number; uid: string },
  read: (before: Campaign) => Promise<CampaignDraft>,
  at: number,
): Promise<Campaign> {
  return changeCampaign(db, which, { read, refuse: (before) => refusal(before, at) }, at);
}

function refusal(campaign: Campaign, at: number): AppError | undefined {
  if (campaign.status === 'paused' && hasBegun(campaign, at)) {
    return new AppError('state', 'This campaign has begun and is paused: let it go on with pause-unpause.');
  }
  if (isEditable(campaign, at)) return undefined;
  return new AppError('state', `This campaign cannot be sent: its status is ${campaign.status}.`);
}
