// Schemas of requests and answers about imports.
import { z } from 'zod';
import { listByNumber } from '../../http/form/value.ts';
import * as declare from '../../http/members/declare.ts';
import { count, said, uid } from '../../http/members/described.ts';
import { keysetPage } from '../../http/members/keyset.ts';
import { optional } from '../../http/members/member.ts';
import { recordOf } from '../../http/members/schema.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { NEW_TYPES } from '../../subscribers/import/guess.ts';
import { STATUSES } from '../../subscribers/rules.ts';
import { JOB_TIMES, REASON } from '../wire.ts';
import { MAX_COLUMNS } from './parameters.ts';
import { IMPORT_STATES } from './rules.ts';

const CHARSETS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
const EXISTING = ['change', 'leave'] as const;
/** Of those who are added; nobody is added as moved away. */
const NEW_STATUSES = STATUSES.filter((status) => status !== 'moved') as [string, ...string[]];
const MAX_LABEL = 255;

const ABOUT = {
  delimiter: 'Separator between values: a single character, or the word `tab`.',
  charset: 'Character encoding.',
  header: 'Whether the first line names the columns.',
  existing:
    '`change`: values from the file replace theirs, where it has any. `leave`: they stay unchanged. Unsubscribed people stay unsubscribed either way.',
  status: 'Status of the people who are added.',
  dryRun: 'Whether the next run is a dry run, which returns the same figures without changing anything.',
  columns:
    'What each column becomes, in order: the tag of a field, a new field, or nothing (both null). One of them must be for `EMAIL`.',
  field: 'The tag of a list field.',
  label: 'The label of the new field, which its tag is made from.',
  type: 'The type of the new field.',
};

const isDelimiter = (sign: string) => sign.length === 1 && !/[\w"\s]/.test(sign);

const newField = whenNeeded(() =>
  z
    .strictObject({
      label: z
        .string({ error: 'Label must be a text.' })
        .trim()
        .min(1, { error: 'Label cannot be blank.' })
        .max(MAX_LABEL, { error: `Label is too long (maximum is ${MAX_LABEL} characters).` })
        .describe(ABOUT.label),
      type: z
        .enum(NEW_TYPES as [string, ...string[]], { error: `Type must be one of: ${NEW_TYPES.join(', ')}.` })
        .describe(ABOUT.type),
    })
    .meta({
      id: 'NewFieldOfImport',
      description: 'A field that is created when the import begins, hidden from the public form.',
    }),
);
const orNull = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? null : value), schema);

const columnTarget = whenNeeded(() =>
  z
    .object({
      field: orNull(
        z
          .string({ error: 'Field must be the tag of a field.' })
          .trim()
          .toUpperCase()
          .max(50, { error: 'Field is too long (maximum is 50 characters).' })
          .nullish(),
      ).describe(ABOUT.field),
      new_field: orNull(newField().nullish()).describe('A field to create for the column.'),
    })
    .meta({ id: 'ColumnOfImport', description: 'What a column becomes: a field, a new field, or nothing.' }),
);

const scalars = optional({
  delimiter: declare.line(ABOUT.delimiter, {
    max: 3,
    check: (sign, label) => (sign === 'tab' || isDelimiter(sign) ? undefined : say('import-separator', { label })),
  }),
  charset: declare.oneOf(ABOUT.charset, CHARSETS, { fold: declare.lower }),
  has_header: declare.yesNo(ABOUT.header),
  existing: declare.oneOf(ABOUT.existing, EXISTING, { fold: declare.lower }),
  status: declare.oneOf(ABOUT.status, NEW_STATUSES, { fold: declare.lower }),
  dry_run: declare.yesNo(ABOUT.dryRun),
});

const columnList = whenNeeded(() =>
  z
    .array(columnTarget(), { error: 'Columns must be a list with one entry for each column of the file.' })
    .max(MAX_COLUMNS, { error: `Please provide at most ${MAX_COLUMNS} columns.` }),
);

/** Forms number the entries of a list; nothing is an empty text in them. */
function columnsSent(sent: unknown): unknown {
  if (sent === '' || sent === null) return undefined;
  return listByNumber(sent) ?? sent;
}

/** Members of a request that says what is to be done. */
export const settingMembers = whenNeeded(() => ({
  ...scalars,
  columns: z.preprocess(columnsSent, columnList().nullish()).describe(ABOUT.columns),
}));
export const settingsBody = whenNeeded(() =>
  z
    .object(settingMembers())
    .meta({ id: 'ImportSettings', description: 'How to import the file. Absent members stay unchanged.' }),
);

export const runMembers = { dry_run: scalars.dry_run };
export const runBody = whenNeeded(() =>
  z.object(runMembers).meta({ id: 'ImportRun', description: 'Starts an import, or a dry run.' }),
);

const shownNewField = whenNeeded(() =>
  z
    .strictObject({ label: said(ABOUT.label), type: said(ABOUT.type) })
    .nullable()
    .describe('The field created for it; null if none.'),
);
const shownField = whenNeeded(() => z.string().nullable().describe(`${ABOUT.field} null if none.`));

const figuresOfRows = whenNeeded(() =>
  z
    .strictObject({
      rows: count('Rows read: the sum of new, changed, unchanged and bad.'),
      new: count('People who were added.'),
      changed: count('People of the list whose values changed.'),
      unchanged: count('People of the list who stayed unchanged.'),
      bad: count('Rows that cannot be stored; see the bad rows.'),
      stay_unsubscribed: count(
        'Of changed and unchanged, those who get no email (unsubscribed, blacklisted, not confirmed) and stay that way.',
      ),
    })
    .meta({ id: 'ImportFigures', description: 'Results for the rows of a file, actual or expected.' }),
);
const figures = (about: string) => figuresOfRows().nullable().describe(about);

const progress = whenNeeded(() =>
  z
    .strictObject({
      rows_read: count('Rows read so far.'),
      rows_expected: z.int().nullable().describe('Estimated number of rows; null if not known yet.'),
      percent: count('Progress, 0 to 100.'),
      rows_per_second: z.int().nullable().describe('Speed over the whole run; null if not known yet.'),
    })
    .nullable()
    .describe('Progress of the current or last run; null if there was none.'),
);

const undone = whenNeeded(() =>
  z
    .strictObject({
      removed: count('People added by the import who were removed again.'),
      kept: count(
        'People added by the import who were kept, because something happened since (changed, opened, clicked, unsubscribed).',
      ),
      restored: count('People whose previous values were restored.'),
      not_restored: count('People whose values were changed again since and were kept.'),
    })
    .nullable()
    .describe('Results of the undo; null if it was not undone. Fields created by the import are kept.'),
);

const record = whenNeeded(() =>
  z
    .strictObject({
      import_uid: uid('Its id.'),
      list_uid: uid('Id of the list.'),
      state: z
        .enum(IMPORT_STATES)
        .describe(
          '`uploaded`: set how to import it, and run it. `checking`, `checked`: dry run. `importing`, `imported`. `undoing`, `undone`. `failed`: see the reason. `cancelled`.',
        ),
      file_name: said('The file name, if given.'),
      size: count('Size of the file in bytes.'),
      ...JOB_TIMES(),
      ...REASON(),
      delimiter: said(ABOUT.delimiter),
      charset: z.enum(CHARSETS).describe(ABOUT.charset),
      has_header: z.boolean().describe(ABOUT.header),
      existing: z.enum(EXISTING).describe(ABOUT.existing),
      status: said(ABOUT.status),
      dry_run: z.boolean().describe(ABOUT.dryRun),
      columns: z
        .array(z.strictObject({ field: shownField(), new_field: shownNewField() }).describe('A column.'))
        .describe(ABOUT.columns),
      guess: z
        .strictObject({
          delimiter: said(ABOUT.delimiter),
          charset: z.enum(CHARSETS).describe(ABOUT.charset),
          has_header: z.boolean().describe(ABOUT.header),
          columns: z
            .array(
              z
                .strictObject({
                  name: said('Its name in the first line; empty if none.'),
                  samples: z.array(z.string()).describe('Its first five non-empty values, shortened.'),
                  field: shownField(),
                  new_field: shownNewField(),
                })
                .describe('A column.'),
            )
            .describe('The columns of the file.'),
        })
        .describe('What was detected in the file.'),
      progress: progress(),
      dry_run_result: figures(
        'Results of the last dry run, as a run would have them; null if there was none since the last change.',
      ),
      result: figures('Results of the import so far; null if it has not started.'),
      undo_result: undone(),
      can_undo: z.boolean().describe('Whether it can currently be undone; possible for seven days.'),
    })
    .meta({ id: 'Import', description: 'An import of a file into a list.' }),
);

export type ImportRecord = z.output<ReturnType<typeof record>>;
export const recordAnswer = recordOf(record);
export const pageAnswer = keysetPage(record);
export const badRowsAnswer = whenNeeded(() =>
  z.string().describe('The columns LINE and REASON followed by those of the file, in order; or lines of JSON.'),
);
