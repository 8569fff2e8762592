// Notes how far a job is, in the transactions that do its steps.
import { inTransaction } from '../storage/db.ts';
import type { Tx } from '../storage/tables.ts';
import type { JobRun } from './job.ts';
import { updateProgress } from './queries.ts';

/** Somebody else has the job by now, or it was cancelled: what was under way is rolled back. */
export class JobLost extends Error {}

/**
 * Notes how far a job is, in the transaction that did the step.
 * @throws JobLost when the job is no longer ours; then the transaction must not commit
 */
export async function saveProgress(tx: Tx, { job, clock }: Pick<JobRun, 'job' | 'clock'>, progress: object) {
  if (!(await updateProgress(tx, job, JSON.stringify(progress), clock.now()))) throw new JobLost();
}

/** A step of a job in one transaction. */
export function step<T>({ db }: Pick<JobRun, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, work);
}
