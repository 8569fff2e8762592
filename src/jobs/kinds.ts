// What each kind of job does, and how far it is; one folder a kind.
import type { Job } from '../storage/tables.ts';
import { percentOfBulk } from './bulk/parameters.ts';
import { runBulkAction } from './bulk/run.ts';
import { percentOfExport } from './exports/parameters.ts';
import { runExport } from './exports/run.ts';
import { percentOfImport } from './imports/percent.ts';
import { runImport } from './imports/run.ts';
import type { JobHandler } from './job.ts';

/** A kind: its handler, and how much of a job is done, 0 to 100. */
export type Kind = { run: JobHandler; percent(job: Job): number };

export const KINDS: Readonly<Record<string, Kind>> = {
  import: { run: runImport, percent: percentOfImport },
  export: { run: runExport, percent: percentOfExport },
  bulk: { run: runBulkAction, percent: percentOfBulk },
};

/** How much of a job is done, 0 to 100. */
export function percentOf(job: Job): number {
  return KINDS[job.kind]?.percent(job) ?? (job.state === 'done' ? 100 : 0);
}
