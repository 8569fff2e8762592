// Sends a draft: from now on it waits for its send time, which may be now.
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { hasBegun, isEditable } from '../rules.ts';
import { changeCampaign } from '../update.ts';

/**
 * Makes a campaign that has not begun (a draft, paused or waiting) begin at its send time.
 * @param change of which `read` gives the campaign as it should be, with status pending-sending
 * @param at now, in ms
 * @throws AppError `state` where it has begun, and what changeCampaign throws
 */
export function sendCampaign(
  db: Db,
  which: { customerId: number; uid: string },
  change: Omit<Parameters<typeof changeCampaign>[2], 'refuse'>,
  at: number,
): Promise<Campaign> {
  return changeCampaign(db, which, { ...change, refuse: (before) => refusal(before, at) }, at);
}

function refusal(campaign: Campaign, at: number): AppError | undefined {
  if (campaign.status === 'paused' && hasBegun(campaign, at)) {
    return new AppError('state', say('campaign-begun-paused'));
  }
  if (isEditable(campaign, at)) return undefined;
  return new AppError('state', say('campaign-not-sendable', { status: campaign.status }));
}
