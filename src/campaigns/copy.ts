// Copies a campaign.
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import type { Campaign } from '../storage/tables.ts';
import { findTest, putTest, variantsOf } from './ab-test/queries.ts';
import { LETTERS } from './ab-test/rules.ts';
import { copyCampaignFiles } from './content/queries-files.ts';
import { addCampaign } from './create.ts';
import { copyName, nameWithMark } from './rules.ts';
import type { Author } from './versions/author.ts';
import { keepVersion } from './versions/keep.ts';

/**
 * Creates a draft like the campaign, without a send time and with all counters at zero; of one that
 * is tested a draft that is tested so too, with a draft for each of the other variants. `at` in ms.
 */
export function copyCampaign(
  db: Db,
  campaign: Campaign,
  { author, at }: { author: Author; at: number },
): Promise<Campaign> {
  return inTransaction(db, async (tx) => {
    const { id: _, ...columns } = campaign;
    const name = copyName(campaign.name);
    const begins = { status: 'draft', send_at: null, next_run_at: null, parent_id: null, created_at: at };
    const copy = await addCampaign(tx, { ...columns, name, ...begins });
    await copyCampaignFiles(tx, campaign, copy.id);
    await keepVersion(tx, copy, { author, at });
    if (campaign.test_of === null) await copyTest(tx, { from: campaign, to: copy, author });
    return copy;
  });
}

/** Copies the test of a campaign, if it has other variants: one alone is no test. */
async function copyTest(tx: Tx, { from, to, author }: { from: Campaign; to: Campaign; author: Author }): Promise<void> {
  const test = await findTest(tx, from);
  const variants = test ? await variantsOf(tx, from) : [];
  if (!test || variants.length < 2) return;
  const { share, decided_by, wait_minutes } = test;
  const at = to.created_at;
  await putTest(tx, to, { share, decided_by, wait_minutes }, at);
  for (const [n, variant] of variants.entries()) {
    if (n === 0) continue;
    const { id: _, ...columns } = variant;
    const { list_id, segment_id } = to;
    const name = nameWithMark(to.name, ` (${LETTERS[n]})`);
    const begins = { status: 'draft', send_at: null, next_run_at: null, parent_id: null, created_at: at };
    const part = { test_of: to.id, part_from: null, part_to: null };
    const copy = await addCampaign(tx, { ...columns, list_id, segment_id, name, ...begins }, part);
    await copyCampaignFiles(tx, variant, copy.id);
    await keepVersion(tx, copy, { author, at });
  }
}
