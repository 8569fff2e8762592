// Pauses a due campaign that has unknown merge tags, where the installation asks for that.

import { logged } from '../../campaigns/delivery/logged.ts';
import { pauseWith } from '../../campaigns/delivery/notice.ts';
import { tagsOnLists } from '../../campaigns/several-lists/known-tags.ts';
import { tagWarnings } from '../../campaigns/warnings/tags.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';

/** How many tags the notice names. */
const NAMED = 3;

/**
 * Pauses a campaign that would send tags as written, with a notice that names them.
 * @returns whether it has any
 */
export async function stopForTags(
  { db, clock, log }: { db: Db; clock: Clock; log: Logger },
  campaign: Campaign,
): Promise<boolean> {
  const { isKnown, lackedBy } = await tagsOnLists(db, campaign);
  const faults = tagWarnings(campaign, isKnown, lackedBy);
  if (faults.length === 0) return false;
  const named = faults.slice(0, NAMED).flatMap(({ member, why }) => [say('notice-member', { member }), why]);
  const more = faults.length > NAMED ? [say('notice-more', { count: faults.length - NAMED })] : [];
  const notice = [say('notice-tags'), ...named, ...more];
  if (await pauseWith(db, campaign, notice, clock.now())) {
    log.warn({ event: 'campaign.paused', ...logged(campaign), reason: 'tags' });
  }
  return true;
}
