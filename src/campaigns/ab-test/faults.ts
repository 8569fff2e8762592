// What keeps an A/B test from beginning.
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { findTest, variantsOf } from './queries.ts';
import { LETTERS, missingIn } from './rules.ts';

/** What the variants of a campaign lack, in words; nothing where it is not tested, or has begun. */
export async function variantFaults(db: Db, first: Pick<Campaign, 'id' | 'customer_id'>): Promise<string[]> {
  const test = await findTest(db, first);
  if (!test || test.begun_at !== null) return [];
  const variants = await variantsOf(db, first);
  if (variants.length < 2) return ['The A/B test has one variant only: please add another one, or remove the test.'];
  return variants.slice(1).flatMap((variant, n) => {
    const missing = missingIn(variant);
    return missing === undefined ? [] : [`Variant ${LETTERS[n + 1]} of the A/B test lacks ${missing}.`];
  });
}
