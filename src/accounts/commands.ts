// The commands `customer` and `key`: what operators do with customers and API keys in a terminal.
import { parseArgs } from 'node:util';
import { type Clock, formatCalendarTime } from '../kernel/clock.ts';
import { AppError, type Faults } from '../kernel/errors.ts';
import { hintOf } from '../kernel/nearest.ts';
import type { Db } from '../storage/db.ts';
import type { Customer } from '../storage/tables.ts';
import { createCustomer } from './create.ts';
import { addKey, changeDialect, listKeys, revokeKey } from './keys.ts';
import { findCustomer, findCustomerByEmail, findCustomerByUid, listCustomers } from './queries.ts';
import type { CustomerInput } from './rules.ts';
import { type FollowTimeZone, updateCustomer } from './update.ts';

export type CommandContext = { db: Db; clock: Clock; print(line: string): void };

const CUSTOMER_USAGE = `Usage: npx mailwright customer <add|list|update> [options]

  add --name <name> --email <address> [options]   makes a customer and shows a key for it, once; no two have one address
  list                                            shows all customers
  update [<uid or email>] [options]               changes what is given (the uid may be left out while there is one customer)

Options:
  --name <name>            --email <address>
  --time-zone <zone>       such as Europe/Paris (default UTC): send times are read in it
  --locale <locale>        such as en or de-CH (default en): how dates are written
  --status <status>        active, or inactive: its keys are refused
  --statistics <which>     raw (default): all opens and clicks; filtered: without those of machines
  --company-name <name>    --address-1 <street>   --address-2 <more>
  --city <city>            --zip <code>           --zone <state or province>
  --country <code or English name>                --phone <number>   --website <address>`;

const KEY_USAGE = `Usage: npx mailwright key <add|list|update|revoke> [options]

  add [<uid or email of the customer>] [options]   makes a key and shows it, once
  list [<uid or email of the customer>]            shows the keys by their first four characters
  update <id or key> --lenient | --strict          from the next request on the key speaks the other dialect
  revoke <id or key>                               a revoked key works no more from the next request on

Options:
  --name <name>   what the key is for
  --lenient       requests with it are read the patient way that existing client programs expect
                  (docs/wire-contract.md, section 13); --strict, the default: to the letter

The customer may be left out of add while there is only one.`;

const text = { type: 'string' } as const;
const CUSTOMER_OPTIONS = {
  name: text,
  email: text,
  'time-zone': text,
  locale: text,
  status: text,
  statistics: text,
  'company-name': text,
  'address-1': text,
  'address-2': text,
  city: text,
  zip: text,
  zone: text,
  country: text,
  phone: text,
  website: text,
  help: { type: 'boolean', short: 'h' },
} as const;

/** Runs `customer add|list|update`. @returns the exit code: 0 done, 1 refused, 2 not understood */
export async function customerCommand(
  args: string[],
  context: CommandContext & { followTimeZone: FollowTimeZone },
): Promise<number> {
  return runCommand({ usage: CUSTOMER_USAGE, args }, context, async () => {
    const { values, positionals } = parseArgs({ args, options: CUSTOMER_OPTIONS, allowPositionals: true });
    const [action, who, ...more] = positionals;
    if (values.help) return showUsage(CUSTOMER_USAGE, context);
    if (more.length > 0) return undefined;
    if (action === 'add' && who === undefined) return addCustomer(inputOf(values), context);
    if (action === 'list' && who === undefined) return showCustomers(context);
    if (action !== 'update') return undefined;
    const customer = await theCustomer(context.db, who);
    await updateCustomer(context.db, customer, inputOf(values), context.followTimeZone);
    context.print(`Customer ${customer.uid} is changed.`);
    return 0;
  });
}

/** Runs `key add|list|update|revoke`. @returns the exit code: 0 done, 1 refused, 2 not understood */
export async function keyCommand(args: string[], context: CommandContext): Promise<number> {
  return runCommand({ usage: KEY_USAGE, args }, context, async () => {
    const flag = { type: 'boolean' } as const;
    const options = { name: text, lenient: flag, strict: flag, help: { ...flag, short: 'h' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [action, which, ...more] = positionals;
    const { db, clock, print } = context;
    if (values.help) return showUsage(KEY_USAGE, context);
    if (more.length > 0 || (values.lenient && values.strict)) return undefined;
    const dialect = values.lenient ? 'lenient' : values.strict ? 'strict' : undefined;
    if (action === 'list') return showKeys(context, which);
    if (action === 'add') {
      const customer = await theCustomer(db, which);
      const { id, key } = await addKey(db, { customerId: customer.id, name: values.name ?? '', dialect }, clock);
      const kind = dialect === 'lenient' ? ' (lenient)' : '';
      print(`Key ${id}${kind} of customer ${customer.uid}, shown this once: ${key}`);
      return 0;
    }
    if (action === 'update' && which !== undefined && dialect !== undefined) {
      const changed = await changeDialect(db, which, dialect);
      print(`Key ${changed.id} (${changed.hint}…) is ${dialect} now.`);
      return 0;
    }
    if (action !== 'revoke' || which === undefined) return undefined;
    const revoked = await revokeKey(db, which, clock);
    print(`Key ${revoked.id} (${revoked.hint}…) is revoked.`);
    return 0;
  });
}

/** Prints the usage. @returns the exit code 0 */
export function showUsage(usage: string, { print }: Pick<CommandContext, 'print'>): number {
  print(usage);
  return 0;
}

/** Prints what was not understood and the usage when `run` gives no exit code, and one line for each fault. */
export async function runCommand(
  { usage, args }: { usage: string; args: readonly string[] },
  { print }: Pick<CommandContext, 'print'>,
  run: () => Promise<number | undefined>,
): Promise<number> {
  try {
    const code = await run();
    if (code !== undefined) return code;
    print(args.length === 0 ? usage : `${notUnderstood(usage, args)}\n\n${usage}`);
    return 2;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'internal') {
      for (const line of faultLines(error.fields ?? { fault: error.message })) print(line);
      return 1;
    }
    if (!String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')) throw error;
    print(`${optionFault(error as Error, usage)}\n\n${usage}`);
    return 2;
  }
}

/** What Node says of an option, and the one of the usage that may have been meant. */
export function optionFault({ message }: Error, usage: string): string {
  const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
  if (unknown === undefined) return message;
  return `There is no option ${unknown}.${hintOf(unknown, usage.match(/--[a-z][a-z-]*/g) ?? [])}`;
}

/** The first line of a usage names the actions: `<add|list>`. */
function notUnderstood(usage: string, [action = '']: readonly string[]): string {
  const actions = /^Usage: npx mailwright [a-z-]+ <([a-z-]+(?:\|[a-z-]+)+)>/.exec(usage)?.[1]?.split('|');
  const isUnknown = actions !== undefined && action !== '' && !action.startsWith('-') && !actions.includes(action);
  if (isUnknown) return `There is no "${action}" here.${hintOf(action, actions)}`;
  return 'Something is missing, or too much.';
}

function faultLines(faults: Faults): string[] {
  return Object.values(faults).flatMap((fault) => (typeof fault === 'string' ? [fault] : faultLines(fault)));
}

type Options = { [name in Exclude<keyof typeof CUSTOMER_OPTIONS, 'help'>]?: string | undefined };

function inputOf(options: Options): CustomerInput {
  return {
    name: options.name,
    email: options.email,
    timeZone: options['time-zone'],
    locale: options.locale,
    status: options.status,
    statistics: options.statistics,
    company: {
      name: options['company-name'],
      address_1: options['address-1'],
      address_2: options['address-2'],
      city: options.city,
      zip_code: options.zip,
      zone_name: options.zone,
      country: options.country,
      phone: options.phone,
      website: options.website,
    },
  };
}

async function addCustomer(input: CustomerInput, { db, clock, print }: CommandContext): Promise<number> {
  const customer = await createCustomer(db, input, clock);
  const { key } = await addKey(db, { customerId: customer.id, name: 'first key' }, clock);
  print(`Customer ${customer.uid} is made. Its API key, shown this once: ${key}`);
  if (customer.company === null)
    print(`It has no postal address yet: npx mailwright customer update ${customer.uid} --help`);
  return 0;
}

async function showCustomers({ db, print }: CommandContext): Promise<number> {
  const rows = (await listCustomers(db)).map((customer) => [
    customer.uid,
    `${customer.first_name} ${customer.last_name}`.trim(),
    customer.email,
    customer.time_zone,
    customer.locale,
    customer.status,
  ]);
  printTable(['uid', 'name', 'email', 'time zone', 'locale', 'status'], rows, print);
  return 0;
}

async function showKeys({ db, print }: CommandContext, which: string | undefined): Promise<number> {
  const customer = which === undefined ? undefined : await theCustomer(db, which);
  const rows: string[][] = [];
  for (const key of await listKeys(db, customer?.id)) {
    const owner = await findCustomer(db, key.customer_id);
    const state = key.revoked_at === null ? 'works' : `revoked ${formatCalendarTime(key.revoked_at)}`;
    const made = formatCalendarTime(key.created_at);
    rows.push([String(key.id), `${key.hint}…`, key.name, key.dialect, owner?.uid ?? '', made, state]);
  }
  printTable(['id', 'key', 'name', 'dialect', 'customer', 'made (UTC)', 'state'], rows, print);
  return 0;
}

/** The customer with this uid or mail address; when none is named, the only one. */
export async function theCustomer(db: Db, which: string | undefined): Promise<Customer> {
  if (which === undefined) {
    const [only, ...others] = await listCustomers(db);
    if (only && others.length === 0) return only;
    throw new AppError(
      'not_found',
      only ? 'There are several customers: name one by uid or email.' : 'There is no customer yet.',
    );
  }
  const byUid = await findCustomerByUid(db, which);
  if (byUid) return byUid;
  const found = await findCustomerByEmail(db, which);
  if (!found) throw new AppError('not_found', `There is no customer "${which}".`);
  return found;
}

/** Prints a table with columns as wide as they need to be. */
export function printTable(head: string[], rows: string[][], print: (line: string) => void): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of [head, ...rows]) {
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}
