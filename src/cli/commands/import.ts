// The command `import`: imports a CSV file into a list.
import { basename } from 'node:path';
import { plainName } from '../../csv/header.ts';
import { type ImportReport, openImportReport } from '../../csv/report.ts';
import { AppError } from '../../kernel/errors.ts';
import { openProgressBar } from '../../kernel/progress-bar.ts';
import { counted, countText } from '../../kernel/text/counted.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import type { Db, List, ListField } from '../../storage/tables.ts';
import { dryRunOf } from '../../subscribers/import/dry-run.ts';
import { createFields, fieldsFor, mapOf } from '../../subscribers/import/fields.ts';
import { type CsvFile, inspectCsv } from '../../subscribers/import/file.ts';
import { type ImportCounts, importSubscribers } from '../../subscribers/import/import.ts';
import { findListByUid } from '../../subscribers/queries.ts';
import { isStatus, STATUSES, type Status } from '../../subscribers/rules.ts';
import { EMAIL_TAG } from '../../subscribers/values/values.ts';
import { type Command, FLAG, type StoreContext, TEXT, TEXTS, type Values } from '../command.ts';
import { getCustomer } from '../lookup.ts';

const OPTIONS = {
  status: TEXT,
  delimiter: TEXT,
  customer: TEXT,
  report: TEXT,
  map: TEXTS,
  'create-fields': FLAG,
  'dry-run': FLAG,
  update: FLAG,
};

/** The exit code is 0 also with bad rows, and 1 when the list or file cannot be used. */
export const importCommand: Command<typeof OPTIONS> = {
  name: 'import',
  summary: 'import subscribers from a CSV file into a list',
  example: 'ab12cd34ef56g people.csv --dry-run --report bad.csv',
  usage: `<list_uid> <file.csv> [options]

  --status <status>      status of the subscribers that are added (default confirmed)
  --delimiter <sign>     , ; | or tab (default: detected from the first line)
  --update               overwrites the values of addresses that are already on the list
  --map 'Name=TAG'       imports the column of this name into that field; 'Name=' skips it (may be repeated)
  --create-fields        creates a text field, hidden in the form, for each column that matches no field of the list
  --dry-run              shows what would happen to the rows, without changing the list
  --report <file.csv>    writes every bad row with its line number and the reasons
  --customer <uid>       whose list it is (uid or email), as a safeguard

The first line names the columns by the tags or labels of the list's fields, or the way other programs do (Email Address,
First Name, Vorname …); a plain list of addresses needs no such line. Files may be in UTF-8, UTF-16 or Windows-1252, dates
as 1990-02-28 or 28.2.1990. Bad rows never stop good ones. Running the same import again changes nothing: addresses that
are already on the list are left as they are.`,
  options: OPTIONS,
  async run({ values, words: [listUid, path, ...more] }, { withStore }) {
    if (listUid === undefined || path === undefined || more.length > 0) return undefined;
    return withStore(async (context) => {
      await runImport(context, { ...values, listUid, path });
      return 0;
    });
  },
};

type ImportRequest = Values<typeof OPTIONS> & { listUid: string; path: string };

async function runImport(context: StoreContext, request: ImportRequest): Promise<void> {
  const status = statusOf(request.status);
  const list = await getList(context.db, request);
  const { file, fields } = await prepare(context, list, request, request['dry-run'] ?? false);
  const report = await openImportReport(request.report, request.path);
  try {
    await importInto(context, { ...request, status, list, file, fields, report });
  } finally {
    await report.drop();
  }
}

type Prepared = { status: Status; list: List; file: CsvFile; fields: ListField[]; report: ImportReport };

async function importInto(
  { db, clock, print, stdout }: StoreContext,
  { status, list, file, fields, report, ...request }: Omit<ImportRequest, 'status' | 'report'> & Prepared,
): Promise<void> {
  const isDryRun = request['dry-run'] ?? false;
  const bar = openProgressBar({ label: 'Importing', unit: 'rows', output: stdout });
  const startedAt = performance.now();
  const counts = await (isDryRun ? dryRunOf : importSubscribers)(db, list, {
    file,
    bytes: file,
    fields,
    status,
    update: request.update ?? false,
    evidence: { way: 'import', actor: 'npx mailwright import', detail: basename(request.path) },
    at: clock.now(),
    async onBatch(soFar, bad) {
      const rows = rowsOf(soFar);
      bar.update(rows, soFar.bytes === 0 ? rows : Math.round((rows * file.bytes) / soFar.bytes));
      await report.add(bad);
    },
  });
  bar.end();
  if (isDryRun) print(dryRunSummary(counts, file));
  else for (const line of summary(counts, file, performance.now() - startedAt)) print(line);
  for (const line of await report.close()) print(line);
}

/**
 * Reads the file's header and maps its columns to fields. Missing fields are created on request; a
 * dry run only names them.
 */
async function prepare(
  { db, clock, print }: Pick<StoreContext, 'db' | 'clock' | 'print'>,
  list: List,
  request: ImportRequest,
  isDryRun: boolean,
): Promise<{ file: CsvFile; fields: ListField[] }> {
  const fields = await fieldsOf(db, list.customer_id, list.id);
  const given = { delimiter: delimiterOf(request.delimiter), map: mapOf(request.map ?? [], fields) };
  let file = await inspectCsv(request.path, fields, given);
  const wanted = request['create-fields']
    ? fieldsFor(
        file.unknown.filter((name) => !isLeftOut(name, given.map)),
        fields,
      )
    : [];
  const made = wanted.map(({ tag, label }) => `${tag} (${label})`).join(', ');
  if (made !== '') print(`${isDryRun ? 'Fields that would be made' : 'Fields made'}: ${made}.`);
  if (made !== '' && !isDryRun) {
    fields.push(...(await createFields(db, list, wanted, clock.now())));
    file = await inspectCsv(request.path, fields, given);
  }
  if (file.encoding === 'windows-1252') print('The file is not UTF-8: it is read as Windows-1252 (Western European).');
  if (!file.hasNames)
    print(
      `The first line has no column names: column ${file.columns.indexOf(EMAIL_TAG) + 1} is used for the addresses.`,
    );
  const isMade = (name: string) => wanted.some(({ label }) => label === name);
  for (const name of file.unknown) {
    if (!isMade(name)) print(`The column ${JSON.stringify(name)} matches no field of the list and is skipped.`);
  }
  return { file, fields };
}

function isLeftOut(name: string, map: ReadonlyMap<string, string>): boolean {
  return [...map].some(([one, tag]) => tag === '' && plainName(one) === plainName(name));
}

function statusOf(given: string | undefined): Status {
  const status = given ?? 'confirmed';
  if (isStatus(status)) return status;
  throw new AppError('bad_request', `The status must be one of: ${STATUSES.join(', ')}.`);
}

function delimiterOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const sign = given === 'tab' || given === '\\t' ? '\t' : given;
  if (sign.length === 1 && !/[\w"\s]/.test(sign.replace('\t', ','))) return sign;
  throw new AppError('bad_request', 'The delimiter must be one character, such as , or ; or the word tab.');
}

async function getList(db: Db, request: ImportRequest): Promise<List> {
  const list = await findListByUid(db, request.listUid);
  const customer = request.customer === undefined ? undefined : await getCustomer(db, request.customer);
  if (!list || (customer && customer.id !== list.customer_id)) {
    const of = customer ? ` of customer ${customer.uid}` : '';
    throw new AppError('not_found', `There is no list ${request.listUid}${of}.`);
  }
  return list;
}

function rowsOf({ added, updated, present, bad }: Omit<ImportCounts, 'stays'>): number {
  return added + updated + present + bad;
}

function dryRunSummary({ stays, ...counts }: ImportCounts, file: CsvFile): string {
  const parts = [`${countText(counts.added)} new`, `${countText(counts.updated)} changed`];
  parts.push(`${countText(counts.present)} already there`, `${countText(counts.bad)} bad`);
  const kept =
    stays === 0
      ? ''
      : ` ${countText(stays)} of those already there are unsubscribed, blacklisted or unconfirmed, and stay that way.`;
  return `Dry run, nothing was written: of ${counted(rowsOf(counts), 'row')} of ${file.path}, ${parts.join(', ')}.${kept}`;
}

function summary(counts: ImportCounts, file: CsvFile, elapsedMs: number): string[] {
  const seconds = elapsedMs / 1000;
  const rate = seconds > 0 ? Math.round(rowsOf(counts) / seconds) : 0;
  const parts = [`${countText(counts.added)} added`];
  if (counts.updated > 0) parts.push(`${countText(counts.updated)} updated`);
  parts.push(`${countText(counts.present)} already there`, `${countText(counts.bad)} bad`);
  const speed = `${seconds.toFixed(1)} s, ${countText(rate)} rows/s`;
  return [`${counted(rowsOf(counts), 'row')} of ${file.path}: ${parts.join(', ')} (${speed}).`];
}
