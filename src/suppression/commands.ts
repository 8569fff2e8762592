// The command `suppression`: a customer's list, or the one for everybody, in a terminal.
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { type CommandContext, printTable, runCommand, showUsage, theCustomer } from '../accounts/commands.ts';
import { firstText, inspectText, textOf } from '../csv/file.ts';
import { openImportReport } from '../csv/report.ts';
import { emailKey, isMailAddress } from '../kernel/address.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { openProgressBar } from '../kernel/progress-bar.ts';
import { inTransaction } from '../storage/db.ts';
import { columnsOf } from './csv.ts';
import { exportSuppressions } from './export.ts';
import { type ImportCounts, importSuppressions } from './import.ts';
import { pageOfSuppressions } from './listing.ts';
import { EVERYBODY, isReason, REASONS, type SuppressionReason } from './rules.ts';
import { suppress, unsuppress } from './suppress.ts';
import { writeFile } from './write-file.ts';

const USAGE = `Usage: npx mailwright suppression <add|remove|list|import|export> [options]

  add <address> …        these addresses get no mail any more
  remove <address> …     mail goes to them again, from the next campaign on
  list                   shows the newest (--email and --reason choose)
  import <file.csv>      adds the addresses of a file: a bare list, or with a first line that names the columns
                         email, reason and detail; running it again changes nothing
  export [<file.csv>]    writes the whole list, to the terminal when no file is named

Whose list:
  --customer <uid or email>   (may be left out while there is only one)
  --global                    for all customers; they see the effect only

Options:
  --reason <reason>      ${REASONS.join(', ')}
  --detail <text>        who asked for it, or why (add, import)
  --email <address>      shows this one only (list)
  --limit <number>       how many are shown (list, default 50)
  --report <file.csv>    writes every bad row with its line number and the reason (import)`;

const text = { type: 'string' } as const;
const OPTIONS = {
  customer: text,
  global: { type: 'boolean' },
  reason: text,
  detail: text,
  email: text,
  limit: text,
  report: text,
  help: { type: 'boolean', short: 'h' },
} as const;

/** `stdout` is where the progress bar and an export go. */
export type SuppressionContext = CommandContext & {
  stdout: { isTTY?: boolean | undefined; columns?: number; write(text: string): unknown };
};

type Asked = {
  customerId: number;
  whose: string;
  reason: SuppressionReason | undefined;
  detail: string | undefined;
  email: string | undefined;
  limit: number;
  report: string | undefined;
};

/** Runs `suppression …`. @returns the exit code: 0 done, also with bad rows; 1 refused; 2 not understood */
export async function suppressionCommand(args: string[], context: SuppressionContext): Promise<number> {
  return runCommand({ usage: USAGE, args }, context, async () => {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    if (values.help) return showUsage(USAGE, context);
    const [action, ...rest] = positionals;
    const run = action === undefined ? undefined : ACTIONS.get(action);
    const [least, most] = run?.takes ?? [0, 0];
    if (!run || rest.length < least || rest.length > most) return undefined;
    const asked = {
      ...(await whoseList(context, values)),
      reason: reasonOf(values.reason),
      detail: values.detail,
      email: values.email,
      limit: limitOf(values.limit),
      report: values.report,
    };
    await run.run(context, asked, rest);
    return 0;
  });
}

type Action = {
  /** How few and how many arguments. */
  takes: readonly [number, number];
  run(context: SuppressionContext, asked: Asked, given: readonly string[]): Promise<void>;
};

const ANY = Number.POSITIVE_INFINITY;
const ACTIONS = new Map<string, Action>([
  ['add', { takes: [1, ANY], run: addAddresses }],
  ['remove', { takes: [1, ANY], run: removeAddresses }],
  ['list', { takes: [0, 0], run: showList }],
  ['import', { takes: [1, 1], run: importFile }],
  ['export', { takes: [0, 1], run: exportFile }],
]);

async function whoseList(
  { db }: SuppressionContext,
  { customer, global }: { customer?: string | undefined; global?: boolean | undefined },
): Promise<Pick<Asked, 'customerId' | 'whose'>> {
  if (global && customer !== undefined) {
    throw new AppError('bad_request', 'Give --customer or --global, not both.');
  }
  if (global) return { customerId: EVERYBODY, whose: 'the list for all customers' };
  const { id, uid } = await theCustomer(db, customer);
  return { customerId: id, whose: `the list of customer ${uid}` };
}

function reasonOf(asked: string | undefined): SuppressionReason | undefined {
  if (asked === undefined || isReason(asked)) return asked;
  throw new AppError('bad_request', `The reason must be one of: ${REASONS.join(', ')}.`);
}

function limitOf(asked = '50'): number {
  if (/^[1-9]\d{0,5}$/.test(asked)) return Number(asked);
  throw new AppError('bad_request', 'The limit must be a whole number from 1 to 999999.');
}

async function addAddresses(context: SuppressionContext, asked: Asked, addresses: readonly string[]): Promise<void> {
  const { db, clock, print } = context;
  const bad = addresses.filter((address) => !isMailAddress(address.trim()));
  if (bad.length > 0) throw new AppError('bad_request', `Not a valid email address: ${bad.join(', ')}`);
  const { customerId, reason = 'manual', detail = 'added by command' } = asked;
  const entries = addresses.map((address) => ({ customerId, email: address.trim(), reason, detail }));
  const added = await inTransaction(db, (tx) => suppress(tx, entries, clock.now()));
  const present = new Set(addresses.map((address) => emailKey(address.trim()))).size - added;
  print(`${number(added)} added to ${asked.whose}, ${number(present)} already there.`);
}

async function removeAddresses(context: SuppressionContext, asked: Asked, addresses: readonly string[]): Promise<void> {
  const wanted = addresses.map((address) => address.trim());
  const removed = await inTransaction(context.db, (tx) => unsuppress(tx, asked.customerId, wanted));
  const absent = new Set(wanted.map(emailKey)).size - removed;
  if (removed === 0) throw new AppError('not_found', `None of them is on ${asked.whose}.`);
  context.print(`${number(removed)} removed from ${asked.whose}${absent > 0 ? `, ${number(absent)} not on it` : ''}.`);
}

async function showList({ db, print }: SuppressionContext, asked: Asked): Promise<void> {
  const request = { page: 1, perPage: asked.limit };
  const { count, rows } = await pageOfSuppressions(db, asked.customerId, asked, request);
  printTable(
    ['address', 'reason', 'added (UTC)', 'detail'],
    rows.map(({ email, reason, created_at, detail }) => [email, reason, formatCalendarTime(created_at), detail]),
    print,
  );
  print(`${number(rows.length)} of ${number(count)} on ${asked.whose}.`);
}

const WINDOW = 50_000; // some 10 MB
const BATCH = 5_000;

async function importFile(context: SuppressionContext, asked: Asked, [path = '']: readonly string[]): Promise<void> {
  const { db, clock, print, stdout } = context;
  const file = await inspectText(path);
  const columns = columnsOf(await firstText(file));
  const report = await openImportReport(asked.report);
  const bar = openProgressBar({ label: 'Importing', unit: 'rows', output: stdout });
  const startedAt = performance.now();
  const counts = await importSuppressions(db, {
    customerId: asked.customerId,
    pieces: textOf(file),
    columns,
    defaults: { reason: asked.reason ?? 'import', detail: asked.detail ?? `import of ${basename(path)}` },
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
  const rate = number(Math.round(rowsOf(counts) / Math.max(seconds, 0.001)));
  const parts = `${number(counts.added)} added, ${number(counts.present)} already there, ${number(counts.bad)} bad`;
  print(
    `${number(rowsOf(counts))} rows of ${path} for ${asked.whose}: ${parts} (${seconds.toFixed(1)} s, ${rate} rows/s).`,
  );
  for (const line of await report.close()) print(line);
}

async function exportFile(context: SuppressionContext, asked: Asked, [path]: readonly string[]): Promise<void> {
  const content = exportSuppressions(context.db, asked.customerId);
  if (path === undefined) {
    for await (const piece of content) context.stdout.write(piece);
    return;
  }
  await writeFile(path, content);
  context.print(`${asked.whose[0]?.toUpperCase()}${asked.whose.slice(1)} is in ${path}.`);
}

function rowsOf({ added, present, bad }: ImportCounts): number {
  return added + present + bad;
}

function number(value: number): string {
  return value.toLocaleString('en');
}
