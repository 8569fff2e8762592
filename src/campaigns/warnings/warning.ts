// Types of the warnings about a campaign.
import type { Warning } from '../../kernel/errors.ts';
import { inEnglish, type Sentence } from '../../kernel/sentences/sentence.ts';
import type { Campaign } from '../../storage/tables.ts';

/** The part of a campaign that the checks look at. */
export type WarnedCampaign = Pick<
  Campaign,
  'from_name' | 'from_email' | 'to_name' | 'reply_to' | 'subject' | 'content' | 'plain_text' | 'options'
> &
  Partial<Pick<Campaign, 'headers'>>;

/** What is found in a member of a campaign. */
export type Found = { member: string; why: Sentence };

/** A warning, with what it says as a sentence where there is one. */
export type ToldWarning = Warning & { why?: Sentence };

/** What was found as a warning. */
export const told = ({ member, why }: Found): ToldWarning => ({ member, message: inEnglish(why), why });

/**
 * @param isKnownTag whether a tag is filled in for the campaign's subscribers
 * @param lackedBy the names of its lists without a tag that others of them have; absent: there is
 * one list
 */
export type Check = (
  campaign: WarnedCampaign,
  isKnownTag: (tag: string) => boolean,
  lackedBy?: (tag: string) => readonly string[],
) => Found[];
