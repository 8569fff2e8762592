// Endpoints for imports: upload, say what is to be done, try, run, undo.
import { z } from 'zod';
import { type BadRow, REPAIR_HEAD, repairLine } from '../../csv/bad-row.ts';
import { csvLine } from '../../csv/write.ts';
import { csvFile, csvQuery } from '../../http/members/csv-file.ts';
import * as declare from '../../http/members/declare.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, successAnswer } from '../../http/members/schema.ts';
import { type Call, created, file, ok, type Route } from '../../http/route.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { listOfCall } from '../../lists/of-call.ts';
import type { Db, Job } from '../../storage/tables.ts';
import { jobsQuery, pageOfJobs } from '../page.ts';
import { readPieces } from '../pieces.ts';
import { removeJob } from '../remove-old.ts';
import { cancelImport, changeImport, getImport, startImport, undoImport } from './change.ts';
import { type ImportParameters, parametersOf } from './parameters.ts';
import { requireStopped } from './rules.ts';
import { storeUpload } from './upload.ts';
import { readRun, readSettings, toWireImport } from './wire.ts';
import * as schema from './wire-schema.ts';

const group = 'Imports';
const path = '/lists/:list_uid/imports/:import_uid';
const MAX_FILE = 1024 * 1024 * 1024;

const importOf = async (call: Call) => {
  const list = await listOfCall(call);
  return { list, job: await getImport(call.db, list, call.params['import_uid'] ?? '') };
};

const uploadQuery = optional({
  file_name: declare.line('The file name, if the upload does not contain one.', { max: 255 }),
});

const create: Route = {
  name: 'createImport',
  method: 'POST',
  path: '/lists/:list_uid/imports',
  needs: 'edit',
  summary: 'Upload a CSV file for an import',
  about:
    'The body is the file itself (`text/csv`), or a multipart body with a part that has a file name. UTF-8, UTF-16 and Windows-1252 are supported. Nothing is imported yet: the answer suggests what the columns are. Files that are not run are removed after one day.',
  group,
  query: z.object(uploadQuery),
  upload: { most: MAX_FILE, about: 'A CSV file.' },
  isRepeatable: true,
  status: 201,
  answer: schema.recordAnswer,
  done: 'The file is stored, and its columns are guessed.',
  handle: async (call) => {
    const list = await listOfCall(call);
    const { values, faults } = readMembers(uploadQuery, call.query);
    throwFaults(faults);
    const at = call.clock.now();
    const job = await storeUpload(call.db, list, call.openUpload, { fileName: values.file_name, at });
    return created({ data: { record: toWireImport(job, list, at) } });
  },
};

const listing: Route = {
  name: 'listImports',
  method: 'GET',
  path: '/lists/:list_uid/imports',
  needs: 'read',
  summary: 'List imports of a list, newest first',
  about: 'They are kept for 90 days.',
  group,
  query: z.object(jobsQuery),
  status: 200,
  answer: schema.pageAnswer,
  handle: (call) => pageOfJobs(call, 'import', (job, list) => toWireImport(job, list, call.clock.now())),
};

const one: Route = {
  name: 'getImport',
  method: 'GET',
  path,
  needs: 'read',
  summary: 'Get the progress of an import',
  about: 'Inexpensive: it can be polled every second.',
  group,
  status: 200,
  answer: schema.recordAnswer,
  handle: async (call) => {
    const { list, job } = await importOf(call);
    return ok({ data: { record: toWireImport(job, list, call.clock.now()) } });
  },
};

const update: Route = {
  name: 'updateImport',
  method: 'PUT',
  path,
  needs: 'edit',
  summary: 'Set how to import the file; absent members stay unchanged',
  about:
    'Possible until the import is run. A different delimiter, charset or header causes the columns to be guessed again; the results of a dry run are discarded.',
  group,
  body: schema.settingsBody,
  status: 200,
  answer: schema.recordAnswer,
  handle: async (call) => {
    const { list, job } = await importOf(call);
    const at = call.clock.now();
    const changed = await changeImport(call.db, list, job, readSettings(call.body), at);
    return ok({ data: { record: toWireImport(changed, list, at) } });
  },
};

const run: Route = {
  name: 'runImport',
  method: 'POST',
  path: `${path}/run`,
  needs: 'edit',
  isOneChange: true,
  summary: 'Start an import, or a dry run',
  about:
    'It runs on the server, independently of the caller, and continues after a restart; poll its progress. A dry run returns the same figures without changing anything. Bad rows never stop good ones.',
  group,
  body: schema.runBody,
  status: 200,
  answer: schema.recordAnswer,
  handle: async (call) => {
    const { list, job } = await importOf(call);
    const at = call.clock.now();
    const begun = await startImport(call.db, list, job, readRun(call.body), at);
    return ok({ data: { record: toWireImport(begun, list, at) } });
  },
};

/** An action without members on an import. */
const action = (
  route: Pick<Route, 'name' | 'summary' | 'about'> & { verb: string },
  act: (db: Db, job: Job, at: number) => Promise<Job>,
): Route => ({
  name: route.name,
  summary: route.summary,
  ...(route.about !== undefined && { about: route.about }),
  method: 'POST',
  path: `${path}/${route.verb}`,
  needs: 'edit',
  isOneChange: true,
  group,
  status: 200,
  answer: schema.recordAnswer,
  handle: async (call) => {
    const { list, job } = await importOf(call);
    const at = call.clock.now();
    return ok({ data: { record: toWireImport(await act(call.db, job, at), list, at) } });
  },
});

const cancel = action(
  {
    name: 'cancelImport',
    verb: 'cancel',
    summary: 'Stop a run',
    about: 'What was imported so far is kept, and can be undone. A stopped dry run can be repeated.',
  },
  cancelImport,
);

const undo = action(
  {
    name: 'undoImport',
    verb: 'undo',
    summary: 'Undo an import',
    about:
      'Removes the people it added, unless something happened since (changed, opened, clicked, unsubscribed), and restores the values it changed, unless they were changed again. New fields are kept. Possible for seven days.',
  },
  undoImport,
);

const badRowsQuery = {
  ...optional({ format: declare.oneOf('File format. Defaults to `csv`.', ['csv', 'jsonl']) }),
  ...csvQuery,
};

const badRows: Route = {
  name: 'downloadImportBadRows',
  method: 'GET',
  path: `${path}/bad-rows`,
  needs: 'read',
  summary: 'Download the bad rows with line numbers and reasons, as CSV',
  about:
    'For the import, or for the dry run before it. The file’s columns follow LINE and REASON, so that the rows can be fixed and imported again. Kept for seven days. With `format=jsonl` each row is a line of JSON: `line`, `email`, `reasons` as codes with values, for other languages, and `cells`, the values of its columns, which is absent for a row that cannot be split into columns or has more than 10,000 characters.',
  group,
  query: z.object(badRowsQuery),
  status: 200,
  answer: schema.badRowsAnswer,
  fileType: 'text/csv',
  otherFileType: 'application/jsonl',
  handle: async (call) => {
    const { values, faults } = readMembers(badRowsQuery, call.query);
    throwFaults(faults);
    const { job } = await importOf(call);
    const lines = readPieces(call.db, job, 'bad');
    if (values.format !== 'jsonl') {
      return csvFile(call.query, `bad-rows-${job.uid}.csv`, asCsv(lines, columnNames(parametersOf(job))));
    }
    return { ...file(`bad-rows-${job.uid}.jsonl`, asTexts(lines)), mediaType: 'application/jsonl' };
  },
};

async function* asTexts(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const piece of pieces) yield piece.toString();
}

/** The names of the columns; of a file without names the fields that they become. */
const columnNames = ({ guess, settings }: ImportParameters): string[] =>
  settings.columns.map(({ field, new_field }, i) => {
    const name = settings.hasNames ? guess.columns[i]?.name : (field ?? new_field?.label);
    return name || `COLUMN ${i + 1}`;
  });

async function* asCsv(pieces: AsyncIterable<Buffer>, columns: readonly string[]): AsyncGenerator<string> {
  yield csvLine([...REPAIR_HEAD, ...columns]);
  for await (const text of asTexts(pieces)) {
    const rows = text.split('\n').slice(0, -1);
    yield rows.map((row) => repairLine(JSON.parse(row) as BadRow)).join('');
  }
}

const remove: Route = {
  name: 'deleteImport',
  method: 'DELETE',
  path,
  needs: 'edit',
  summary: 'Delete an import and its file; the imported data is kept',
  group,
  status: 200,
  answer: successAnswer({}),
  handle: async (call) => {
    const { job } = await importOf(call);
    requireStopped(job);
    await removeJob(call.db, job);
    return ok();
  },
};

/** Every endpoint of imports. */
export const importRoutes: Route[] = [create, listing, one, update, run, cancel, undo, badRows, remove];
