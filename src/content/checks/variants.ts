// Whether the variants of an A/B test are complete.
import { ONE_ONLY, stateOfTest } from '../../campaigns/ab-test/faults.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { blocking, type CheckResult, fine } from './check.ts';

/** Nothing where the campaign is not tested, is a variant itself, or has begun. */
export async function variantsCheck(db: Db, campaign: Campaign): Promise<CheckResult[]> {
  const state = await stateOfTest(db, campaign);
  if (!state) return [];
  const { variants, faults } = state;
  const incomplete = faults.map(({ letter, campaign_uid, missing }) => ({ letter, campaign_uid, missing }));
  const data = { variants, incomplete };
  if (variants < 2) return [blocking('variants', ONE_ONLY, data)];
  if (faults.length > 0) return [blocking('variants', faults.map(({ message }) => message).join(' '), data)];
  return [fine('variants', `The ${variants} variants of the A/B test are complete.`, data)];
}
