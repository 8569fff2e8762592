// Where a bulk action is, and what may be done with it. Pure.
import { AppError } from '../../kernel/errors.ts';
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
  if (state !== 'counted') throw new AppError('state', `The bulk action cannot begin: ${WHY[state]}`);
}

const WHY: Readonly<Record<BulkState, string>> = {
  counting: 'its people are being counted. Ask how it stands, and begin it then.',
  counted: 'it is not ready.',
  running: 'it is under way.',
  done: 'it is done. Make another one.',
  failed: 'it failed. Make another one.',
  cancelled: 'it was cancelled. Make another one.',
};
