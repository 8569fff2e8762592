// What a request does with an import: says what is to be done, begins, stops, takes back.

import { AppError, throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import type { Job, List, Tx } from '../../storage/tables.ts';
import { guessColumns } from '../../subscribers/import/guess.ts';
import { hasPart, removePart } from '../pieces.ts';
import { AT_ONCE, changeJob, getJob, holdJob } from '../queries.ts';
import { readBeginning } from './beginning.ts';
import { type ImportParameters, type ImportSettings, NOTHING_YET, parametersOf, progressOf } from './parameters.ts';
import { canUndo, columnFaults, isUnderWay, requireOpen, stateOf } from './rules.ts';
import { tellImport } from './webhook-facts.ts';

/** What is sent changes, the rest stays. */
export type SettingChanges = { [K in keyof ImportSettings]: ImportSettings[K] | undefined };

/** An import of a list. @throws AppError `not_found` */
export async function getImport(db: Db, list: Pick<List, 'id' | 'customer_id'>, uid: string): Promise<Job> {
  const job = await getJob(db, list.customer_id, 'import', uid);
  if (job.list_id !== list.id) throw new AppError('not_found', say('import-missing'));
  return job;
}

/**
 * Changes what is to be done; what a dry run found is forgotten. Another delimiter, charset or
 * header means that the columns are guessed anew.
 * @throws AppError `state` when it is under way or over, `invalid` for columns that do not fit
 */
export function changeImport(db: Db, list: List, job: Job, changes: SettingChanges, at: number): Promise<Job> {
  return inTransaction(db, async (tx) => {
    const now = await held(tx, job);
    requireOpen(stateOf(now), progressOf(now).run !== null);
    const before = parametersOf(now);
    const sent = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const changed: ImportParameters = { ...before, settings: { ...before.settings, ...sent } };
    const isRead = (['delimiter', 'encoding', 'hasNames'] as const).every(
      (name) => changed.settings[name] === before.settings[name],
    );
    const fields = await fieldsOf(tx, list.customer_id, list.id);
    const parameters = isRead ? changed : await guessedAnew(tx, now, changed, { changes, at, fields });
    const { columns } = parameters.settings;
    throwFaults(columnFaults(columns, fields, parameters.guess.columns.length));
    await removePart(tx, now, 'bad');
    return changeJob(
      tx,
      now,
      {
        state: 'idle',
        phase: '',
        reason: null,
        started_at: null,
        ended_at: null,
        parameters: JSON.stringify(parameters),
        progress: JSON.stringify(NOTHING_YET),
      },
      at,
    );
  });
}

type Anew = { changes: SettingChanges; at: number; fields: Awaited<ReturnType<typeof fieldsOf>> };

async function guessedAnew(
  tx: Tx,
  job: Job,
  { settings, ...parameters }: ImportParameters,
  { changes, at, fields }: Anew,
): Promise<ImportParameters> {
  const { delimiter, encoding, hasNames } = settings;
  const beginning = await readBeginning(tx, job, { ...parameters.form, encoding });
  const guess = guessColumns(beginning, fields, { delimiter, hasNames }, at);
  const columns = changes.columns ?? guess.columns.map(({ field, new_field }) => ({ field, new_field }));
  return { ...parameters, guess, settings: { ...settings, columns } };
}

/**
 * Begins an import, or a dry run of it.
 * @param isDryRun undefined: as it was set
 * @throws AppError `state` when it is under way or over, or when its file is gone
 */
export function startImport(db: Db, list: List, job: Job, isDryRun: boolean | undefined, at: number): Promise<Job> {
  return inTransaction(db, async (tx) => {
    const now = await held(tx, job);
    requireOpen(stateOf(now), progressOf(now).run !== null);
    const { guess, settings, ...others } = parametersOf(now);
    throwFaults(columnFaults(settings.columns, await fieldsOf(tx, list.customer_id, list.id), guess.columns.length));
    if (!(await hasPart(tx, now, 'upload'))) {
      throw new AppError('state', say('import-file-removed'));
    }
    const isDry = isDryRun ?? settings.isDryRun;
    const parameters: ImportParameters = { ...others, guess, settings: { ...settings, isDryRun: isDry } };
    const set = { state: 'waiting', phase: isDry ? 'dry-run' : 'import', due_at: AT_ONCE, reason: null };
    const times = { started_at: null, ended_at: null };
    return changeJob(tx, now, { ...set, ...times, parameters: JSON.stringify(parameters) }, at);
  });
}

/** Stops what is under way; what was done until then stands. @throws AppError `state` */
export function cancelImport(db: Db, job: Job, at: number): Promise<Job> {
  return inTransaction(db, async (tx) => {
    const now = await held(tx, job);
    if (!isUnderWay(stateOf(now))) throw new AppError('state', say('import-nothing-under-way'));
    // A dry run leaves nothing behind: it can be run again.
    const set = now.phase === 'dry-run' ? { state: 'idle', phase: '' } : { state: 'cancelled', ended_at: at };
    if (set.state === 'cancelled') await tellImport(tx, now, { state: 'cancelled', reason: null }, at);
    return changeJob(tx, now, set, at);
  });
}

/** Begins to take back what an import did. @throws AppError `state` when that is not possible */
export function undoImport(db: Db, job: Job, at: number): Promise<Job> {
  return inTransaction(db, async (tx) => {
    const now = await held(tx, job);
    const { run } = progressOf(now);
    if (isUnderWay(stateOf(now))) throw new AppError('state', say('import-under-way'));
    if (stateOf(now) === 'undone') throw new AppError('state', say('import-undone'));
    if (!run) throw new AppError('state', say('import-nothing-done'));
    if (!canUndo(now, run, at)) {
      throw new AppError('state', say('import-too-old'));
    }
    const set = { state: 'waiting', phase: 'undo', due_at: AT_ONCE, reason: null, ended_at: null };
    return changeJob(tx, now, set, at);
  });
}

async function held(tx: Tx, job: Job): Promise<Job> {
  const now = await holdJob(tx, job);
  if (!now) throw new AppError('not_found', say('import-missing'));
  return now;
}
