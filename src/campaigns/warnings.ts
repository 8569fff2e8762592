// What in a campaign will not come out as its author may think. It is told when the campaign is saved and keeps nobody from
// sending. Pure; linear in the length of the content.
import type { Campaign } from '../storage/tables.ts';
import { tagWarnings } from './warnings-tags.ts';

/** `member` is named as requests name it. */
export type Warning = { member: string; message: string };

/** The part of a campaign that is looked at. */
export type WarnedCampaign = Pick<
  Campaign,
  'from_name' | 'from_email' | 'to_name' | 'reply_to' | 'subject' | 'content' | 'plain_text' | 'options'
>;

/** @param isKnownTag whether a tag is filled in for the campaign's subscribers */
export type Check = (campaign: WarnedCampaign, isKnownTag: (tag: string) => boolean) => Warning[];

const CHECKS: readonly Check[] = [tagWarnings];

/** Everything to tell about a campaign, in the order of the checks. */
export const contentWarnings: Check = (campaign, isKnownTag) => CHECKS.flatMap((check) => check(campaign, isKnownTag));
