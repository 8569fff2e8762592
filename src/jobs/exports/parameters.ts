// What the row of an export says: whom it is of, how they are written, and how far it is.
import type { Job } from '../../storage/tables.ts';
import { type FixedPeople, percentBehind } from '../fixed-people.ts';

export const FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof FORMATS)[number];

/** A column: the field, and its tag when the export was made. */
export type ExportColumn = { id: number; tag: string };

export type ExportParameters = { people: FixedPeople; format: ExportFormat; columns: ExportColumn[] };

/** People up to `after` are in the first `pieces` pieces: `rows` of them, in this many bytes. */
export type ExportProgress = { after: number; rows: number; bytes: number; pieces: number };

export const NOTHING_WRITTEN: ExportProgress = { after: 0, rows: 0, bytes: 0, pieces: 0 };

export const exportParameters = (job: Pick<Job, 'parameters'>) => JSON.parse(job.parameters) as ExportParameters;
export const exportProgress = (job: Pick<Job, 'progress'>) => JSON.parse(job.progress) as ExportProgress;

/** How much of an export is done, 0 to 100. */
export function percentOfExport(job: Job): number {
  if (job.state === 'done') return 100;
  return percentBehind(exportParameters(job).people, exportProgress(job).after);
}
