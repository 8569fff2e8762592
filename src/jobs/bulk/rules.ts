// Where a bulk action is, and what may be done with it. Pure.
import { AppError } from '../../kernel/errors.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import type { Job } from '../../storage/tables.ts';

export const BULK_STATES = ['counting', 'counted', 'running', 'done', 'failed', 'cancelled'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** Where a bulk action is, in one word. */
export function stateOfBulk({ state, phase }: Pick<Job, 'state' | 'phase'>): BulkState {
  if (state === 'failed' || state === 'cancelled') return state;
  if (phase === 'run') return state === 'done' ? 'done' : 'running';
  // A count that was done by a job, or at once.
  return state === 'idle' || state === 'done' ? 'counted' : 'counting';
}

/** @throws AppError `state` that says why it cannot begin */
export function requireCounted(state: BulkState): void {
  if (state !== 'counted') throw new AppError('state', WHY[state]);
}

/** Why it cannot begin. */
const WHY: Readonly<Record<Exclude<BulkState, 'counted'>, Told>> = {
  counting: say('bulk-closed-counting'),
  running: say('bulk-closed-running'),
  done: say('bulk-closed-done'),
  failed: say('bulk-closed-failed'),
  cancelled: say('bulk-closed-cancelled'),
};
