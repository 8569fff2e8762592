// Begins an A/B test: with its first variant begin the others, each for a part of the list.

import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { countOfList, noteDraft } from '../create.ts';
import { moveCampaign } from '../queries.ts';
import { partsOf } from './parts.ts';
import { findTest, setTest, variantsOf } from './queries.ts';

/**
 * In the transaction that starts the first variant: says which part of the list each variant goes
 * to, and lets the others begin. They go to the list and the segment of the first one.
 * @param at ms
 */
export async function beginTest(tx: Tx, first: Pick<Campaign, 'id' | 'customer_id'>, at: number): Promise<void> {
  const test = await findTest(tx, first);
  if (!test || test.begun_at !== null) return;
  const variants = await variantsOf(tx, first);
  const [a] = variants;
  if (!a || variants.length < 2) return;
  const { parts, rest } = partsOf(variants.length, test.share);
  for (const [n, variant] of variants.entries()) {
    const part = { part_from: parts[n]?.from ?? 0, part_to: parts[n]?.to ?? 0 };
    const { list_id, segment_id, send_at, relay_numbers, max_per_minute, sending_window, uncertain_policy } = a;
    const begins = { list_id, segment_id, send_at, relay_numbers, max_per_minute, sending_window, uncertain_policy };
    const isFirst = variant.id === a.id;
    const begun = await moveCampaign(tx, variant, {
      from: isFirst ? ['processing'] : ['draft'],
      set: isFirst ? part : { ...part, ...begins, status: 'pending-sending' },
    });
    if (!begun) continue; // it was removed at this moment
    await noteDraft(tx, begun, variant.blocks);
    if (variant.list_id === a.list_id) continue;
    await countOfList(tx, a.customer_id, variant.list_id, -1);
    await countOfList(tx, a.customer_id, a.list_id, 1);
  }
  const decides = test.decided_by === 'hand' ? null : at + test.wait_minutes * MINUTE_MS;
  await setTest(tx, test, { begun_at: at, decides_at: decides, rest_from: rest?.from ?? null });
}
