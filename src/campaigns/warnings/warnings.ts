// Warnings about a campaign: what will look different from what its author may expect. They are
// reported when the campaign is saved and do not keep it from being sent.
import type { Warning } from '../../kernel/errors.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { fileWarnings } from '../attached/warnings.ts';
import { NO_LIST } from '../create.ts';
import { type TagsOfLists, tagsOnLists } from '../several-lists/known-tags.ts';
import { feedWarnings } from './feeds.ts';
import { pageWarnings, pictureWarnings } from './html.ts';
import { sendingWarnings } from './prerequisites.ts';
import { subjectWarnings } from './subject.ts';
import { tagWarnings } from './tags.ts';
import { type Check, type ToldWarning, told } from './warning.ts';

const CHECKS: readonly Check[] = [tagWarnings, subjectWarnings, feedWarnings];

/**
 * Warnings about the texts of a campaign, in the order of the checks. Pure; linear in the length of
 * the content.
 */
const contentWarnings: Check = (campaign, isKnownTag, lackedBy) =>
  CHECKS.flatMap((check) => check(campaign, isKnownTag, lackedBy));

/** Before a list is chosen, any tag could be one of its fields. */
const ANY_TAG: TagsOfLists = { isKnown: () => true, lackedBy: () => [] };

/** All warnings about a campaign, as an answer has them. */
export async function warningsOf(db: Db, campaign: Campaign): Promise<Warning[]> {
  return (await toldOf(db, campaign)).map(({ member, message }) => ({ member, message }));
}

/** The same with what they say as sentences. */
export async function toldOf(db: Db, campaign: Campaign): Promise<ToldWarning[]> {
  const { isKnown, lackedBy } = campaign.list_id === NO_LIST ? ANY_TAG : await tagsOnLists(db, campaign);
  return [
    ...contentWarnings(campaign, isKnown, lackedBy).map(told),
    ...(await pageWarnings(campaign)).map(told),
    ...(await pictureWarnings(db, campaign)).map(told),
    ...(await fileWarnings(db, campaign)),
    ...(await sendingWarnings(db, campaign)),
  ];
}

/** A warning for a draft whose send time is before `at` (ms). */
export function draftWarnings(
  { status, send_at, uid }: Pick<Campaign, 'status' | 'send_at' | 'uid'>,
  at: number,
): Warning[] {
  if (status !== 'draft' || send_at === null || send_at > at) return [];
  const message = `This time has passed, and the campaign is still a draft: it is sent when its status becomes pending-sending, or by POST /campaigns/${uid}/send.`;
  return [{ member: 'send_at', message }];
}
