// Reads what is to be done with an import, and shows how it stands.
import type { FormObject } from '../../http/form/decode.ts';
import { readMembers } from '../../http/members/schema.ts';
import { throwFaults } from '../../kernel/errors.ts';
import type { Job, List } from '../../storage/tables.ts';
import type { NewField } from '../../subscribers/import/guess.ts';
import type { Status } from '../../subscribers/rules.ts';
import { reasonOf, timesOf } from '../wire.ts';
import type { SettingChanges } from './change.ts';
import { type ImportParameters, parametersOf, progressOf, type RunProgress, type UndoProgress } from './parameters.ts';
import { percentOfImport } from './percent.ts';
import { canUndo, stateOf } from './rules.ts';
import { type ImportRecord, runMembers, settingMembers } from './wire-schema.ts';

/** What a request wants changed. @throws AppError `invalid` */
export function readSettings(body: FormObject): SettingChanges {
  const { values, faults } = readMembers(settingMembers(), body);
  throwFaults(faults);
  const { delimiter, charset, has_header, existing, status, dry_run, columns } = values;
  return {
    delimiter: delimiter === 'tab' ? '\t' : delimiter,
    encoding: charset,
    hasNames: flagOf(has_header),
    existing,
    status: status as Status | undefined,
    isDryRun: flagOf(dry_run),
    columns: columns?.map(({ field, new_field }) => ({
      field: field ?? null,
      new_field: (new_field as NewField | null | undefined) ?? null,
    })),
  };
}

/** Whether a run is only to try; undefined: as it was set. */
export function readRun(body: FormObject): boolean | undefined {
  const { values, faults } = readMembers(runMembers, body);
  throwFaults(faults);
  return flagOf(values.dry_run);
}

const flagOf = (said: 'yes' | 'no' | undefined) => (said === undefined ? undefined : said === 'yes');

/** The record of an import. @param at now, ms */
export function toWireImport(job: Job, list: Pick<List, 'uid'>, at: number): ImportRecord {
  const parameters = parametersOf(job);
  const { fileName, form, guess, settings } = parameters;
  const { dryRun, run, undo } = progressOf(job);
  return {
    import_uid: job.uid,
    list_uid: list.uid,
    state: stateOf(job),
    file_name: fileName,
    size: form.bytes,
    ...(timesOf(job) as Pick<ImportRecord, 'created_at' | 'started_at' | 'ended_at'>),
    ...reasonOf(job),
    delimiter: shownDelimiter(settings.delimiter),
    charset: settings.encoding,
    has_header: settings.hasNames,
    existing: settings.existing,
    status: settings.status,
    dry_run: settings.isDryRun,
    columns: settings.columns,
    guess: {
      delimiter: shownDelimiter(guess.delimiter),
      charset: form.encoding,
      has_header: guess.hasNames,
      columns: guess.columns,
    },
    progress: progressRecord(job, parameters),
    dry_run_result: figuresOf(dryRun),
    result: figuresOf(run),
    undo_result: undo && undoFigures(undo),
    can_undo: canUndo(job, run, at),
  };
}

const shownDelimiter = (sign: string) => (sign === '\t' ? 'tab' : sign);

const rowsIn = ({ added, updated, present, bad }: RunProgress) => added + updated + present + bad;

function figuresOf(run: RunProgress | null): ImportRecord['result'] {
  if (!run) return null;
  const { added, updated, present, bad, stays } = run;
  return { rows: rowsIn(run), new: added, changed: updated, unchanged: present, bad, stay_unsubscribed: stays };
}

const undoFigures = ({ removed, kept, restored, notRestored }: UndoProgress) => ({
  removed,
  kept,
  restored,
  not_restored: notRestored,
});

/** Those that a dry run has counted, or by the part of the file that was read. */
function rowsExpected(now: RunProgress, dryRun: RunProgress | null, bytes: number): number | null {
  if (dryRun && dryRun !== now && dryRun.bytes === bytes) return rowsIn(dryRun);
  return now.bytes === 0 ? null : Math.round((rowsIn(now) * bytes) / now.bytes);
}

function progressRecord(job: Job, { form }: ImportParameters): ImportRecord['progress'] {
  const { dryRun, run } = progressOf(job);
  const now = job.phase === 'dry-run' ? dryRun : run;
  if (!now) return null;
  const rows = rowsIn(now);
  return {
    rows_read: rows,
    rows_expected: job.state === 'done' ? rows : rowsExpected(now, dryRun, form.bytes),
    percent: percentOfImport(job),
    rows_per_second: now.ms === 0 ? null : Math.round((rows * 1_000) / now.ms),
  };
}
