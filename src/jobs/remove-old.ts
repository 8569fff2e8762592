// Removes what is kept of jobs: files after a day, everything else that they hold after a week,
// their rows after 90 days.
import { DAY_MS } from '../kernel/durations.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import type { Job } from '../storage/tables.ts';
import { removePieces } from './pieces.ts';
import { deleteJob, holdJob, markCleared, oldJobs } from './queries.ts';

export const FILES_KEPT_MS = DAY_MS;
export const KEPT_MS = 7 * DAY_MS;
const ROWS_KEPT_MS = 90 * DAY_MS;

/** Removes some of what is old. @returns whether there may be more */
export async function removeOldJobs(db: Db, at: number): Promise<boolean> {
  const [file] = await oldJobs(db, 0, at - FILES_KEPT_MS, 1);
  if (file) return clear(db, file, wasNeverRun(file) ? 'row' : 1);
  const [old] = await oldJobs(db, 1, at - KEPT_MS, 1);
  if (old) return clear(db, old, 2);
  const [row] = await oldJobs(db, 2, at - ROWS_KEPT_MS, 1);
  if (row) return clear(db, row, 'row');
  return false;
}

/** Files that nobody imported, and what was counted and not done. */
const wasNeverRun = ({ kind, phase }: Job) =>
  kind === 'upload' || (kind === 'import' && phase === '') || (kind === 'bulk' && phase !== 'run');

/** Removes a job with all that it holds, unless it is under way. */
export async function removeJob(db: Db, job: Job): Promise<void> {
  while (await clear(db, job, 'row'));
}

/** One step. @returns true: there is more to do, here or elsewhere */
function clear(db: Db, job: Job, to: 1 | 2 | 'row'): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const now = await holdJob(tx, job);
    if (!now || now.updated_at !== job.updated_at) return false; // gone, or taken up again
    const parts = to === 1 ? (['upload', 'result'] as const) : [undefined];
    for (const part of parts) if (await removePieces(tx, now, part)) return true;
    if (to === 'row') await deleteJob(tx, now);
    else await markCleared(tx, now, to);
    return true;
  });
}
