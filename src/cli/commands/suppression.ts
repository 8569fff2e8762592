// The command `suppression`: managing a customer's suppression list, or the global one.
import { basename } from 'node:path';
import { firstText, inspectText, textOf } from '../../csv/file.ts';
import { type ImportReport, openImportReport } from '../../csv/report.ts';
import { withMark } from '../../csv/write.ts';
import { emailKey, isMailAddress } from '../../kernel/address.ts';
import { AppError } from '../../kernel/errors.ts';
import { openProgressBar } from '../../kernel/progress-bar.ts';
import { counted, countText } from '../../kernel/text/counted.ts';
import { inTransaction } from '../../storage/db.ts';
import type { Suppression } from '../../storage/tables/delivery.ts';
import { columnsOf } from '../../suppression/csv.ts';
import { exportSuppressions } from '../../suppression/export.ts';
import { type ImportCounts, importSuppressions } from '../../suppression/import.ts';
import { pageOfSuppressions } from '../../suppression/listing.ts';
import { EVERYBODY, isReason, REASONS, type SuppressionReason } from '../../suppression/rules.ts';
import { suppress, unsuppress } from '../../suppression/suppress.ts';
import { parseNumber } from '../arguments.ts';
import { type Command, FLAG, type StoreContext, TEXT, type Values } from '../command.ts';
import { type Columns, printList, timeColumn } from '../list.ts';
import { getCustomer } from '../lookup.ts';
import { writeFile, writeOut } from '../write-file.ts';

const OPTIONS = { customer: TEXT, global: FLAG, reason: TEXT, detail: TEXT, email: TEXT, limit: TEXT, report: TEXT };

type ListRequest = {
  customerId: number;
  listName: string;
  reason: SuppressionReason | undefined;
  detail: string | undefined;
  email: string | undefined;
  limit: number;
  report: string | undefined;
  /** Whether a list is shown as JSON. */
  json: boolean;
};

const WHOSE = ['customer', 'global'] as const;

/** The exit code of an import is 0 also with bad rows. */
export const suppressionCommand: Command<typeof OPTIONS> = {
  name: 'suppression',
  summary: 'manage addresses that get no email: add, remove, list, import, export',
  example: 'add bob@example.com --reason manual --detail "asked by phone"',
  usage: `<add|remove|list|import|export> [options]

  add <address> …        stops all email to these addresses
  remove <address> …     lets email go to them again, from the next campaign on
  list                   shows the newest entries (filter with --email and --reason)
  import <file.csv>      adds the addresses of a file: a plain list, or a file whose first line names the columns
                         email, reason and detail; running it again changes nothing
  export [<file.csv>]    writes the whole list, to standard output without a file, or with -

Whose list:
  --customer <uid or email>   one customer's (optional with a single customer)
  --global                    for all customers; they only see its effect

Options:
  --reason <reason>      ${REASONS.join(', ')}
  --detail <text>        who asked for it, or why (add, import)
  --email <address>      only this address (list)
  --limit <number>       number of entries to show (list, default 50)
  --report <file.csv>    writes every bad row with its line number and the reason (import)`,
  options: OPTIONS,
  takes: {
    add: [...WHOSE, 'reason', 'detail'],
    remove: WHOSE,
    list: [...WHOSE, 'reason', 'email', 'limit'],
    import: [...WHOSE, 'reason', 'detail', 'report'],
    export: WHOSE,
  },
  async run({ values, words: [action = '', ...rest], json }, { withStore }) {
    const found = ACTIONS.get(action);
    const [least, most] = found?.takes ?? [0, 0];
    if (!found || rest.length < least || rest.length > most) return undefined;
    return withStore(async (context) => {
      const request = {
        ...(await targetList(context, values)),
        reason: reasonOf(values.reason),
        detail: values.detail,
        email: values.email,
        limit: parseNumber(values.limit ?? '50', { name: 'The limit', least: 1, most: 999_999 }),
        report: values.report,
        json,
      };
      await found.run(context, request, rest);
      return 0;
    });
  },
};

type Action = {
  /** Least and largest number of arguments. */
  takes: readonly [number, number];
  run(context: StoreContext, request: ListRequest, given: readonly string[]): Promise<void>;
};

const ANY = Number.POSITIVE_INFINITY;
const ACTIONS = new Map<string, Action>([
  ['add', { takes: [1, ANY], run: addAddresses }],
  ['remove', { takes: [1, ANY], run: removeAddresses }],
  ['list', { takes: [0, 0], run: showList }],
  ['import', { takes: [1, 1], run: importFile }],
  ['export', { takes: [0, 1], run: exportFile }],
]);

async function targetList(
  { db }: StoreContext,
  { customer, global }: Values<typeof OPTIONS>,
): Promise<Pick<ListRequest, 'customerId' | 'listName'>> {
  if (global && customer !== undefined) {
    throw new AppError('bad_request', 'Give --customer or --global, not both.');
  }
  if (global) return { customerId: EVERYBODY, listName: 'the list for all customers' };
  const { id, uid } = await getCustomer(db, customer);
  return { customerId: id, listName: `the list of customer ${uid}` };
}

function reasonOf(given: string | undefined): SuppressionReason | undefined {
  if (given === undefined || isReason(given)) return given;
  throw new AppError('bad_request', `The reason must be one of: ${REASONS.join(', ')}.`);
}

async function addAddresses(context: StoreContext, request: ListRequest, addresses: readonly string[]): Promise<void> {
  const { db, clock, print } = context;
  const bad = addresses.filter((address) => !isMailAddress(address.trim()));
  if (bad.length > 0) throw new AppError('bad_request', `Not a valid email address: ${bad.join(', ')}`);
  const { customerId, reason = 'manual', detail = 'added by command' } = request;
  const entries = addresses.map((address) => ({ customerId, email: address.trim(), reason, detail }));
  const added = await inTransaction(db, (tx) => suppress(tx, entries, clock.now()));
  const present = new Set(addresses.map((address) => emailKey(address.trim()))).size - added;
  print(`${countText(added)} added to ${request.listName}, ${countText(present)} already there.`);
}

async function removeAddresses(
  context: StoreContext,
  request: ListRequest,
  addresses: readonly string[],
): Promise<void> {
  const wanted = addresses.map((address) => address.trim());
  const removed = await inTransaction(context.db, (tx) => unsuppress(tx, request.customerId, wanted));
  const absent = new Set(wanted.map(emailKey)).size - removed;
  if (removed === 0) throw new AppError('not_found', `None of them is on ${request.listName}.`);
  context.print(
    `${countText(removed)} removed from ${request.listName}${absent > 0 ? `, ${countText(absent)} not on it` : ''}.`,
  );
}

const COLUMNS: Columns<Suppression> = {
  address: { value: ({ email }) => email },
  reason: { value: ({ reason }) => reason },
  added_at: timeColumn('added', (row) => row.created_at),
  detail: { value: ({ detail }) => detail },
};

async function showList({ db, print }: StoreContext, request: ListRequest): Promise<void> {
  const page = { page: 1, perPage: request.limit };
  const { count, rows } = await pageOfSuppressions(db, request.customerId, request, page);
  printList(rows, COLUMNS, { json: request.json, print });
  if (!request.json) print(`${countText(rows.length)} of ${countText(count)} on ${request.listName}.`);
}

const WINDOW = 50_000; // some 10 MB
const BATCH = 5_000;

async function importFile(context: StoreContext, request: ListRequest, [path = '']: readonly string[]): Promise<void> {
  const file = await inspectText(path);
  const columns = columnsOf(await firstText(file));
  const report = await openImportReport(request.report, path);
  try {
    await importRows(context, request, { path, file, columns, report });
  } finally {
    await report.drop();
  }
}

type Rows = {
  path: string;
  file: Awaited<ReturnType<typeof inspectText>>;
  columns: ReturnType<typeof columnsOf>;
  report: ImportReport;
};

async function importRows(
  { db, clock, print, stdout }: StoreContext,
  request: ListRequest,
  { path, file, columns, report }: Rows,
): Promise<void> {
  const bar = openProgressBar({ label: 'Importing', unit: 'rows', output: stdout });
  const startedAt = performance.now();
  const counts = await importSuppressions(db, {
    customerId: request.customerId,
    pieces: textOf(file),
    columns,
    defaults: { reason: request.reason ?? 'import', detail: request.detail ?? `import of ${basename(path)}` },
    window: WINDOW,
    batch: BATCH,
    at: clock.now(),
    async onBatch(soFar, bad) {
      const rows = rowsOf(soFar);
      if (soFar.bytes > 0) bar.update(rows, Math.round((rows * file.bytes) / soFar.bytes));
      await report.add(bad);
    },
  });
  bar.end();
  const seconds = (performance.now() - startedAt) / 1000;
  const rate = countText(Math.round(rowsOf(counts) / Math.max(seconds, 0.001)));
  const parts = `${countText(counts.added)} added, ${countText(counts.present)} already there, ${countText(counts.bad)} bad`;
  print(
    `${counted(rowsOf(counts), 'row')} of ${path} for ${request.listName}: ${parts} (${seconds.toFixed(1)} s, ${rate} rows/s).`,
  );
  for (const line of await report.close()) print(line);
}

async function exportFile(context: StoreContext, request: ListRequest, [path]: readonly string[]): Promise<void> {
  const content = exportSuppressions(context.db, request.customerId);
  if (path === undefined || path === '-') {
    await writeOut(context.stdout, content);
    return;
  }
  await writeFile(path, withMark(content));
  context.print(`${request.listName[0]?.toUpperCase()}${request.listName.slice(1)} was written to ${path}.`);
}

function rowsOf({ added, present, bad }: ImportCounts): number {
  return added + present + bad;
}
