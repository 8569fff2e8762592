// Campaigns that should have begun, and why they have not: what the server has to do is told apart
// from what waits for people.
import { findCustomer } from '../../accounts/queries.ts';
import { HELD } from '../../campaigns/delivery/notice.ts';
import { whyHeld } from '../../campaigns/warnings/prerequisites.ts';
import { minuteText } from '../../kernel/clock.ts';
import { type Sentence, storedFault, textOf } from '../../kernel/sentences/sentence.ts';
import { countText } from '../../kernel/text/counted.ts';
import type { Db } from '../../storage/db.ts';
import { countLate, type Lateness, longestLate, type Overdue } from '../queue/overdue.ts';
import { type Finding, warning } from './finding.ts';

/** Names those that wait longest; nothing when all that is due has begun. @param now in ms */
export async function checkOverdue(db: Db, now: number): Promise<Finding[]> {
  const counts = await countLate(db, now);
  const findings: Finding[] = [];
  for (const which of ['overdue', 'held'] as const) {
    const first = await longestLate(db, now, which);
    if (first) findings.push(await found(db, which, { first, count: counts[which] }));
  }
  return findings;
}

async function found(db: Db, which: Lateness, late: { first: Overdue; count: number }): Promise<Finding> {
  const { first, count } = late;
  const customer = (await findCustomer(db, first.customer_id))?.uid ?? '';
  const sentences = await whyNot(db, first);
  const reason = textOf(sentences);
  const values = { campaign: first.uid, customer, time: minuteText(first.since), count, reason };
  const { has, advice } = TEXTS[which];
  const text = `The campaign ${values.campaign} of customer ${customer} should have started at ${values.time}, and ${has}. Number of such campaigns: ${countText(count)}.`;
  const said = [`campaign-${which}`, reason === '' ? text : `${text} ${reason}`, values] as const;
  return { ...warning('clock', said, advice), sentences };
}

const TEXTS: Record<Lateness, { has: string; advice: string }> = {
  overdue: {
    has: 'has not',
    advice: 'It starts once nothing is in the way. If that failed, the log has campaign.look-failed.',
  },
  held: {
    has: 'is waiting for someone',
    advice: 'It starts automatically once that is done. Its page says the same to the person who created it.',
  },
};

/** What it lacks now, else what was noted when it could not be begun. */
async function whyNot(db: Db, campaign: Overdue): Promise<readonly Sentence[]> {
  const held = await whyHeld(db, campaign);
  if (held.length > 0) return held.map(({ why }) => why);
  return storedFault(campaign.notice).filter(({ code }) => code !== HELD);
}
