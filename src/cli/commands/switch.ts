// The command `switch`: takes over lists, people, templates and campaigns of another server.

import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import { readFault } from '../../kernel/files/fault.ts';
import { connectPostgres } from '../../storage/postgres/connection.ts';
import { storeTrouble, troubleText, wordsOf } from '../../storage/trouble.ts';
import { isStatus, STATUSES } from '../../subscribers/rules.ts';
import type { FormerServer } from '../../switching/former.ts';
import { openHttp } from '../../switching/http.ts';
import { csvServer } from '../../switching/presets/csv/csv.ts';
import { listmonkApi } from '../../switching/presets/listmonk/api.ts';
import { listmonkDatabase } from '../../switching/presets/listmonk/database.ts';
import { listmonk } from '../../switching/presets/listmonk/source.ts';
import { mailchimpExport } from '../../switching/presets/mailchimp.ts';
import { ownServer } from '../../switching/presets/own.ts';
import { reportLines } from '../../switching/report-text.ts';
import type { SwitchOptions } from '../../switching/run.ts';
import { switchFrom } from '../../switching/switch.ts';
import { type Command, type Context, FLAG, type StoreContext, TEXT, TEXTS, type Values } from '../command.ts';
import { getCustomer } from '../lookup.ts';
import { jsonText, printable } from '../output.ts';
import { progressSteps } from '../progress.ts';

const OPTIONS = {
  customer: TEXT,
  'key-file': TEXT,
  rate: TEXT,
  list: TEXT,
  name: TEXT,
  status: TEXT,
  delimiter: TEXT,
  map: TEXTS,
  templates: TEXT,
  campaigns: TEXT,
  'dry-run': FLAG,
  'from-start': FLAG,
  json: FLAG,
};

const ALWAYS = ['customer', 'campaigns', 'dry-run', 'from-start', 'json'] as const;
const BY_KEY = ['key-file', 'rate'] as const;
const INTO = ['list', 'name'] as const;

/** The exit code is 0 also when something was left out; the report says what. */
export const switchCommand: Command<typeof OPTIONS> = {
  name: 'switch',
  summary: 'bring lists, people, templates and campaigns from another server',
  example: 'mailchimp export.zip --name Friends --dry-run',
  usage: `<server|mailchimp|listmonk|csv> <where> [options]
  server <url>           another server with this API: its API address, https://old.example.com/api
  mailchimp <export.zip> the export of an audience, or of the account (--name or --list for one audience)
  listmonk <url>         its address, https://lists.example.com, or its database, postgres://user@host/listmonk
  csv <people.csv>       people from any program, with their consent (--name or --list)

  --dry-run              shows what would happen, and writes nothing
  --customer <uid>       who gets it (uid or email); required with several customers
  --campaigns <which>    drafts (default): those not sent yet; all: sent ones too; none
  --json                 prints the report as JSON
  --from-start           starts over instead of resuming an interrupted run
  --key-file <file>      a file with the API key (listmonk: user:token; for a database: the password); otherwise
                         it is taken from FORMER_KEY or read from standard input
  --rate <n>             maximum requests per second to the other server (default 5)
  --list <list_uid>      mailchimp, csv: into this list
  --name <name>          mailchimp, csv: into a new list with this name
  --templates <folder>   mailchimp: templates that were exported as HTML files
  --status <status>      csv: status of people whose row has none (default confirmed)
  --delimiter <sign>     csv: , ; | or tab (default: detected from the first line)
  --map 'Name=TAG'       csv: imports the column of this name into that field; 'Name=' skips it (may be repeated)
Suppressed addresses come first, then people: anyone who left or was blocked stays that way. Run it as often as you like:
it picks up later changes, duplicates nothing, and resumes after an interruption. docs/switching.md has the steps.`,
  options: OPTIONS,
  takes: {
    server: [...ALWAYS, ...BY_KEY],
    mailchimp: [...ALWAYS, ...INTO, 'templates'],
    listmonk: [...ALWAYS, ...BY_KEY],
    csv: [...ALWAYS, ...INTO, 'status', 'delimiter', 'map'],
  },
  async run({ values, words: [preset, where, ...more] }, context) {
    if (preset === undefined || where === undefined || more.length > 0 || !Object.hasOwn(PRESETS, preset))
      return undefined;
    const open = PRESETS[preset as keyof typeof PRESETS];
    const options = optionsOf(values);
    return context.withStore((store) => takeOver(store, () => open(where, values, context), options, values));
  },
};

type Given = Values<typeof OPTIONS>;

const PRESETS = {
  async server(url: string, given: Given, context: Context) {
    const key = await keyOf(given, context);
    return ownServer(
      openHttp({ base: url, headers: { 'x-api-key': key }, rate: rateOf(given), tell: tellOf(context) }),
      url.replace(/\/+$/, ''),
    );
  },
  mailchimp: (path: string, { list, name, templates }: Given) =>
    mailchimpExport({ path, into: list, listName: name, templates }),
  async listmonk(url: string, given: Given, context: Context) {
    if (/^postgres(ql)?:/.test(url)) return listmonkOf(url, given, context);
    const authorization = `token ${await keyOf(given, context)}`;
    return listmonk(
      listmonkApi(openHttp({ base: url, headers: { authorization }, rate: rateOf(given), tell: tellOf(context) })),
      url.replace(/\/+$/, ''),
    );
  },
  async csv(path: string, given: Given) {
    const { list, name, delimiter, status = 'confirmed' } = given;
    if (!isStatus(status)) throw new AppError('bad_request', `The status must be one of: ${STATUSES.join(', ')}.`);
    const listName = name ?? basename(path, extname(path));
    if (list === undefined && name === undefined) {
      throw new AppError('bad_request', 'Into which list? Give --list for an existing list, or --name for a new one.');
    }
    const sign = delimiter === 'tab' || delimiter === '\\t' ? '\t' : delimiter;
    return csvServer({
      path,
      into: list,
      listName,
      delimiter: sign,
      map: mapOf(given.map ?? []),
      standing: { status },
    });
  },
} satisfies Record<string, (where: string, given: Given, context: Context) => Promise<FormerServer>>;

/** A line of its own, also where a bar stands on the terminal. */
function tellOf({ stdout, warn }: Context): (line: string) => void {
  return (line) => {
    if (stdout.isTTY) stdout.write('\r\x1b[K');
    warn(line);
  };
}

/** A password in the address would stay in the shell's history: it may come as the key does. */
async function listmonkOf(url: string, given: Given, context: Context): Promise<FormerServer> {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const asks =
    parsed !== undefined && parsed.password === '' && (given['key-file'] || context.program.environment['FORMER_KEY']);
  if (parsed && asks) parsed.password = encodeURIComponent(await keyOf(given, context));
  try {
    const client = await connectPostgres(parsed?.href ?? url);
    const rows = await listmonkDatabase(
      async (text, values = []) => (await client.query(text, [...values])).rows,
      () => client.end(),
    );
    return listmonk(rows, parsed ? `${parsed.host}${parsed.pathname}` : 'database');
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isGone = storeTrouble(error)?.kind === 'gone'; // whose text speaks of our store
    const why = (isGone ? wordsOf(error) : troubleText(error)).replace(/\.?$/, '.');
    throw new AppError('unavailable', `The listmonk database cannot be read: ${why}`);
  }
}

async function keyOf(given: Given, { program, readLine }: Context): Promise<string> {
  const file = given['key-file'];
  const said = file === undefined ? program.environment['FORMER_KEY'] : await keyIn(file);
  const key = (said ?? (await readLine())).trim();
  if (key === '' || /\s/.test(key)) {
    throw new AppError(
      'bad_request',
      'Give the key of the other server in --key-file, in FORMER_KEY, or on standard input.',
    );
  }
  return key;
}

async function keyIn(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw readFault(`The file ${file} cannot be read`, error);
  }
}

function rateOf({ rate = '5' }: Given): number {
  const number = Number(rate);
  if (number > 0 && number <= 1_000) return number;
  throw new AppError(
    'bad_request',
    `The rate ${JSON.stringify(rate)} must be a number of requests per second from 1 to 1000.`,
  );
}

function optionsOf({ campaigns = 'drafts', ...given }: Given): SwitchOptions {
  if (campaigns !== 'drafts' && campaigns !== 'all' && campaigns !== 'none') {
    throw new AppError('bad_request', '--campaigns must be drafts, all or none.');
  }
  return { campaigns, isDryRun: given['dry-run'] ?? false, isFresh: given['from-start'] ?? false };
}

function mapOf(asked: readonly string[]): Map<string, string> {
  return new Map(
    asked.map((one) => {
      const at = one.lastIndexOf('=');
      if (at > 0) return [one.slice(0, at).trim(), one.slice(at + 1).trim()] as const;
      throw new AppError(
        'bad_request',
        `--map takes 'name of the column=TAG of the field', not ${JSON.stringify(one)}.`,
      );
    }),
  );
}

async function takeOver(
  { db, clock, print, stdout }: StoreContext,
  open: () => Promise<FormerServer>,
  options: SwitchOptions,
  given: Given,
): Promise<number> {
  const customer = await getCustomer(db, given.customer);
  const former = await open();
  try {
    const progress = given.json ? undefined : progressSteps(stdout);
    const report = await switchFrom({ db, clock, customer, progress }, former, options);
    if (given.json) print(jsonText(report));
    else for (const line of reportLines(report)) print(printable(line));
    return 0;
  } finally {
    await former.close();
  }
}
