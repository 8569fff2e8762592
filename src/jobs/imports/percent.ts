// How much of an import is done.
import type { Job } from '../../storage/tables.ts';
import { parametersOf, progressOf, type RunProgress, type UndoProgress } from './parameters.ts';

/** 0 to 100 of the phase that it is in; 100 only when it is done. */
export function percentOfImport(job: Job): number {
  if (job.state === 'done') return 100;
  const { dryRun, run, undo } = progressOf(job);
  const bytes = (job.phase === 'dry-run' ? dryRun : run)?.bytes ?? 0;
  const share = job.phase === 'undo' ? shareUndone(run, undo) : bytes / Math.max(parametersOf(job).form.bytes, 1);
  return Math.floor(Math.min(share, 0.99) * 100);
}

function shareUndone(run: RunProgress | null, undo: UndoProgress | null): number {
  const all = (run?.pieces.made ?? 0) + (run?.pieces.before ?? 0);
  return all === 0 ? 0 : ((undo?.pieces.made ?? 0) + (undo?.pieces.before ?? 0)) / all;
}
