// Messages of which something came while they were in flight, before it was written how that ended.
import type { CounterDeltas } from '../../campaigns/counters.ts';
import { keyOf } from '../../messages/keys.ts';
import { arrivedOf } from '../../messages/uncertain/evidence.ts';
import { settleArrived } from '../../messages/uncertain/settle.ts';
import type { Tx } from '../../storage/db.ts';
import type { Outcome, Turn } from '../outcome.ts';

/** It was in flight, and nobody knows whether a mail server has it. */
const isUnknown = ({ state, isUnstarted }: Outcome): boolean =>
  isUnstarted !== true && (state === 'uncertain' || state === 'skipped');

/** Whether a turn with this outcome is written in steps, as more follows from it. */
export const needsSteps = (outcome: Outcome): boolean => outcome.isHardBounce === true || isUnknown(outcome);

/**
 * What an open, a click or a bounce proves to have arrived is accepted, where nobody knows better,
 * as after a crash (messages/recover.ts). Call it when the outcomes are written.
 * @param deltas gets what changes in the counters
 * @param now ms
 */
export async function acceptArrived(tx: Tx, { outcomes }: Turn, deltas: CounterDeltas, now: number): Promise<void> {
  const unknown = outcomes.filter(isUnknown);
  if (unknown.length === 0) return;
  const arrived = (await arrivedOf(tx, unknown)).map(keyOf);
  for (const state of ['uncertain', 'skipped'] as const) {
    const subjects = arrived.map((key) => ({ ...key, state, finishedAt: now }));
    await settleArrived(tx, subjects, deltas, now);
  }
}
