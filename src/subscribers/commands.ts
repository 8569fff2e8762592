// The command `import`: a CSV file into a list, from a terminal.
import { parseArgs } from 'node:util';
import { runCommand, showUsage } from '../accounts/commands.ts';
import { findCustomerByUid } from '../accounts/queries.ts';
import { plainName } from '../csv/header.ts';
import { openImportReport } from '../csv/report.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { openProgressBar } from '../kernel/progress-bar.ts';
import { fieldsOf } from '../lists/queries-fields.ts';
import type { Db, List, ListField } from '../storage/tables.ts';
import { createFields, fieldsFor, mapOf } from './import/fields.ts';
import { type CsvFile, inspectCsv } from './import/file.ts';
import { type ImportCounts, importSubscribers } from './import/import.ts';
import { tryImport } from './import/trial.ts';
import { findListByUid } from './queries.ts';
import { isStatus, STATUSES, type Status } from './rules.ts';
import { EMAIL_TAG } from './values/values.ts';

const USAGE = `Usage: npx mailwright import <list_uid> <file.csv> [options]

  --status <status>      of the subscribers that are added (default confirmed)
  --delimiter <sign>     , ; | or tab (default: found out from the first line)
  --update               replaces the values of addresses that are in the list already
  --map 'Name=TAG'       the column of this name is that field; 'Name=' leaves it out (may be given several times)
  --create-fields        makes a text field for each column that the list has no field for
  --dry-run              says what would become of the rows, and writes nothing to the list
  --report <file.csv>    writes every bad row with its line number and the reasons
  --customer <uid>       whose list it is, as a safeguard

The first line names the columns by the tags or labels of the list's fields, or as other programs do (Email Address, First
Name, Vorname …); a bare list of addresses needs no such line. UTF-8, UTF-16 and Windows-1252 are read. Bad rows never stop
good ones. Running it again changes nothing: addresses that are in the list already are left as they are.`;

const text = { type: 'string' } as const;
const OPTIONS = {
  status: text,
  delimiter: text,
  customer: text,
  report: text,
  map: { type: 'string', multiple: true },
  'create-fields': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  update: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** What commands are given; `stdout` is where the progress bar goes. */
export type ImportContext = {
  db: Db;
  clock: Clock;
  print(line: string): void;
  stdout: { isTTY?: boolean | undefined; columns?: number; write(text: string): unknown };
};

/** Runs `import`. @returns the exit code: 0 done, also with bad rows; 1 list or file unusable; 2 not understood */
export async function importCommand(args: string[], context: ImportContext): Promise<number> {
  return runCommand({ usage: USAGE, args }, context, async () => {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    const [listUid, path, ...more] = positionals;
    if (values.help) return showUsage(USAGE, context);
    if (listUid === undefined || path === undefined || more.length > 0) return undefined;
    await runImport(context, { ...values, listUid, path });
    return 0;
  });
}

type ConfirmationRequest = {
  listUid: string;
  path: string;
  status?: string | undefined;
  delimiter?: string | undefined;
  customer?: string | undefined;
  report?: string | undefined;
  update?: boolean | undefined;
  map?: string[] | undefined;
  'create-fields'?: boolean | undefined;
  'dry-run'?: boolean | undefined;
};

async function runImport({ db, clock, print, stdout }: ImportContext, asked: ConfirmationRequest): Promise<void> {
  const status = statusOf(asked.status);
  const list = await theList(db, asked);
  const isTrial = asked['dry-run'] ?? false;
  const { file, fields } = await prepare({ db, clock, print }, list, asked, isTrial);
  const report = await openImportReport(asked.report);
  const bar = openProgressBar({ label: 'Importing', unit: 'rows', output: stdout });
  const startedAt = performance.now();
  const counts: ImportCounts & { stays?: number } = await (isTrial ? tryImport : importSubscribers)(db, list, {
    file,
    fields,
    status,
    update: asked.update ?? false,
    at: clock.now(),
    async onBatch(soFar, bad) {
      const rows = rowsOf(soFar);
      bar.update(rows, soFar.bytes === 0 ? rows : Math.round((rows * file.bytes) / soFar.bytes));
      await report.add(bad);
    },
  });
  bar.end();
  if (isTrial) print(trialSummary(counts, file));
  else for (const line of summary(counts, file, performance.now() - startedAt)) print(line);
  for (const line of await report.close()) print(line);
}

/** The file and the fields its columns go to. Fields are made as it is asked for; a trial only names them. */
async function prepare(
  { db, clock, print }: Pick<ImportContext, 'db' | 'clock' | 'print'>,
  list: List,
  asked: ConfirmationRequest,
  isTrial: boolean,
): Promise<{ file: CsvFile; fields: ListField[] }> {
  const fields = await fieldsOf(db, list.id);
  const given = { delimiter: delimiterOf(asked.delimiter), map: mapOf(asked.map ?? [], fields) };
  let file = await inspectCsv(asked.path, fields, given);
  const wanted = asked['create-fields']
    ? fieldsFor(
        file.unknown.filter((name) => !isLeftOut(name, given.map)),
        fields,
      )
    : [];
  const made = wanted.map(({ tag, label }) => `${tag} (${label})`).join(', ');
  if (made !== '') print(`${isTrial ? 'Fields that would be made' : 'Fields made'}: ${made}.`);
  if (made !== '' && !isTrial) {
    fields.push(...(await createFields(db, list, wanted, clock.now())));
    file = await inspectCsv(asked.path, fields, given);
  }
  if (file.encoding === 'windows-1252') print('The file is not UTF-8: it is read as Windows-1252 (Western European).');
  if (!file.hasNames)
    print(`The first line names no columns: column ${file.columns.indexOf(EMAIL_TAG) + 1} is read as addresses.`);
  const isMade = (name: string) => wanted.some(({ label }) => label === name);
  for (const name of file.unknown) {
    if (!isMade(name)) print(`The column ${JSON.stringify(name)} is no field of the list: left out.`);
  }
  return { file, fields };
}

function isLeftOut(name: string, map: ReadonlyMap<string, string>): boolean {
  return [...map].some(([one, tag]) => tag === '' && plainName(one) === plainName(name));
}

function statusOf(asked: string | undefined): Status {
  const status = asked ?? 'confirmed';
  if (isStatus(status)) return status;
  throw new AppError('bad_request', `The status must be one of: ${STATUSES.join(', ')}.`);
}

function delimiterOf(asked: string | undefined): string | undefined {
  if (asked === undefined) return undefined;
  const sign = asked === 'tab' || asked === '\\t' ? '\t' : asked;
  if (sign.length === 1 && !/[\w"\s]/.test(sign.replace('\t', ','))) return sign;
  throw new AppError('bad_request', 'The delimiter must be one sign, such as , or ; or the word tab.');
}

async function theList(db: Db, asked: ConfirmationRequest): Promise<List> {
  const list = await findListByUid(db, asked.listUid);
  const customer = asked.customer === undefined ? undefined : await findCustomerByUid(db, asked.customer);
  if (asked.customer !== undefined && !customer)
    throw new AppError('not_found', `There is no customer ${asked.customer}.`);
  if (!list || (customer && customer.id !== list.customer_id)) {
    const of = customer ? ` of customer ${customer.uid}` : '';
    throw new AppError('not_found', `There is no list ${asked.listUid}${of}.`);
  }
  return list;
}

function rowsOf({ added, updated, present, bad }: ImportCounts): number {
  return added + updated + present + bad;
}

function trialSummary({ stays = 0, ...counts }: ImportCounts & { stays?: number }, file: CsvFile): string {
  const number = (value: number) => value.toLocaleString('en');
  const parts = [`${number(counts.added)} new`, `${number(counts.updated)} changed`];
  parts.push(`${number(counts.present)} already there`, `${number(counts.bad)} bad`);
  const kept =
    stays === 0 ? '' : ` ${number(stays)} of those there are unsubscribed, blacklisted or not confirmed, and stay so.`;
  return `Trial, nothing is written: of ${number(rowsOf(counts))} rows of ${file.path}, ${parts.join(', ')}.${kept}`;
}

function summary(counts: ImportCounts, file: CsvFile, elapsedMs: number): string[] {
  const number = (value: number) => value.toLocaleString('en');
  const seconds = elapsedMs / 1000;
  const rate = seconds > 0 ? Math.round(rowsOf(counts) / seconds) : 0;
  const parts = [`${number(counts.added)} added`];
  if (counts.updated > 0) parts.push(`${number(counts.updated)} updated`);
  parts.push(`${number(counts.present)} already there`, `${number(counts.bad)} bad`);
  const speed = `${seconds.toFixed(1)} s, ${number(rate)} rows/s`;
  return [`${number(rowsOf(counts))} rows of ${file.path}: ${parts.join(', ')} (${speed}).`];
}
