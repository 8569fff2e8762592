// Statements on table `job`.
import { sql } from 'kysely';
import { HOUR_MS } from '../kernel/durations.ts';
import { AppError } from '../kernel/errors.ts';
import { newUid } from '../kernel/ids.ts';
import { type Sentence, say, type Told } from '../kernel/sentences/sentence.ts';
import { lockRows } from '../storage/dialect.ts';
import {
  type CustomerFilter,
  customersToPoll,
  isAmong,
  reachableCustomers,
} from '../storage/spread/customers-to-poll.ts';
import type { Db, Job, Tx } from '../storage/tables.ts';
import { holdTally } from '../storage/tally.ts';
import type { JobKind, JobState } from './job.ts';

/** When a job is due that somebody started: at once, also on a clock that is behind or set back. */
export const AT_ONCE = 0;

/** What is said of a new job. */
export type NewJob = {
  customerId: number;
  kind: JobKind;
  listId: number | null;
  state: JobState;
  parameters: object;
  progress: object;
  at: number;
};

/** Adds a job. */
export function insertJob(tx: Tx | Db, { customerId, kind, listId, state, parameters, progress, at }: NewJob) {
  return tx
    .insertInto('job')
    .values({
      uid: newUid(),
      customer_id: customerId,
      kind,
      list_id: listId,
      state,
      phase: '',
      parameters: JSON.stringify(parameters),
      progress: JSON.stringify(progress),
      attempt: 0,
      failures: 0,
      due_at: AT_ONCE,
      cleared: 0,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A customer's job of a kind by uid. @throws AppError `not_found` in the kind's words */
export async function getJob(db: Db, customerId: number, kind: JobKind, uid: string): Promise<Job> {
  const job = await db
    .selectFrom('job')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!job) throw new AppError('not_found', UNKNOWN[kind]);
  return job;
}

const UNKNOWN: Readonly<Record<JobKind, Told>> = {
  upload: say('import-upload-missing'),
  import: say('import-missing'),
  export: say('export-missing'),
  bulk: say('bulk-missing'),
};

/** Reads a job again and holds it until the transaction ends. */
export function holdJob(tx: Tx, { id, customer_id }: Pick<Job, 'id' | 'customer_id'>): Promise<Job | undefined> {
  return tx
    .selectFrom('job')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .modifyEnd(lockRows(tx))
    .executeTakeFirst();
}

/** A customer's jobs of a kind, newest first, those of one list when it is given. */
export function jobsOf(
  db: Db,
  { customerId, kind, listId }: { customerId: number; kind: JobKind; listId?: number },
  { before, limit }: { before: number | undefined; limit: number },
): Promise<Job[]> {
  return db
    .selectFrom('job')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('kind', '=', kind)
    .$if(listId !== undefined, (query) => query.where('list_id', '=', listId ?? 0))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** How many jobs of a customer are open: they hold bytes, or wait for their turn. */
export async function countOpenJobs(db: Db | Tx, customerId: number, kind: JobKind): Promise<number> {
  const row = await db
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('customer_id', '=', customerId)
    .where('kind', '=', kind)
    .where('state', 'in', ['idle', 'waiting', 'running'])
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/**
 * As countOpenJobs, held until the transaction ends: others who begin a job of the kind wait, so
 * that two at once are not one too many.
 */
export async function countHeldJobs(tx: Tx, customerId: number, kind: JobKind): Promise<number> {
  await holdTally(tx, customerId, `open-jobs:${kind}`);
  return countOpenJobs(tx, customerId, kind);
}

/** Columns that requests and the runner change. */
export type JobChange = Partial<
  Pick<
    Job,
    'kind' | 'state' | 'phase' | 'parameters' | 'progress' | 'reason' | 'due_at' | 'cleared' | 'started_at' | 'ended_at'
  >
>;

/** Changes a job that is held. */
export function changeJob(
  tx: Tx | Db,
  { id, customer_id }: Pick<Job, 'id' | 'customer_id'>,
  set: JobChange,
  at: number,
) {
  return tx
    .updateTable('job')
    .set({ ...set, updated_at: at })
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether there is a job whose time has come, also one that a server left behind. */
export async function isJobDue(db: Db, at: number): Promise<boolean> {
  const those = await customersToPoll(db, 'clock');
  return (await due(db, at, those).select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The oldest such job of each customer, other than those under way here. */
export async function nextJobs(
  db: Db,
  at: number,
  underWay: readonly number[],
): Promise<Pick<Job, 'id' | 'customer_id' | 'attempt'>[]> {
  const ranked = due(db, at, await customersToPoll(db, 'clock'))
    .select(['id', 'customer_id', 'attempt'])
    .select(sql<number>`row_number() over (partition by customer_id order by due_at, id)`.as('place'))
    .$if(underWay.length > 0, (query) => query.where('id', 'not in', [...underWay]));
  return db
    .selectFrom(ranked.as('ranked'))
    .select(['id', 'customer_id', 'attempt'])
    .where('place', '=', 1)
    .orderBy('id')
    .execute();
}

/** Longer than any job is put off: what is due later was noted by a clock that was set back. */
const LONGEST_MS = HOUR_MS;

const due = (db: Db, at: number, those: CustomerFilter) =>
  db
    .selectFrom('job')
    .where('state', 'in', ['waiting', 'running'])
    .where((is) => is.or([is('due_at', '<=', at), is('due_at', '>', at + LONGEST_MS)]))
    .where(isAmong(those, 'customer_id'));

/** Takes a job for this process; whoever had it changes nothing any more. Undefined: it is gone. */
export function claimJob(
  db: Db,
  { id, customer_id, attempt }: Pick<Job, 'id' | 'customer_id' | 'attempt'>,
  at: number,
): Promise<Job | undefined> {
  return db
    .updateTable('job')
    .set({
      state: 'running',
      attempt: attempt + 1,
      started_at: sql<number>`coalesce(started_at, ${at})`,
      updated_at: at,
    })
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst();
}

type Claimed = Pick<Job, 'id' | 'customer_id' | 'attempt'>;

const ours = (db: Db | Tx, { id, customer_id, attempt }: Claimed) =>
  db
    .updateTable('job')
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running');

/** Notes how far a claimed job is; false when it is not ours any more. */
export async function updateProgress(tx: Tx, job: Claimed, progress: string, at: number): Promise<boolean> {
  const result = await ours(tx, job).set({ progress, failures: 0, updated_at: at }).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends a claimed job, when it is still ours. @returns it as it is then */
export function endJob(
  db: Db | Tx,
  job: Claimed,
  { state, reason }: { state: 'done' | 'failed'; reason: Sentence | null },
  at: number,
): Promise<Job | undefined> {
  return ours(db, job)
    .set({ state, reason: reason && JSON.stringify([reason]), updated_at: at, ended_at: at })
    .returningAll()
    .executeTakeFirst();
}

/** Puts a claimed job off after a failure; without a number of failures it does not count. */
export async function putOffJob(db: Db, job: Claimed, put: { failures?: number; due_at: number }, at: number) {
  await ours(db, job)
    .set({ ...put, updated_at: at })
    .execute();
}

/**
 * Takes a customer's exports from whoever writes them: what was read of people and is not stored is
 * dropped, and each goes on from what is stored. @returns their ids
 */
export async function takeExports(tx: Tx, customerId: number): Promise<number[]> {
  const rows = await tx
    .updateTable('job')
    .set({ attempt: sql<number>`attempt + 1` })
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'export')
    .where('state', '=', 'running')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Jobs over which nothing happened since then, that are not under way and cleared so far. */
export async function oldJobs(db: Db, cleared: number, before: number, limit: number): Promise<Job[]> {
  return db
    .selectFrom('job')
    .selectAll()
    .where('cleared', '=', cleared)
    .where('updated_at', '<', before)
    .where(isAmong(await reachableCustomers(db), 'customer_id'))
    .where('state', 'not in', ['waiting', 'running'])
    .orderBy('updated_at')
    .limit(limit)
    .execute();
}

/** Notes what was cleared, when nobody has begun anything with the job meanwhile. */
export async function markCleared(tx: Tx, job: Pick<Job, 'id' | 'customer_id' | 'updated_at'>, cleared: number) {
  await tx
    .updateTable('job')
    .set({ cleared })
    .where('customer_id', '=', job.customer_id)
    .where('id', '=', job.id)
    .where('updated_at', '=', job.updated_at)
    .execute();
}

/** Forgets a job; its pieces are gone already. */
export async function deleteJob(tx: Tx | Db, { id, customer_id }: Pick<Job, 'id' | 'customer_id'>): Promise<void> {
  await tx.deleteFrom('job').where('customer_id', '=', customer_id).where('id', '=', id).execute();
}
