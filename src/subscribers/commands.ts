// The command `import`: a CSV file into a list, from a terminal.
import { parseArgs } from 'node:util';
import { runCommand, showUsage } from '../accounts/commands.ts';
import { findCustomerByUid } from '../accounts/queries.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { openProgressBar } from '../kernel/progress-bar.ts';
import { fieldsOf } from '../lists/queries-fields.ts';
import { openImportReport } from '../storage/import-report.ts';
import type { Db, List } from '../storage/tables.ts';
import { type CsvFile, inspectCsv } from './csv-file.ts';
import { type ImportCounts, importSubscribers } from './import.ts';
import { findListByUid } from './queries.ts';
import { isStatus, STATUSES, type Status } from './rules.ts';

const USAGE = `Usage: npm run import -- <list_uid> <file.csv> [options]

  --status <status>      of the subscribers that are added (default confirmed)
  --delimiter <sign>     , ; | or tab (default: found out from the first line)
  --update               replaces the values of addresses that are in the list already
  --report <file.csv>    writes every bad row with its line number and the reasons
  --customer <uid>       whose list it is, as a safeguard

The first line names the columns by the tags or labels of the list's fields, EMAIL among them. Bad rows never stop good
ones. Running it again changes nothing: addresses that are in the list already are left as they are.`;

const text = { type: 'string' } as const;
const OPTIONS = {
  status: text,
  delimiter: text,
  customer: text,
  report: text,
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

type Asked = {
  listUid: string;
  path: string;
  status?: string | undefined;
  delimiter?: string | undefined;
  customer?: string | undefined;
  report?: string | undefined;
  update?: boolean | undefined;
};

async function runImport({ db, clock, print, stdout }: ImportContext, asked: Asked): Promise<void> {
  const status = statusOf(asked.status);
  const list = await theList(db, asked);
  const fields = await fieldsOf(db, list.id);
  const file = await inspectCsv(asked.path, fields, delimiterOf(asked.delimiter));
  for (const name of file.unknown) print(`The column ${JSON.stringify(name)} is no field of the list: left out.`);
  const report = await openImportReport(asked.report);
  const bar = openProgressBar({ label: 'Importing', unit: 'rows', output: stdout });
  const startedAt = performance.now();
  const counts = await importSubscribers(db, list, {
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
  for (const line of summary(counts, file, performance.now() - startedAt)) print(line);
  for (const line of await report.close()) print(line);
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

async function theList(db: Db, asked: Asked): Promise<List> {
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
