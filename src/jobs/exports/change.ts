// What a request does with an export: makes it, stops it, reads its file.
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import type { PeopleFilter } from '../../segments/people/filter.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import type { Job, List } from '../../storage/tables.ts';
import { fixPeople } from '../fixed-people.ts';
import { readPieces } from '../pieces.ts';
import { changeJob, countHeldJobs, getJob, holdJob, insertJob } from '../queries.ts';
import { type ExportFormat, type ExportParameters, NOTHING_WRITTEN } from './parameters.ts';
import { stateOfExport } from './rules.ts';

/** Exports of a customer that wait or go on. */
const MOST_OPEN = 10;

/** An export of a list. @throws AppError `not_found` */
export async function getExport(db: Db, list: Pick<List, 'id' | 'customer_id'>, uid: string): Promise<Job> {
  const job = await getJob(db, list.customer_id, 'export', uid);
  if (job.list_id !== list.id) throw new AppError('not_found', say('export-missing'));
  return job;
}

/**
 * Begins an export of those who are on the list now.
 * @throws AppError `state` while too many go on; `not_found`, `invalid` for a wrong filter
 */
export function createExport(
  db: Db,
  list: List,
  { filter, format }: { filter: PeopleFilter; format: ExportFormat },
  at: number,
): Promise<Job> {
  return inTransaction(db, async (tx) => {
    if ((await countHeldJobs(tx, list.customer_id, 'export')) >= MOST_OPEN) {
      throw new AppError('state', say('export-many', { most: MOST_OPEN }));
    }
    const people = await fixPeople(tx, list, filter, at);
    const fields = await fieldsOf(tx, list.customer_id, list.id);
    const columns = fields.map(({ id, tag }) => ({ id, tag }));
    const parameters: ExportParameters = { people, format, columns };
    return insertJob(tx, {
      customerId: list.customer_id,
      kind: 'export',
      listId: list.id,
      at,
      state: 'waiting',
      parameters,
      progress: NOTHING_WRITTEN,
    });
  });
}

/** Stops an export. @throws AppError `state` when it is over */
export function cancelExport(db: Db, job: Job, at: number): Promise<Job> {
  return inTransaction(db, async (tx) => {
    const now = await holdJob(tx, job);
    if (!now) throw new AppError('not_found', say('export-missing'));
    if (stateOfExport(now) !== 'exporting') throw new AppError('state', say('export-not-under-way'));
    return changeJob(tx, now, { state: 'cancelled', ended_at: at }, at);
  });
}

/** The text of the file, a piece at a time. @throws AppError `state` when there is none */
export function textOfExport(db: Db, job: Job): AsyncIterable<string> {
  const state = stateOfExport(job);
  if (state !== 'ready') throw new AppError('state', WHY_NO_FILE[state]);
  return textsOf(readPieces(db, job, 'result'));
}

const WHY_NO_FILE = {
  exporting: say('export-not-ready'),
  removed: say('export-file-removed'),
  failed: say('export-failed'),
  cancelled: say('export-cancelled'),
} as const;

async function* textsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const piece of pieces) yield piece.toString();
}
