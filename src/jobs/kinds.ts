// What each kind of job does; one file a kind.
import type { Job } from '../storage/tables.ts';
import { percentOfImport } from './imports/percent.ts';
import { runImport } from './imports/run.ts';
import type { JobHandler } from './job.ts';

export const HANDLERS: Readonly<Record<string, JobHandler>> = {
  import: runImport,
};

const PERCENT: Readonly<Record<string, (job: Job) => number>> = {
  import: percentOfImport,
};

/** How much of a job is done, 0 to 100. */
export function percentOf(job: Job): number {
  return PERCENT[job.kind]?.(job) ?? (job.state === 'done' ? 100 : 0);
}
