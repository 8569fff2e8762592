// What the row of an import says: the file, what was guessed of it, what is to be done, and how far
// it is.
import type { TextForm } from '../../csv/file.ts';
import type { Job } from '../../storage/tables.ts';
import type { GuessedColumn, NewField } from '../../subscribers/import/guess.ts';
import { type ImportCounts, NO_ROWS } from '../../subscribers/import/import.ts';
import type { Status } from '../../subscribers/rules.ts';

/** Of a file; nobody has fields for more. */
export const MAX_COLUMNS = 500;

/** What becomes of a column: a field's tag, a new field, or (both null) nothing. */
export type ColumnTarget = { field: string | null; new_field: NewField | null };

export type ImportSettings = {
  delimiter: string;
  encoding: TextForm['encoding'];
  hasNames: boolean;
  columns: ColumnTarget[];
  /** What happens to addresses that the list has already: their values change, or are left. */
  existing: 'change' | 'leave';
  /** The status of the subscribers who are added. */
  status: Status;
  isDryRun: boolean;
};

export type ImportParameters = {
  fileName: string;
  form: TextForm;
  guess: { delimiter: string; hasNames: boolean; columns: GuessedColumn[] };
  settings: ImportSettings;
};

/** Rows that a run has been through, up to a line of the file; `ms`: the time that it took. */
export type RunProgress = ImportCounts & {
  line: number;
  ms: number;
  pieces: { bad: number; made: number; before: number };
};

export type UndoProgress = {
  removed: number;
  kept: number;
  restored: number;
  notRestored: number;
  /** Pieces that are undone. */
  pieces: { made: number; before: number };
};

export type ImportProgress = {
  dryRun: RunProgress | null;
  run: RunProgress | null;
  undo: UndoProgress | null;
};

export const NOTHING_YET: ImportProgress = { dryRun: null, run: null, undo: null };

/** A run that has not begun. */
export const newRun = (): RunProgress => ({ ...NO_ROWS, line: 0, ms: 0, pieces: { bad: 0, made: 0, before: 0 } });

/** An undoing that has not begun. */
export const newUndo = (): UndoProgress => ({
  removed: 0,
  kept: 0,
  restored: 0,
  notRestored: 0,
  pieces: { made: 0, before: 0 },
});

export const parametersOf = (job: Job) => JSON.parse(job.parameters) as ImportParameters;
export const progressOf = (job: Job) => JSON.parse(job.progress) as ImportProgress;
