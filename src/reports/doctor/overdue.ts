// Campaigns that should have begun, and why they have not.
import { findCustomer } from '../../accounts/queries.ts';
import { whyHeld } from '../../campaigns/warnings/prerequisites.ts';
import { minuteText } from '../../kernel/clock.ts';
import { type Sentence, storedFault, textOf } from '../../kernel/sentences/sentence.ts';
import { countText } from '../../kernel/text/counted.ts';
import type { Db } from '../../storage/db.ts';
import { countOverdue, longestOverdue, type Overdue } from '../queue/overdue.ts';
import { type Finding, warning } from './finding.ts';

/** Names the one that waits longest; nothing when all that is due has begun. @param now in ms */
export async function checkOverdue(db: Db, now: number): Promise<Finding[]> {
  const first = await longestOverdue(db, now);
  if (!first) return [];
  const count = await countOverdue(db, now);
  const customer = (await findCustomer(db, first.customer_id))?.uid ?? '';
  const sentences = await whyNot(db, first);
  const reason = textOf(sentences);
  const values = { campaign: first.uid, customer, time: minuteText(first.since), count, reason };
  const text = `The campaign ${values.campaign} of customer ${customer} should have begun at ${values.time}, and has not; such campaigns: ${countText(count)}.`;
  const said = ['campaign-overdue', reason === '' ? text : `${text} ${reason}`, values] as const;
  return [{ ...warning('clock', said, ADVICE), sentences }];
}

const ADVICE = 'It begins when nothing is in the way; the log has campaign.held or campaign.look-failed.';

/** What it lacks now, else what was noted when it could not be begun. */
async function whyNot(db: Db, campaign: Overdue): Promise<readonly Sentence[]> {
  const held = await whyHeld(db, campaign);
  return held.length > 0 ? held.map(({ why }) => why) : storedFault(campaign.notice);
}
