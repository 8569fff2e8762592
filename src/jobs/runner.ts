// Runs the jobs that are due, some at a time. The node that holds the clock does: nobody else is at
// a job then, and what another node left behind goes on where its row says.
import { setTimeout as sleep } from 'node:timers/promises';
import { agreedNow, type Clock } from '../kernel/clock.ts';
import { AppError, asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import { say, sentenceOf } from '../kernel/sentences/sentence.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import type { Job } from '../storage/tables.ts';
import { storeTrouble, troubleText } from '../storage/trouble.ts';
import { tellImport } from './imports/webhook-facts.ts';
import { KINDS, type Kind } from './kinds.ts';
import { JobLost } from './progress.ts';
import { claimJob, endJob, isJobDue, nextJobs, putOffJob } from './queries.ts';

const AT_ONCE = 4;
/** One customer's long imports leave room for others; the last place is for who has none. */
const OF_ONE_CUSTOMER = 2;
const LAST_PLACES = 1;
const LOOK_MS = 500;
/** After this many failures in a row, none of which got further, the job is given up. */
const MOST_FAILURES = 6;
/**
 * Troubles of the store that its operator ends: a job waits for that, however long. The others may
 * be of what the job itself asks for.
 */
const OF_JOBS = new Set(['busy', 'memory', 'library']);

export type RunnerTools = { db: Db; clock: Clock; log: Logger; mayGoOn(): boolean };

/** Whether there is a job to begin, or one under way. */
export async function areJobsDue(db: Db, clock: Clock): Promise<boolean> {
  return isJobDue(db, agreedNow(clock));
}

/**
 * Runs jobs until none is due, or until it may not go on; then each ends after its step. Customers
 * take turns, so that nobody waits until all jobs of another one are done.
 */
export async function runJobs(tools: RunnerTools, kinds: Readonly<Record<string, Pick<Kind, 'run'>>> = KINDS) {
  const running = new Map<number, { customerId: number; ended: Promise<void> }>();
  const turns = new Map<number, number>(); // by customer: the number of the last job that was begun
  let begun = 0;
  let mayGoOn = true;
  const mayBegin = (customerId: number) => {
    const own = [...running.values()].filter((one) => one.customerId === customerId).length;
    return running.size < AT_ONCE - (own > 0 ? LAST_PLACES : 0) && own < OF_ONE_CUSTOMER;
  };
  /** @returns whether one was begun */
  const beginSome = async () => {
    const before = begun;
    const next = await nextJobs(tools.db, agreedNow(tools.clock), [...running.keys()]);
    const turnOf = ({ customer_id }: Pick<Job, 'customer_id'>) => turns.get(customer_id) ?? 0;
    for (const due of next.toSorted((a, b) => turnOf(a) - turnOf(b))) {
      if (!mayBegin(due.customer_id)) continue;
      const job = await claimJob(tools.db, due, tools.clock.now());
      if (!job) continue;
      begun += 1;
      turns.set(job.customer_id, begun);
      const ended = runJob(tools, job, kinds[job.kind]).then((outcome) => {
        if (outcome === 'stopped') mayGoOn = false; // else it would be due again, claimed and stopped, for ever
        running.delete(job.id);
      });
      running.set(job.id, { customerId: job.customer_id, ended });
    }
    return begun > before;
  };
  const begin = async () => {
    mayGoOn &&= tools.mayGoOn();
    while (mayGoOn && running.size < AT_ONCE && (await beginSome())); // a second one of a customer
  };
  for (await begin(); running.size > 0; await begin()) {
    await Promise.race([...[...running.values()].map(({ ended }) => ended), sleep(LOOK_MS)]);
  }
}

type Outcome = 'done' | 'stopped' | 'left' | 'failed';

/** What lines of the log say of a job. */
const logged = ({ uid, kind, customer_id }: Job) => ({ job: uid, kind, customer: customer_id });

/** Runs one job. Never throws: what went wrong stands in its row or in the log. */
async function runJob(
  { db, clock, log, mayGoOn }: RunnerTools,
  job: Job,
  kind: Pick<Kind, 'run'> | undefined,
): Promise<Outcome> {
  const told = logged(job);
  try {
    if (!kind) throw new AppError('internal', say('job-unknown', { kind: job.kind }));
    log.info({ event: 'job.begun', ...told, attempt: job.attempt });
    const outcome = await kind.run({ db, clock, log, job, mayGoOn });
    if (outcome === 'done') await end(db, job, { state: 'done', reason: null }, clock.now());
    log.info({ event: `job.${outcome}`, ...told });
    return outcome;
  } catch (error) {
    if (error instanceof JobLost) {
      log.info({ event: 'job.left', ...told });
      return 'left';
    }
    await fail({ db, clock, log }, job, error).catch((reason: unknown) => {
      log.error({ event: 'job.not-noted', ...told, reason: troubleText(reason) }); // it is due again at once
    });
    return 'failed';
  }
}

function end(db: Db, job: Job, ended: Parameters<typeof endJob>[2], at: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const row = await endJob(tx, job, ended, at);
    if (row) await tellImport(tx, row, ended, at);
  });
}

async function fail({ db, clock, log }: Omit<RunnerTools, 'mayGoOn'>, job: Job, error: unknown): Promise<void> {
  const at = agreedNow(clock); // another node may go on with it
  const trouble = storeTrouble(error);
  if (trouble && !OF_JOBS.has(trouble.kind)) {
    log.error({ event: 'job.put-off', ...logged(job), reason: troubleText(error) });
    return putOffJob(db, job, { due_at: at + trouble.retryAfter * 1000 }, at);
  }
  const row = await db
    .selectFrom('job')
    .select('failures')
    .where('customer_id', '=', job.customer_id)
    .where('id', '=', job.id)
    .executeTakeFirst();
  const failures = (row?.failures ?? 0) + 1;
  log.error({ event: 'job.failed', ...logged(job), failures, err: asError(error) });
  if (error instanceof AppError && error.code !== 'unavailable') {
    await end(db, job, { state: 'failed', reason: sentenceOf(error) }, at);
  } else if (failures >= MOST_FAILURES) {
    await end(db, job, { state: 'failed', reason: say('job-vain', { count: failures }) }, at);
  } else {
    await putOffJob(db, job, { failures, due_at: at + 500 * 2 ** failures }, at);
  }
}
