// What is done to the first variant of an A/B test is done to the others.

import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { tellCampaign } from '../delivery/webhook-facts.ts';
import { lockCampaign, moveCampaign } from '../queries.ts';
import { TRANSITIONS } from '../rules.ts';
import { LATER_MS } from './decide.ts';
import { findTest, restOf, setTest, variantsOf } from './queries.ts';

/**
 * The others pause, or go on, as the first one just did. `at`: ms
 * @param pausedAt since when the first one was paused, ms; absent: it was not
 */
export async function toggleVariants(tx: Tx, first: Campaign, at: number, pausedAt = at): Promise<void> {
  const { pause, unpause } = TRANSITIONS;
  const isPaused = first.status === pause.to;
  const others = await othersOf(tx, first);
  if (!isPaused) {
    const since = others.filter(({ status }) => status === pause.to).map((variant) => variant.updated_at);
    await decideLater(tx, first, { pausedAt: Math.min(pausedAt, ...since), at });
  }
  for (const variant of others) {
    const { from, to } = isPaused ? pause : unpause;
    // One that was to begin and has not is due by its send time, as when it was scheduled.
    const moved = await moveCampaign(tx, variant, { from, set: { status: to, notice: null, updated_at: at } });
    if (moved && isPaused) await tellCampaign(tx, variant, 'campaign.paused', at);
  }
}

/**
 * The decision is put off by as long as the variants were paused: otherwise the winner would go to
 * the rest when few had the time to open anything.
 */
async function decideLater(tx: Tx, first: Campaign, { pausedAt, at }: { pausedAt: number; at: number }): Promise<void> {
  const test = await findTest(tx, first);
  if (!test || test.begun_at === null || test.decided_at !== null || test.decides_at === null) return;
  const paused = at - Math.max(pausedAt, test.begun_at);
  // What came due meanwhile was put off from minute to minute (decide.ts).
  const isOverdue = test.decides_at <= at + LATER_MS;
  const due = isOverdue ? test.begun_at + test.wait_minutes * MINUTE_MS : test.decides_at;
  await setTest(tx, test, { decides_at: Math.max(test.decides_at, due + paused) });
}

/**
 * The others pause although the first one is sent already, or paused by itself; where none can,
 * those that are paused go on. At most `wanted` of the two.
 */
export async function toggleOthers(
  tx: Tx,
  { id, customer_id }: Campaign,
  at: number,
  wanted: 'paused' | 'sending' | undefined,
): Promise<void> {
  const first = await lockCampaign(tx, customer_id, id);
  if (!first || (first.status !== 'sent' && first.status !== wanted)) return;
  const { pause, unpause } = TRANSITIONS;
  const others = await othersOf(tx, first);
  const canPause = others.some(({ status }) => pause.from.some((one) => one === status));
  const to = wanted ?? (canPause ? pause.to : unpause.to);
  await toggleVariants(tx, { ...first, status: to }, at);
}

/**
 * Whether a campaign is sent, and the winner of its test is still to go to the rest; it is held
 * until the transaction ends.
 */
export async function waitsForWinner(tx: Tx, { id, customer_id }: Campaign): Promise<boolean> {
  const first = await lockCampaign(tx, customer_id, id);
  const test = first?.status === 'sent' ? await findTest(tx, first) : undefined;
  return test !== undefined && test.begun_at !== null && test.decided_at === null;
}

/**
 * Whether the test that a campaign is a part of has begun and is not decided; its first variant is
 * held until the transaction ends.
 */
export async function isBeforeDecision(
  tx: Tx,
  { id, customer_id, test_of }: Pick<Campaign, 'id' | 'customer_id' | 'test_of'>,
): Promise<boolean> {
  const first = await lockCampaign(tx, customer_id, test_of ?? id);
  // Stores have tests whose first variant was deleted before, which nobody can decide.
  if (!first || first.status === 'pending-delete') return false;
  const test = await findTest(tx, first);
  return test !== undefined && test.begun_at !== null && test.decided_at === null;
}

/** The others end as the first one did, and no winner is looked for any more. `at`: ms */
export async function endVariants(tx: Tx, first: Campaign, at: number): Promise<void> {
  const { from, to } = TRANSITIONS.markSent;
  const others = await othersOf(tx, first);
  for (const variant of others) {
    const moved = await moveCampaign(tx, variant, {
      from: [...from, 'sending'],
      set: { status: to, finished_at: at, updated_at: at },
    });
    if (moved) await tellCampaign(tx, variant, 'campaign.finished', at);
  }
  const test = await findTest(tx, first);
  if (test && test.decided_at === null) await setTest(tx, test, { decided_at: at, decides_at: null });
}

/** The other variants and the campaign for the rest, as far as they have begun to count. */
export async function othersOf(tx: Tx, first: Campaign): Promise<Campaign[]> {
  if (!(await findTest(tx, first))) return [];
  const rest = await restOf(tx, first);
  const others = (await variantsOf(tx, first)).filter(({ id, status }) => id !== first.id && status !== 'draft');
  return rest ? [...others, rest] : others;
}
