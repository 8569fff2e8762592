// Copies a campaign.
import { type Db, inTransaction } from '../storage/db.ts';
import type { Campaign } from '../storage/tables.ts';
import { copyCampaignFiles } from './content/queries-files.ts';
import { addCampaign } from './create.ts';
import { copyName } from './rules.ts';
import type { Author } from './versions/author.ts';
import { keepVersion } from './versions/keep.ts';

/**
 * Creates a draft like the campaign, without a send time and with all counters at zero. `at` in ms.
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
    return copy;
  });
}
