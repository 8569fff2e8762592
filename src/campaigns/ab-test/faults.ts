// What keeps an A/B test from beginning.
import { inEnglish, say, textOf } from '../../kernel/sentences/sentence.ts';
import type { Db, Tx } from '../../storage/db.ts';
import type { AbTest, Campaign } from '../../storage/tables.ts';
import { parsedOptions } from '../options.ts';
import { findTest, variantsOf } from './queries.ts';
import { LETTERS, missingIn, missingMembers, type Needed } from './rules.ts';

/** `tracking`: it does not count what the winner is found by. */
export type VariantFault = {
  letter: string;
  campaign_uid: string;
  missing: (Needed | 'tracking')[];
  message: string;
};

/** A test that has not begun: how many variants it has, and what is wrong with them. */
export type TestState = { variants: number; faults: VariantFault[] };

/** What the variants of a campaign lack, in words; nothing where it is not tested, or has begun. */
export async function variantFaults(db: Db | Tx, first: Pick<Campaign, 'id' | 'customer_id'>): Promise<string[]> {
  const state = await stateOfTest(db, first);
  if (!state) return [];
  if (state.variants < 2) return [ONE_ONLY];
  return state.faults.map(({ message }) => message);
}

export const ONE_ONLY = inEnglish(say('ab-test-one'));

/** @returns undefined where the campaign is not tested, or the test has begun */
export async function stateOfTest(
  db: Db | Tx,
  first: Pick<Campaign, 'id' | 'customer_id'>,
): Promise<TestState | undefined> {
  const test = await findTest(db, first);
  if (!test || test.begun_at !== null) return undefined;
  const variants = await variantsOf(db, first);
  return { variants: variants.length, faults: variants.flatMap((variant, n) => faultOf(test, variant, n)) };
}

/** What the first one lacks is told of itself, so only its counting is looked at here. */
function faultOf({ decided_by }: AbTest, variant: Campaign, n: number): VariantFault[] {
  const letter = LETTERS[n] ?? '';
  const lacks = n === 0 ? undefined : missingIn(variant);
  const untracked = untrackedOption(variant, decided_by);
  const messages = [
    ...(lacks === undefined ? [] : [say('ab-test-lacks', { letter, lacks })]),
    ...(untracked === undefined ? [] : [say('ab-test-counts', { letter, what: decided_by, option: untracked })]),
  ];
  if (messages.length === 0) return [];
  const missing: VariantFault['missing'] = n === 0 ? [] : missingMembers(variant);
  if (untracked !== undefined) missing.push('tracking');
  return [{ letter, campaign_uid: variant.uid, missing, message: textOf(messages) }];
}

/** The option that is off although the winner is found by it. */
export function untrackedOption(
  campaign: Campaign,
  decided_by: AbTest['decided_by'],
): 'open_tracking' | 'url_tracking' | undefined {
  const { open_tracking, url_tracking } = parsedOptions(campaign);
  if (decided_by === 'opens' && open_tracking !== 'yes') return 'open_tracking';
  if (decided_by === 'clicks' && url_tracking !== 'yes') return 'url_tracking';
  return undefined;
}
