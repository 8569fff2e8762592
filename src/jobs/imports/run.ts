// The handler of imports: tries one, runs one, or takes one back. Each slice of rows notes in its
// own transaction how far the file is, so that an import goes on after the server was killed, and
// no row counts twice.
import type { BadRow } from '../../csv/bad-row.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { addFields } from '../../lists/fields/create.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { findListById } from '../../lists/queries.ts';
import type { List, ListField } from '../../storage/tables.ts';
import { dryRunOf } from '../../subscribers/import/dry-run.ts';
import { newFieldInputs } from '../../subscribers/import/fields.ts';
import type { CsvForm } from '../../subscribers/import/file.ts';
import { type ImportOptions, importSubscribers } from '../../subscribers/import/import.ts';
import { beginAdding } from '../../subscribers/status.ts';
import type { JobRun } from '../job.ts';
import { addPiece, readPieces, removePart } from '../pieces.ts';
import { saveProgress, step } from '../progress.ts';
import { changeJob } from '../queries.ts';
import {
  type ImportParameters,
  type ImportProgress,
  newRun,
  parametersOf,
  progressOf,
  type RunProgress,
} from './parameters.ts';
import { imaginedFields, missingFields, withMade } from './rules.ts';
import { undoImport } from './undo.ts';

/** Does the phase that the job is in. */
export async function runImport(run: JobRun): Promise<'done' | 'stopped'> {
  const { job, db } = run;
  const list = await findListById(db, job.customer_id, job.list_id ?? 0);
  if (!list) throw new AppError('state', say('import-list-removed'));
  if (job.phase === 'undo') return undoImport(run, list);
  const parameters = parametersOf(job);
  const fields = await fieldsOf(db, list.customer_id, list.id);
  const gone = missingFields(parameters.settings.columns, fields);
  if (gone.length > 0) {
    throw new AppError('state', say('import-field-gone', { fields: gone.join(', ') }));
  }
  return job.phase === 'dry-run' ? runDry(run, list, parameters, fields) : importFile(run, list, parameters);
}

/** A dry run begins anew when it was interrupted: it changes nothing. */
async function runDry(run: JobRun, list: List, parameters: ImportParameters, fields: ListField[]) {
  const progress: ImportProgress = { ...progressOf(run.job), dryRun: newRun() };
  await step(run, async (tx) => {
    await removePart(tx, run.job, 'bad');
    await saveProgress(tx, run, progress);
  });
  const dryRun = progress.dryRun ?? newRun();
  const took = stopwatch();
  const imagined = imaginedFields(parameters.settings.columns, list, fields);
  const options = optionsOf(run, withNewFields(parameters, imagined), [...fields, ...imagined]);
  try {
    await dryRunOf(run.db, list, {
      ...options,
      async onBatch(counts, bad) {
        if (!run.mayGoOn()) throw new Interrupted();
        Object.assign(dryRun, counts, { ms: took() });
        await step(run, async (tx) => {
          if (bad.length > 0) await addPiece(tx, run.job, 'bad', dryRun.pieces.bad++, badLines(bad));
          await saveProgress(tx, run, progress);
        });
      },
    });
  } catch (error) {
    if (error instanceof Interrupted) return 'stopped';
    throw error;
  }
  return 'done';
}

class Interrupted extends Error {}

async function importFile(run: JobRun, list: List, before: ImportParameters) {
  const { job } = run;
  const { fields, parameters, progress } = await begin(run, list, before);
  const done = progress.run ?? newRun();
  const took = stopwatch(done.ms);
  const { isAll } = await importSubscribers(run.db, list, optionsOf(run, parameters, fields), {
    from: { line: done.line, counts: done },
    mayGoOn: run.mayGoOn,
    async inSlice(tx, { line, counts, bad, made, changed, at }) {
      const pieces = { ...done.pieces };
      if (bad.length > 0) await addPiece(tx, job, 'bad', pieces.bad++, badLines(bad));
      if (made.length > 0) await addPiece(tx, job, 'made', pieces.made++, JSON.stringify(made));
      if (changed.length > 0) {
        const rows = changed.map(({ id, field_values }) => [id, field_values]);
        await addPiece(tx, job, 'before', pieces.before++, JSON.stringify({ at, rows }));
      }
      const now: RunProgress = { ...counts, line, ms: took(), pieces };
      await saveProgress(tx, run, { ...progress, run: now });
      Object.assign(done, now);
    },
  });
  return isAll ? 'done' : 'stopped';
}

/** Makes the new fields and clears what a dry run left, once; later only reads what was done. */
function begin(run: JobRun, list: List, parameters: ImportParameters) {
  const { job } = run;
  return step(run, async (tx) => {
    await beginAdding(tx, list);
    const fields = await fieldsOf(tx, list.customer_id, list.id);
    const progress = progressOf(job);
    if (progress.run) return { fields, parameters, progress };
    const { columns } = parameters.settings;
    const wanted = columns.flatMap(({ new_field }) => new_field ?? []);
    const made = await addFields(tx, list, newFieldInputs(wanted, fields), run.clock.now());
    const changed = withNewFields(parameters, made);
    await removePart(tx, job, 'bad');
    const begun: ImportProgress = { ...progress, run: newRun() };
    await saveProgress(tx, run, begun);
    await changeJob(tx, job, { parameters: JSON.stringify(changed) }, run.clock.now());
    return { fields: [...fields, ...made], parameters: changed, progress: begun };
  });
}

/** The parameters with the columns of new fields naming the fields that were made. */
const withNewFields = (parameters: ImportParameters, made: readonly ListField[]): ImportParameters => {
  const { settings } = parameters;
  return { ...parameters, settings: { ...settings, columns: withMade(settings.columns, made) } };
};

function optionsOf(run: JobRun, { fileName, form, settings }: ImportParameters, fields: ListField[]): ImportOptions {
  const { delimiter, hasNames, encoding, columns, status, existing } = settings;
  const file: CsvForm = {
    ...form,
    encoding,
    delimiter,
    hasNames,
    columns: columns.map(({ field }) => field ?? undefined),
  };
  const bytes = readPieces(run.db, run.job, 'upload');
  const evidence = { way: 'import', detail: fileName || undefined } as const;
  return { file, bytes, fields, status, update: existing === 'change', evidence, at: run.clock.now() };
}

const badLines = (bad: readonly BadRow[]) => bad.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Counts time in ms, from what was counted before. */
function stopwatch(before = 0): () => number {
  const begunAt = performance.now();
  return () => before + Math.round(performance.now() - begunAt);
}
