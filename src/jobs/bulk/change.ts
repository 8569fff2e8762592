// What a request does with a bulk action: makes it, with its people counted; begins it; stops it.
import { AppError, isTold, throwFaults } from '../../kernel/errors.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { findList } from '../../lists/queries.ts';
import { isStatusOnly, type PeopleFilter } from '../../segments/people/filter.ts';
import { countPeople } from '../../segments/people/walk.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import type { Job, List, ListField, Tx } from '../../storage/tables.ts';
import type { BulkAction } from '../../subscribers/many/rules.ts';
import { countSubscribers } from '../../subscribers/queries.ts';
import { checkedFields, readChangedValues } from '../../subscribers/values/field-input.ts';
import { EMAIL_TAG } from '../../subscribers/values/values.ts';
import { type FixedPeople, fixPeople, stretchOf } from '../fixed-people.ts';
import { AT_ONCE, changeJob, countHeldJobs, countOpenJobs, getJob, holdJob, insertJob } from '../queries.ts';
import { type BulkParameters, bulkProgress, type CountProgress, NEW_RUN } from './parameters.ts';
import { requireCounted, stateOfBulk } from './rules.ts';

/** Bulk actions of a customer that are counted, wait or go on. */
const MOST_OPEN = 20;
/** A request counts for this long, a job does the rest. */
const COUNTING_MS = 150;

/** What is asked for, as it was sent. */
export type BulkRequest = {
  filter: PeopleFilter;
  action: BulkAction;
  targetUid: string | undefined;
  field: string | undefined;
  value: string | undefined;
  /** Whether it begins at once. */
  begins: boolean;
};

/** A bulk action of a list. @throws AppError `not_found` */
export async function getBulkAction(db: Db, list: Pick<List, 'id' | 'customer_id'>, uid: string): Promise<Job> {
  const job = await getJob(db, list.customer_id, 'bulk', uid);
  if (job.list_id !== list.id) throw new AppError('not_found', say('bulk-missing'));
  return job;
}

/**
 * Fixes whom it is about, and counts them.
 * @throws AppError `state` when there are too many; `not_found`, `invalid`
 */
export async function createBulkAction(db: Db, list: List, request: BulkRequest, at: number): Promise<Job> {
  const { people, parameters, fields } = await inTransaction(db, async (tx) => {
    refuseMany(await countOpenJobs(tx, list.customer_id, 'bulk'));
    const fields = await fieldsOf(tx, list.customer_id, list.id);
    const target = await targetOf(tx, list, request);
    const field = fieldOf(fields, request, at);
    const people = await fixPeople(tx, list, request.filter, at);
    const parameters: BulkParameters = { people, action: request.action, target, field };
    return { people, parameters, fields };
  });
  const count = await countOf(db, list, people, fields);
  const state = request.begins || !count.isAll ? 'waiting' : 'idle';
  const phase = request.begins ? 'run' : count.isAll ? '' : 'count';
  const progress = { count, run: request.begins ? NEW_RUN : null };
  const job = { customerId: list.customer_id, kind: 'bulk', listId: list.id, state, parameters, progress, at } as const;
  return inTransaction(db, async (tx) => {
    refuseMany(await countHeldJobs(tx, list.customer_id, 'bulk')); // others may have begun while it was counted
    return changeJob(tx, await insertJob(tx, job), { phase }, at);
  });
}

function refuseMany(open: number): void {
  if (open >= MOST_OPEN) throw new AppError('state', say('bulk-many', { most: MOST_OPEN }));
}

async function countOf(db: Db, list: List, people: FixedPeople, fields: ListField[]): Promise<CountProgress> {
  // Whoever joined since was fixed is counted too: a few at most, and the report is exact.
  if (isStatusOnly(people.filter)) {
    return { people: await countSubscribers(db, list, people.filter.status), after: people.upTo, isAll: true };
  }
  const { n, after } = await countPeople(db, stretchOf(db, list, fields, people, 0), COUNTING_MS);
  return { people: n, after: after ?? people.upTo, isAll: after === undefined };
}

/** The list that people are moved or copied to. @throws AppError `invalid` */
async function targetOf(tx: Tx, list: List, { action, targetUid }: BulkRequest): Promise<BulkParameters['target']> {
  if (action !== 'move' && action !== 'copy') return null;
  const refuse = (why: Told): never => throwInvalid('target_list_uid', why);
  if (targetUid === undefined) return refuse(say('bulk-target-blank'));
  const target = await findList(tx, list.customer_id, targetUid);
  if (!target) return refuse(say('bulk-target-missing'));
  if (target.id === list.id) return refuse(say('bulk-target-same'));
  return { id: target.id, uid: target.uid };
}

/** The field that is set, and its value. @throws AppError `invalid` */
function fieldOf(fields: ListField[], { action, field, value = '' }: BulkRequest, at: number): BulkParameters['field'] {
  if (action !== 'set-field') return null;
  const tag = field?.toUpperCase() ?? '';
  const known = fields.filter((one) => one.tag !== EMAIL_TAG).map((one) => one.tag);
  if (!known.includes(tag)) return throwInvalid('set_field', say('bulk-set-field', { known: known.join(', ') }));
  const { faults } = readChangedValues(checkedFields(fields), { [tag]: value }, {}, { at });
  const fault = faults[tag];
  return fault !== undefined && isTold(fault) ? throwInvalid('set_value', fault) : { tag, value };
}

function throwInvalid(member: string, why: Told): never {
  throwFaults({ [member]: why });
  throw new AppError('internal', why);
}

/**
 * Begins what was counted.
 * @param expected how many the caller takes it to be about; another count is refused
 * @throws AppError `state`
 */
export function startBulkAction(db: Db, job: Job, expected: number | undefined, at: number): Promise<Job> {
  return inTransaction(db, async (tx) => {
    const now = await held(tx, job);
    requireCounted(stateOfBulk(now));
    const progress = bulkProgress(now);
    if (expected !== undefined && expected !== progress.count.people) {
      throw new AppError('state', say('bulk-count-differs', { people: progress.count.people, expected }));
    }
    const set = { state: 'waiting', phase: 'run', due_at: AT_ONCE, reason: null, started_at: null, ended_at: null };
    return changeJob(tx, now, { ...set, progress: JSON.stringify({ ...progress, run: NEW_RUN }) }, at);
  });
}

/** Stops it; what was done until then stands. @throws AppError `state` when it is over */
export function cancelBulkAction(db: Db, job: Job, at: number): Promise<Job> {
  return inTransaction(db, async (tx) => {
    const now = await held(tx, job);
    const state = stateOfBulk(now);
    if (state === 'done' || state === 'failed' || state === 'cancelled') {
      throw new AppError('state', say('bulk-over'));
    }
    return changeJob(tx, now, { state: 'cancelled', ended_at: at }, at);
  });
}

async function held(tx: Tx, job: Job): Promise<Job> {
  const now = await holdJob(tx, job);
  if (!now) throw new AppError('not_found', say('bulk-missing'));
  return now;
}
