// What stands before operations that can make mail leave. Without these a model could send by a
// member of a body; with them it sends with one tool, after it has been told to whom.

/**
 * - new-draft: what is made is a draft
 * - drafts: changes drafts only, or makes a draft of what waits for its send time
 * - campaign: sends a campaign, with the token of its audience
 * - resume: as campaign, when the campaign is paused; pausing needs nothing
 * - no-asking: an action on many people, but not the one that mails them
 * - addresses: sends to addresses of its body, with the token of them
 */
export type Guard = 'new-draft' | 'drafts' | 'campaign' | 'resume' | 'no-asking' | 'addresses';

const GUARDS: Readonly<Record<string, Guard>> = {
  createCampaign: 'new-draft',
  updateCampaign: 'drafts',
  restoreCampaignVersion: 'drafts',
  sendCampaign: 'campaign',
  pauseOrUnpauseCampaign: 'resume',
  createBulkAction: 'no-asking',
  runBulkAction: 'no-asking',
  sendTestEmail: 'addresses',
  createTransactionalEmail: 'addresses',
};

/** The bulk action that mails people. */
export const ASKING = 'ask-to-confirm';

export const guardOf = (name: string): Guard | undefined => GUARDS[name];

const WITH_TOKEN: ReadonlySet<Guard | undefined> = new Set(['campaign', 'addresses', 'resume']);

/** Whether an operation takes the token of an audience. */
export const needsToken = (name: string): boolean => WITH_TOKEN.has(guardOf(name));

export const DRAFTS_ONLY =
  'Only while it is a draft: updateCampaign with the status draft turns it into one, until it has begun.';
export const AUDIENCE_TOKEN =
  'Requires the audience_token from checkAudience: call that first, show the person who gets it and who does not, and continue if they agree';
