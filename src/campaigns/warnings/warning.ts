// A warning: something in a campaign that will not come out as its author may think.
import type { Campaign } from '../../storage/tables.ts';

/** `member` is named as requests name it. */
export type Warning = { member: string; message: string };

/** The part of a campaign that is looked at. */
export type WarnedCampaign = Pick<
  Campaign,
  'from_name' | 'from_email' | 'to_name' | 'reply_to' | 'subject' | 'content' | 'plain_text' | 'options'
>;

/** @param isKnownTag whether a tag is filled in for the campaign's subscribers */
export type Check = (campaign: WarnedCampaign, isKnownTag: (tag: string) => boolean) => Warning[];
