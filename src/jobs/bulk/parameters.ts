// What the row of a bulk action says: whom it is about, what is to be done, and how far it is.
import type { Job } from '../../storage/tables.ts';
import type { BulkAction, PassedOver } from '../../subscribers/many/rules.ts';
import { type FixedPeople, percentBehind } from '../fixed-people.ts';

export type BulkParameters = {
  people: FixedPeople;
  action: BulkAction;
  /** Where people are moved or copied to. */
  target: { id: number; uid: string } | null;
  /** What a field is set to. */
  field: { tag: string; value: string } | null;
};

/** People up to `after` are counted; `isAll`: all of them are. */
export type CountProgress = { people: number; after: number; isAll: boolean };

/** People up to `after` are done or passed over; `pieces`: of the list of those passed over. */
export type RunProgress = {
  after: number;
  done: number;
  skipped: Partial<Record<PassedOver, number>>;
  pieces: number;
};

export type BulkProgress = { count: CountProgress; run: RunProgress | null };

export const NEW_RUN: RunProgress = { after: 0, done: 0, skipped: {}, pieces: 0 };

export const bulkParameters = (job: Pick<Job, 'parameters'>) => JSON.parse(job.parameters) as BulkParameters;
export const bulkProgress = (job: Pick<Job, 'progress'>) => JSON.parse(job.progress) as BulkProgress;

/** How much is done of counting, or of the action itself; 0 to 100. */
export function percentOfBulk(job: Job): number {
  if (job.state === 'done' || (job.state === 'idle' && job.phase === '')) return 100;
  const { count, run } = bulkProgress(job);
  return percentBehind(bulkParameters(job).people, run?.after ?? count.after);
}
