// Types of the warnings about a campaign.
import type { Warning } from '../../kernel/errors.ts';
import type { Campaign } from '../../storage/tables.ts';

/** The part of a campaign that the checks look at. */
export type WarnedCampaign = Pick<
  Campaign,
  'from_name' | 'from_email' | 'to_name' | 'reply_to' | 'subject' | 'content' | 'plain_text' | 'options'
> &
  Partial<Pick<Campaign, 'headers'>>;

/**
 * @param isKnownTag whether a tag is filled in for the campaign's subscribers
 * @param lackedBy the names of its lists without a tag that others of them have; absent: there is
 * one list
 */
export type Check = (
  campaign: WarnedCampaign,
  isKnownTag: (tag: string) => boolean,
  lackedBy?: (tag: string) => readonly string[],
) => Warning[];
