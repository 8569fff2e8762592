// What a job is: work that takes longer than a request. Its row says what is to be done and how far
// it is; the transaction that does a step also notes it, so that a step is done once, whoever is
// killed in between.
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/log.ts';
import type { Db, Job } from '../storage/tables.ts';

/**
 * - idle: nothing is to be done now; a request may have it done
 * - waiting: to be begun
 * - running: begun; also while its server is away
 * - done, failed, cancelled: over
 */
export type JobState = 'idle' | 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** Kinds of jobs; what each does is in kinds.ts. `upload`: the file is on its way. */
export type JobKind = 'upload' | 'import' | 'export' | 'bulk';

/** What a handler works with. */
export type JobRun = {
  db: Db;
  clock: Clock;
  log: Logger;
  job: Job;
  /** False when the server stops, or no longer holds the clock: end after the current step. */
  mayGoOn(): boolean;
};

/**
 * Works until everything is done, or until it may not go on; then another server begins where the
 * row says. @throws AppError that says what keeps it from ever being done
 */
export type JobHandler = (run: JobRun) => Promise<'done' | 'stopped'>;
