// The command `relay`: managing relays. Operators may also use hosts of their own network.
import { readFileSync } from 'node:fs';
import { findCustomer, listCustomers } from '../../../accounts/queries.ts';
import { isMailAddress } from '../../../kernel/address.ts';
import { isoOrNull } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { readFault } from '../../../kernel/files/fault.ts';
import { storedText } from '../../../kernel/sentences/sentence.ts';
import { counted } from '../../../kernel/text/counted.ts';
import { isDirect } from '../../../mail/smtp/direct/settings.ts';
import { probeRelay } from '../../../mail/smtp/probe.ts';
import { relayName } from '../../../mail/smtp/relay-url.ts';
import { createRelay } from '../../../relays/create.ts';
import { forgetRelay } from '../../../relays/in-force.ts';
import { describeRelay, type RelayOptions, settingsFromOptions } from '../../../relays/operator.ts';
import { probeStoredRelay } from '../../../relays/probe.ts';
import { findRelay, listRelays } from '../../../relays/queries.ts';
import { tlsModeOf } from '../../../relays/rules.ts';
import { changeRelay, removeRelay, switchRelay } from '../../../relays/update.ts';
import { findConfiguredFault } from '../../../relays/usable.ts';
import type { RelayRow } from '../../../storage/tables/delivery.ts';
import { type Command, FLAG, NO_CHANGE, SERVER_OPTIONS, type StoreContext, TEXT, type Values } from '../../command.ts';
import { type Columns, printList } from '../../list.ts';
import { getCustomer } from '../../lookup.ts';
import { timeText } from '../../output.ts';

const OPTIONS = {
  ...SERVER_OPTIONS,
  username: TEXT,
  'password-file': TEXT,
  'helo-name': TEXT,
  lanes: TEXT,
  'messages-per-connection': TEXT,
  priority: TEXT,
  weight: TEXT,
  'per-second': TEXT,
  'per-minute': TEXT,
  'per-hour': TEXT,
  'per-day': TEXT,
  'per-month': TEXT,
  'warm-up-first-day': TEXT,
  'warm-up-growth': TEXT,
  'warm-up-until': TEXT,
  customer: TEXT,
  shared: FLAG,
  from: TEXT,
};

type CommandOptions = Values<typeof OPTIONS>;

const SETTINGS = (Object.keys(OPTIONS) as (keyof typeof OPTIONS)[]).filter((name) => name !== 'from');

export const relayCommand: Command<typeof OPTIONS> = {
  name: 'relay',
  summary: 'manage relays, the mail servers that send messages: add, list, show, update, probe, …',
  example: 'add --host smtp.example.com --shared --username me --password-file relay-password',
  usage: `<add|list|show|update|enable|disable|remove|probe|forget> [options]

  add --host <host> (--shared | --customer <uid or email>) [options]   adds a relay
  list [--shared | --customer <uid or email>]                          shows relays and what is wrong with them
  show <id>                                                            shows one, without its password
  update <id> [options]                                                changes what is given; "" clears a setting
  enable <id>, disable <id>                                            switches it on or off
  remove <id>                                                          removes it
  probe <id> [--from <address>]                                        tries it without sending a message
  forget                                                               stops expecting MAILWRIGHT_SMTP_URL: without
                                                                       it, email goes to the test inbox again

Options:
  --name <name>            a name of your choice
  --host <host>            host name or address, or direct: for delivery without a relay
  --port <port>            (default by TLS: 25, 587, 587, 465)
  --tls <mode>             none, opportunistic, starttls (default; never sends without TLS), implicit
  --verify-tls <yes|no>    whether the certificate must be valid (default yes)
  --username <name>        --password <text>, or --password-file <file> (- reads it from standard input, unseen)
  --helo-name <name>       the host name to greet with
  --lanes <1-1000>         simultaneous connections of each process (default 20)
  --messages-per-connection <n>
  --priority <1-1000>      the lowest number is used first, the others as fallback (default 100)
  --weight <1-1000>        share among relays of the same priority (default 1)
  --per-second <n>   --per-minute <n>   --per-hour <n>   --per-day <n>   --per-month <n>      quotas
  --warm-up-first-day <n>  --warm-up-growth <percent more each day, default 20>   --warm-up-until <n per day>

These ids are unique in the whole installation; the server_id is what the relay's customer uses in the API
(each customer's count from 1).
The relay of MAILWRIGHT_SMTP_URL has the id 0: it can be listed, shown and probed, and is changed in the configuration.`,
  options: OPTIONS,
  takes: {
    add: SETTINGS,
    list: ['shared', 'customer'],
    show: [],
    update: SETTINGS,
    enable: [],
    disable: [],
    remove: [],
    probe: ['from'],
    forget: [],
  },
  run({ values, words: [action, which, ...more], json }, { withStore }) {
    return withStore(async (context) => {
      if (more.length > 0) return undefined;
      if (action === 'add' && which === undefined) return add(values, context);
      if (action === 'list' && which === undefined) return list(values, json, context);
      if (action === 'forget' && which === undefined) return forget(context);
      if (which === undefined) return undefined;
      if (action === 'show') return show(which, context);
      if (action === 'probe') return probe(which, values.from, context);
      if (action === 'update') {
        const relay = await getRelay(which, context);
        return Object.keys(values).length === 0 ? NO_CHANGE : update(relay, values, context);
      }
      if (action === 'enable' || action === 'disable') return switchTo(action, await getRelay(which, context), context);
      return action === 'remove' ? remove(await getRelay(which, context), context) : undefined;
    });
  },
};

/** The relay's owner: a customer's id, null for shared, undefined when not given. */
async function ownerOf({ shared, customer }: CommandOptions, { db }: StoreContext): Promise<number | null | undefined> {
  if (shared && customer !== undefined) throw new AppError('bad_request', 'Give --shared or --customer, not both.');
  if (shared) return null;
  return customer === undefined ? undefined : (await getCustomer(db, customer)).id;
}

async function add(values: CommandOptions, context: StoreContext): Promise<number> {
  const { db, clock, print } = context;
  const owner = await ownerOf(values, context);
  if (owner === undefined) {
    throw new AppError('bad_request', 'Give --customer <uid or email>, or --shared for all customers.');
  }
  const at = clock.now();
  const settings = settingsFromOptions(withPassword(values), { now: at });
  const relay = await createRelay(db, owner, settings, { secret: await context.secret(), at });
  print(`Relay ${relay.id} (${placeOf(relay)}) was added. Try it: npx mailwright relay probe ${relay.id}`);
  return 0;
}

async function update(
  before: RelayRow,
  values: CommandOptions,
  { db, clock, secret, print }: StoreContext,
): Promise<number> {
  if (values.shared || values.customer !== undefined) {
    throw new AppError('bad_request', 'The owner of a relay cannot be changed: add another relay instead.');
  }
  const at = clock.now();
  const settings = settingsFromOptions(withPassword(values), { before, now: at });
  await changeRelay(db, before, settings, { secret: await secret(), at });
  print(`Relay ${before.id} was updated.`);
  return 0;
}

async function switchTo(action: 'enable' | 'disable', relay: RelayRow, context: StoreContext): Promise<number> {
  const { db, clock, print } = context;
  await switchRelay(db, relay, action === 'enable' ? 'active' : 'inactive', clock.now());
  print(`Relay ${relay.id} is now ${action}d.`);
  return 0;
}

async function remove(relay: RelayRow, { db, print }: StoreContext): Promise<number> {
  await removeRelay(db, relay);
  print(`Relay ${relay.id} (${placeOf(relay)}) was removed.`);
  return 0;
}

async function forget({ db, clock, print }: StoreContext): Promise<number> {
  await forgetRelay(db, clock.now());
  print('The relay was forgotten. A server without MAILWRIGHT_SMTP_URL now sends to the test inbox.');
  return 0;
}

/** The options; the password may come from a file. */
function withPassword({ 'password-file': file, ...options }: CommandOptions): RelayOptions {
  if (options.password === '-') {
    throw new AppError(
      'bad_request',
      '"-" cannot be used as the password: use --password-file - to read it from standard input.',
    );
  }
  if (file === undefined) return options;
  try {
    return { ...options, password: readFileSync(file === '-' ? 0 : file, 'utf8').replace(/\r?\n$/, '') };
  } catch (error) {
    throw readFault(`The password cannot be read from ${file}`, error);
  }
}

async function getRelay(which: string, { db, relay: configured }: StoreContext): Promise<RelayRow> {
  if (which === '0' && configured) {
    throw new AppError('forbidden', 'Relay 0 is changed in the configuration: MAILWRIGHT_SMTP_URL.');
  }
  if (which === '0') throw new AppError('not_found', 'No relay is configured: MAILWRIGHT_SMTP_URL is not set.');
  const relay = /^\d{1,15}$/.test(which) ? await findRelay(db, Number(which)) : undefined;
  if (!relay) throw new AppError('not_found', `There is no relay "${which}".`);
  return relay;
}

async function list(values: CommandOptions, json: boolean, context: StoreContext): Promise<number> {
  const { db, relay: configured, print } = context;
  const owner = await ownerOf(values, context);
  const uids = new Map((await listCustomers(db)).map((customer) => [customer.id, customer.uid]));
  const rows: ListedRelay[] = (await listRelays(db, owner)).map((relay) => ({
    ...relay,
    customer: relay.customer_id === null ? 'shared' : (uids.get(relay.customer_id) ?? ''),
    place: placeOf(relay),
  }));
  if (configured && typeof owner !== 'number') {
    const about = {
      customer: 'shared',
      place: placeOf(configured),
      tls: tlsModeOf(configured),
      lanes: configured.lanes,
    };
    const fault = await findConfiguredFault(db);
    const usual = { priority: 100, weight: 1, status: 'active', fault, fault_at: null };
    rows.unshift({ id: 0, number: 0, name: 'Configuration', ...about, ...usual });
  }
  printList(rows, COLUMNS, { json, print });
  return 0;
}

type ListedRelay = Pick<RelayRow, 'id' | 'number' | 'name' | 'lanes' | 'priority' | 'weight' | 'fault' | 'fault_at'> & {
  customer: string;
  place: string;
  tls: string;
  status: string;
};

const COLUMNS: Columns<ListedRelay> = {
  id: { value: ({ id }) => id },
  server_id: { title: 'server_id', value: ({ number }) => number },
  customer: { value: ({ customer }) => customer },
  name: { value: ({ name }) => name },
  place: { value: ({ place }) => place },
  tls: { value: ({ tls }) => tls },
  lanes: { value: ({ lanes }) => lanes },
  priority: { value: ({ priority }) => priority },
  weight: { value: ({ weight }) => weight },
  status: { value: ({ status }) => status },
  fault: {
    value: ({ fault }) => storedText(fault),
    text: ({ fault, fault_at: at }) =>
      [storedText(fault) ?? '', ...(fault === null || at === null ? [] : [`(${timeText(at)} UTC)`])].join(' '),
  },
  fault_at: { value: (relay) => isoOrNull(relay.fault_at), isOnlyInJson: true },
};

async function show(which: string, context: StoreContext): Promise<number> {
  const { db, relay: configured, print } = context;
  if (which === '0' && configured) {
    const mode = tlsModeOf(configured);
    print(`Relay 0 is the configuration's: ${relayName(configured)}, ${mode}, ${counted(configured.lanes, 'lane')}`);
    const fault = storedText(await findConfiguredFault(db));
    if (fault !== null) print(`It cannot be used: ${fault}`);
    return 0;
  }
  const relay = await getRelay(which, context);
  const owner = relay.customer_id === null ? undefined : await findCustomer(db, relay.customer_id);
  for (const line of describeRelay(relay, owner?.uid)) print(line);
  return 0;
}

async function probe(which: string, from: string | undefined, context: StoreContext): Promise<number> {
  const { db, clock, secret, relay: configured, print } = context;
  if (from !== undefined && !isMailAddress(from)) {
    throw new AppError('bad_request', `--from: ${JSON.stringify(from)} is not a valid email address.`);
  }
  const found =
    which === '0' && configured !== undefined
      ? await probeRelay(configured, { from })
      : await probeStoredRelay({ db, clock, secret: await secret() }, await getRelay(which, context), { from });
  print(found.line);
  return found.works ? 0 : 1;
}

function placeOf({ host, port }: { host: string; port: number }): string {
  if (isDirect(host)) return host;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
