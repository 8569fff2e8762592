// What may be done with an import: by its state, and by what its columns are. Pure.
import { AppError, type Faults } from '../../kernel/errors.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import { fieldColumns } from '../../lists/fields/input.ts';
import type { Job, List, ListField } from '../../storage/tables.ts';
import { newFieldInputs } from '../../subscribers/import/fields.ts';
import { EMAIL_TAG } from '../../subscribers/values/values.ts';
import { KEPT_MS } from '../remove-old.ts';
import type { ColumnTarget, RunProgress } from './parameters.ts';

export const IMPORT_STATES = [
  'uploaded',
  'checking',
  'checked',
  'importing',
  'imported',
  'undoing',
  'undone',
  'failed',
  'cancelled',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Where an import is, in one word. */
export function stateOf({ state, phase }: Pick<Job, 'state' | 'phase'>): ImportState {
  if (state === 'failed' || state === 'cancelled') return state;
  const [under, after] = WORDS[phase] ?? WORDS[''];
  return state === 'done' || state === 'idle' ? after : under;
}

const WORDS: Readonly<Record<string, readonly [under: ImportState, after: ImportState]>> & {
  '': readonly [ImportState, ImportState];
} = {
  '': ['uploaded', 'uploaded'],
  'dry-run': ['checking', 'checked'],
  import: ['importing', 'imported'],
  undo: ['undoing', 'undone'],
};

/** Whether the settings may still change, and a run may begin. */
const isOpen = (state: ImportState, hasBegun: boolean): boolean =>
  state === 'uploaded' || state === 'checked' || (state === 'failed' && !hasBegun);

/** Whether something goes on or waits that can be stopped. */
export const isUnderWay = (state: ImportState): boolean =>
  state === 'checking' || state === 'importing' || state === 'undoing';

/** @throws AppError `state` that says what may be done instead */
export function requireOpen(state: ImportState, hasBegun: boolean): void {
  if (!isOpen(state, hasBegun)) throw new AppError('state', WHY[state]);
}

/** Why it cannot be changed or run. */
const WHY: Readonly<Record<ImportState, Told>> = {
  uploaded: say('import-closed-not-ready'),
  checked: say('import-closed-not-ready'),
  checking: say('import-closed-checking'),
  importing: say('import-closed-importing'),
  imported: say('import-closed-imported'),
  undoing: say('import-closed-undoing'),
  undone: say('import-closed-undone'),
  failed: say('import-closed-failed'),
  cancelled: say('import-closed-cancelled'),
};

/** @throws AppError `state` while something of it is under way */
export function requireStopped(job: Job): void {
  if (isUnderWay(stateOf(job))) throw new AppError('state', say('import-under-way'));
}

/**
 * Whether what an import did can be taken back: as long as the notes of it are kept. @param at now,
 * ms
 */
export function canUndo(job: Job, run: RunProgress | null, at: number): boolean {
  const state = stateOf(job);
  if (state !== 'imported' && state !== 'failed' && state !== 'cancelled') return false;
  return run !== null && job.cleared < 2 && at < job.updated_at + KEPT_MS;
}

/** What is wrong with the columns as a whole, by member. */
export function columnFaults(columns: readonly ColumnTarget[], fields: readonly ListField[], expected: number): Faults {
  const faults: Faults = {};
  if (columns.length !== expected) {
    return { columns: say('import-columns', { expected }) };
  }
  const tags = fields.map(({ tag }) => tag);
  for (const [i, { field, new_field }] of columns.entries()) {
    if (field !== null && new_field !== null) faults[`columns[${i}]`] = say('import-field-or-new');
    else if (field !== null && !tags.includes(field)) {
      faults[`columns[${i}].field`] = say('import-no-field', { field, tags: tags.join(', ') });
    } else if (field !== null && columns.findIndex((other) => other.field === field) !== i) {
      faults[`columns[${i}].field`] = say('import-field-twice', { field });
    }
  }
  if (Object.keys(faults).length === 0 && !columns.some(({ field }) => field === EMAIL_TAG)) {
    faults['columns'] = say('import-no-address', { tag: EMAIL_TAG });
  }
  return faults;
}

/** Tags that columns are for and that the list does not have. */
export function missingFields(columns: readonly ColumnTarget[], fields: readonly ListField[]): string[] {
  return columns.flatMap(({ field }) => (field !== null && !fields.some(({ tag }) => tag === field) ? [field] : []));
}

/** The columns once their new fields have been made, in order. */
export function withMade(columns: readonly ColumnTarget[], made: readonly Pick<ListField, 'tag'>[]): ColumnTarget[] {
  let next = 0;
  return columns.map((column) =>
    column.new_field ? { field: made[next++]?.tag ?? null, new_field: null } : { ...column },
  );
}

/** New fields as they would be made: numbers below zero tell them, which no stored field has. */
export function imaginedFields(
  columns: readonly ColumnTarget[],
  list: Pick<List, 'id' | 'customer_id'>,
  fields: readonly ListField[],
): ListField[] {
  const wanted = columns.flatMap(({ new_field }) => new_field ?? []);
  return newFieldInputs(wanted, fields).map((input, i) => ({
    id: -1 - i,
    number: -1 - i,
    customer_id: list.customer_id,
    list_id: list.id,
    created_at: 0,
    updated_at: 0,
    ...fieldColumns(input),
  }));
}
