// Where an export is. Pure.
import type { Job } from '../../storage/tables.ts';

export const EXPORT_STATES = ['exporting', 'ready', 'removed', 'failed', 'cancelled'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** Where an export is, in one word. */
export function stateOfExport({ state, cleared }: Pick<Job, 'state' | 'cleared'>): ExportState {
  if (state === 'failed' || state === 'cancelled') return state;
  if (state !== 'done') return 'exporting';
  return cleared === 0 ? 'ready' : 'removed';
}
