// The command `relay`: what operators do with relays in a terminal. What they say is taken: hosts of their own network too.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type CommandContext, printTable, runCommand, showUsage, theCustomer } from '../accounts/commands.ts';
import { findCustomer, listCustomers } from '../accounts/queries.ts';
import type { FormObject } from '../http/form/decode.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { probeRelay } from '../mail/smtp/probe.ts';
import { type Relay, relayName } from '../mail/smtp/relay-url.ts';
import type { RelayRow } from '../storage/tables/delivery.ts';
import { createRelay } from './create.ts';
import { forgetRelay } from './in-force.ts';
import { tryRelay } from './probe.ts';
import { findRelay, listRelays } from './queries.ts';
import { tlsModeOf } from './rules.ts';
import { changeRelay, removeRelay, switchRelay } from './update.ts';
import { readRelay } from './wire.ts';
import { toWireDetail } from './wire-record.ts';

export type RelayCommandContext = CommandContext & {
  /** The installation's secret: passwords are sealed with it. */
  secret: string;
  /** The relay of the configuration. */
  configured: Relay | undefined;
};

const USAGE = `Usage: npx mailwright relay <add|list|show|update|enable|disable|remove|probe|forget> [options]

  add --host <host> (--shared | --customer <uid or email>) [options]   makes a relay
  list [--shared | --customer <uid or email>]                          shows relays and what is wrong with them
  show <id>                                                            shows one, without its password
  update <id> [options]                                                changes what is given; "" takes a setting away
  enable <id>, disable <id>                                            switches it on or off
  remove <id>                                                          takes it away
  probe <id> [--from <address>]                                        tries it out: no message leaves
  forget                                                               gives up the relay of MAILWRIGHT_SMTP_URL: without it
                                                                       mail goes to the test inbox again

Options:
  --name <name>            --host <host name or address>   --port <port>    (default by TLS: 25, 587, 587, 465)
  --tls <mode>             none, opportunistic, starttls (default: STARTTLS or no mail), implicit
  --verify-tls <yes|no>    whether the certificate must be in order (default yes)
  --username <name>        --password <text>, or --password-file <file> (- reads standard input; others cannot see it)
  --helo-name <name>       name to greet with
  --lanes <1-1000>         connections at a time, of each worker (default 20)
  --messages-per-connection <n>
  --priority <1-1000>      the lowest goes first, others step in (default 100)
  --weight <1-1000>        share among those of the same priority (default 1)
  --per-second <n>   --per-minute <n>   --per-hour <n>   --per-day <n>   --per-month <n>      quotas
  --warm-up-first-day <n>  --warm-up-growth <percent more each day, default 20>   --warm-up-until <n a day>

The ids are those of the whole store; the server_id is what the relay's customer gives to the interface (each counts its own from 1).
The relay of MAILWRIGHT_SMTP_URL has the id 0: it is listed, shown and probed; it is changed in the configuration.`;

const text = { type: 'string' } as const;
const MEMBERS = {
  name: text,
  host: text,
  port: text,
  tls: text,
  'verify-tls': text,
  username: text,
  password: text,
  'helo-name': text,
  lanes: text,
  'messages-per-connection': text,
  priority: text,
  weight: text,
} as const;
const QUOTAS = {
  'per-second': text,
  'per-minute': text,
  'per-hour': text,
  'per-day': text,
  'per-month': text,
} as const;
const WARM_UP = { 'warm-up-first-day': text, 'warm-up-growth': text, 'warm-up-until': text } as const;
const OPTIONS = {
  ...MEMBERS,
  ...QUOTAS,
  ...WARM_UP,
  'password-file': text,
  customer: text,
  shared: { type: 'boolean' },
  from: text,
  help: { type: 'boolean', short: 'h' },
} as const;
const NAMES: Record<string, string> = {
  host: 'hostname',
  'warm-up-first-day': 'first_day',
  'warm-up-growth': 'growth_percent',
  'warm-up-until': 'until',
};

/** Runs `relay add|list|…`. @returns the exit code: 0 done, 1 refused or not working, 2 not understood */
export function relayCommand(args: string[], context: RelayCommandContext): Promise<number> {
  return runCommand({ usage: USAGE, args }, context, async () => {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    const [action = '', which, ...more] = positionals;
    if (values.help) return showUsage(USAGE, context);
    if (more.length > 0) return undefined;
    if (action === 'add' && which === undefined) return add(values, context);
    if (action === 'list' && which === undefined) return list(values, context);
    if (action === 'forget' && which === undefined) return forget(context);
    if (which === undefined) return undefined;
    if (action === 'show') return show(which, context);
    if (action === 'probe') return probe(which, values.from, context);
    const relay = ['update', 'enable', 'disable', 'remove'].includes(action) && (await theRelay(which, context));
    return relay ? change(action, relay, values, context) : undefined;
  });
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** The owner that was named: a customer's id, null for shared, undefined when none was. */
async function ownerOf({ shared, customer }: Values, { db }: CommandContext): Promise<number | null | undefined> {
  if (shared && customer !== undefined) throw new AppError('bad_request', 'Give --shared or --customer, not both.');
  if (shared) return null;
  return customer === undefined ? undefined : (await theCustomer(db, customer)).id;
}

async function add(values: Values, context: RelayCommandContext): Promise<number> {
  const { db, clock, secret, print } = context;
  const owner = await ownerOf(values, context);
  if (owner === undefined) {
    throw new AppError('bad_request', 'Say whose it is: --customer <uid or email>, or --shared for all customers.');
  }
  const at = clock.now();
  const settings = readRelay(membersOf(values), { isFromOutside: false, now: at });
  const relay = await createRelay(db, owner, settings, { secret, at });
  print(`Relay ${relay.id} (${placeOf(relay)}) is made. Try it: npx mailwright relay probe ${relay.id}`);
  return 0;
}

async function forget({ db, clock, print }: RelayCommandContext): Promise<number> {
  await forgetRelay(db, clock.now());
  print('The relay is given up. A server without MAILWRIGHT_SMTP_URL sends into the test inbox now.');
  return 0;
}

async function change(action: string, relay: RelayRow, values: Values, context: RelayCommandContext): Promise<number> {
  const { db, clock, secret, print } = context;
  const at = clock.now();
  if (values.shared || values.customer !== undefined) {
    throw new AppError('bad_request', 'A relay stays whose it is: add another one for somebody else.');
  }
  if (action === 'remove') {
    await removeRelay(db, relay);
    print(`Relay ${relay.id} (${placeOf(relay)}) is removed.`);
    return 0;
  }
  if (action === 'update') {
    const settings = readRelay(membersOf(values), { before: relay, isFromOutside: false, now: at });
    await changeRelay(db, relay, settings, { secret, at });
    print(`Relay ${relay.id} is changed.`);
    return 0;
  }
  await switchRelay(db, relay, action === 'enable' ? 'active' : 'inactive', at);
  print(`Relay ${relay.id} is switched ${action === 'enable' ? 'on' : 'off'}.`);
  return 0;
}

/** The options as members of the interface; the password may come from a file. */
function membersOf(values: Values): FormObject {
  const given = (names: object): FormObject =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([option]) => Object.hasOwn(names, option))
        .map(([option, value]) => [NAMES[option] ?? option.replaceAll('-', '_'), String(value)]),
    );
  const [quotas, warmUp] = [given(QUOTAS), given(WARM_UP)];
  return {
    ...given(MEMBERS),
    ...(values['password-file'] !== undefined && { password: readPassword(values['password-file']) }),
    ...(Object.keys(quotas).length > 0 && { quotas }),
    ...(Object.keys(warmUp).length > 0 && { warm_up: warmUp }),
  };
}

function readPassword(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new AppError('bad_request', `The password cannot be read from ${file}: ${(error as Error).message}`);
  }
}

async function theRelay(which: string, { db, configured }: RelayCommandContext): Promise<RelayRow> {
  if (which === '0' && configured) {
    throw new AppError('forbidden', 'Relay 0 is changed in the configuration: MAILWRIGHT_SMTP_URL.');
  }
  if (which === '0') throw new AppError('not_found', 'No relay is configured: MAILWRIGHT_SMTP_URL is not set.');
  const relay = /^\d{1,15}$/.test(which) ? await findRelay(db, Number(which)) : undefined;
  if (!relay) throw new AppError('not_found', `There is no relay "${which}".`);
  return relay;
}

async function list(values: Values, context: RelayCommandContext): Promise<number> {
  const { db, configured, print } = context;
  const owner = await ownerOf(values, context);
  const uids = new Map((await listCustomers(db)).map((customer) => [customer.id, customer.uid]));
  const rows = (await listRelays(db, owner)).map((relay) => [
    String(relay.id),
    String(relay.number),
    relay.customer_id === null ? 'shared' : (uids.get(relay.customer_id) ?? ''),
    relay.name,
    placeOf(relay),
    relay.tls,
    ...[relay.lanes, relay.priority, relay.weight].map(String),
    relay.status,
    relay.fault === null ? '' : `${relay.fault} (${formatCalendarTime(relay.fault_at ?? 0)} UTC)`,
  ]);
  if (configured && typeof owner !== 'number') {
    const lanes = String(configured.lanes);
    rows.unshift([
      '0',
      '0',
      'shared',
      'Configuration',
      placeOf(configured),
      tlsModeOf(configured),
      lanes,
      '100',
      '1',
      'active',
      '',
    ]);
  }
  printTable(
    ['id', 'server_id', 'customer', 'name', 'place', 'tls', 'lanes', 'priority', 'weight', 'status', 'fault'],
    rows,
    print,
  );
  return 0;
}

async function show(which: string, context: RelayCommandContext): Promise<number> {
  const { db, configured, print } = context;
  if (which === '0' && configured) {
    print(
      `Relay 0 is the configuration's: ${relayName(configured)}, ${tlsModeOf(configured)}, ${configured.lanes} lanes`,
    );
    return 0;
  }
  const relay = await theRelay(which, context);
  const owner = relay.customer_id === null ? undefined : await findCustomer(db, relay.customer_id);
  const { quotas, warm_up: plan, ...rest } = toWireDetail(relay, 'UTC');
  const login = relay.username === null ? 'none' : `${relay.username}, with a password`;
  const lines = {
    customer: owner?.uid ?? 'all',
    ...rest,
    username: login,
    ...quotas,
    ...prefixed('warm_up_', plan ?? {}),
  };
  for (const [name, value] of Object.entries(lines)) {
    if (value !== null) print(`${name.replaceAll('_', ' ')}: ${value}`);
  }
  return 0;
}

function prefixed(prefix: string, members: object): Record<string, string> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [prefix + name, String(value)]));
}

async function probe(which: string, from: string | undefined, context: RelayCommandContext): Promise<number> {
  const { configured, print } = context;
  const isConfigured = which === '0' && configured !== undefined;
  const found = isConfigured
    ? await probeRelay(configured, { from })
    : await tryRelay(context, await theRelay(which, context), { from });
  print(found.line);
  return found.works ? 0 : 1;
}

function placeOf({ host, port }: { host: string; port: number }): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
