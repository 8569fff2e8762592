// The command `domain`: what operators do with sending domains in a terminal.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type CommandContext, printTable, runCommand, showUsage, theCustomer } from '../accounts/commands.ts';
import { listCustomers } from '../accounts/queries.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { Db } from '../storage/db.ts';
import type { SendingDomain } from '../storage/tables/delivery.ts';
import { addDomain } from './create.ts';
import { describeDomain } from './describe.ts';
import { checkDomain } from './dns/check.ts';
import type { Resolver } from './dns/lookup.ts';
import type { GivenKey, KeyRequest } from './keys.ts';
import { viewOfDomain, viewsOf } from './listing.ts';
import { findDomainByName, listDomains } from './queries.ts';
import { relayHostsOf } from './relay-hosts.ts';
import { removeDomain } from './remove.ts';
import { rotateKeys } from './rotate.ts';
import { readDomainName } from './rules.ts';

export type DomainCommandContext = CommandContext & {
  /** The installation's secret: private keys are sealed with it. */
  secret: string;
  /** The relay of the configuration. */
  configured?: { host: string } | undefined;
  /** Default: the machine's. */
  resolver?: Resolver | undefined;
};

const USAGE = `Usage: npx mailwright domain <add|list|show|check|rotate|remove> [options]

  add <domain> [--bits <n>]     makes keys that sign what is sent from the domain, shows the DNS records to publish
  list                          shows all sending domains
  show <domain>                 shows its records and what DNS said last
  check <domain>                looks it up in DNS; new keys take over when all their records are found
  rotate <domain> [--bits <n>]  makes new keys; the old ones sign until a check has found the new records
  remove <domain>               forgets the domain and its private keys; its mail goes unsigned

Options:
  --customer <uid or email>     whose domain it is (may be left out while there is one customer)
  --bits <n>                    size of the RSA key: 1024, 2048 (default), 3072, 4096
  --key <file> --selector <name>
                                with add and rotate: takes a private key of yours (PEM; RSA or Ed25519) instead of
                                making keys; both may be given several times, in the same order`;

const text = { type: 'string' } as const;
const OPTIONS = {
  customer: text,
  bits: text,
  key: { type: 'string', multiple: true },
  selector: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

const MAX_KEY_FILE = 64 * 1024;

/** Runs `domain add|list|…`. @returns the exit code: 0 done, 1 refused or something to mend in DNS, 2 not understood */
export function domainCommand(args: string[], context: DomainCommandContext): Promise<number> {
  return runCommand({ usage: USAGE, args }, context, async () => {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    const [action = '', which, ...more] = positionals;
    if (values.help) return showUsage(USAGE, context);
    if (more.length > 0) return undefined;
    if (action === 'list' && which === undefined) return list(values, context);
    if (which === undefined || !['add', 'show', 'check', 'rotate', 'remove'].includes(action)) return undefined;
    const { id: customerId } = await theCustomer(context.db, values.customer);
    if (action === 'add') return add(which, customerId, values, context);
    return act(action, await theDomain(context.db, customerId, which), values, context);
  });
}

async function add(name: string, customerId: number, values: Values, context: DomainCommandContext): Promise<number> {
  const { db, clock, secret, print } = context;
  const domain = await addDomain(db, { ...wishesOf(values), customerId, name, secret, at: clock.now() });
  print(
    `Sending domain ${domain.name} is added. Publish these records, then: npx mailwright domain check ${domain.name}\n`,
  );
  await show(domain, context);
  return 0;
}

async function act(action: string, domain: SendingDomain, values: Values, context: DomainCommandContext) {
  const { db, clock, secret, print } = context;
  if (action === 'show') await show(domain, context);
  if (action === 'check') return check(domain, context);
  if (action === 'rotate') {
    await rotateKeys(db, domain, { ...wishesOf(values), secret, at: clock.now() });
    print(`${domain.name} has new keys. Publish their records, then: npx mailwright domain check ${domain.name}\n`);
    await show(domain, context);
  }
  if (action === 'remove') {
    await removeDomain(db, domain);
    print(`Sending domain ${domain.name} and its keys are removed.`);
  }
  return 0;
}

async function check(domain: SendingDomain, context: DomainCommandContext): Promise<number> {
  const { db, clock, configured, resolver, print } = context;
  const relayHosts = await relayHostsOf(db, domain.customer_id, configured);
  const result = await checkDomain(db, domain, { relayHosts, at: clock.now(), resolver });
  if (result?.changed)
    print('The records of the new keys are found: these sign from now on, the old ones are retired.\n');
  const status = await show(domain, context);
  return status === 'good' || status === 'weak' ? 0 : 1;
}

async function show({ customer_id: customerId, uid }: SendingDomain, context: DomainCommandContext): Promise<string> {
  const view = await viewOfDomain(context.db, { customerId, uid, configured: context.configured });
  context.print(describeDomain(view));
  return view.status;
}

async function list(values: Values, { db, print }: DomainCommandContext): Promise<number> {
  const owner = values.customer === undefined ? undefined : await theCustomer(db, values.customer);
  const uids = new Map((await listCustomers(db)).map((customer) => [customer.id, customer.uid]));
  const views = await viewsOf(db, await listDomains(db, owner?.id), []);
  const rows = views.map(({ domain, keys, status }) => [
    domain.name,
    uids.get(domain.customer_id) ?? '',
    keys.flatMap((key) => (key.status === 'active' ? [key.selector] : [])).join(' '),
    status,
    domain.checked_at === null ? '' : formatCalendarTime(domain.checked_at),
  ]);
  printTable(['domain', 'customer', 'signs with', 'status', 'checked (UTC)'], rows, print);
  return 0;
}

async function theDomain(db: Db, customerId: number, which: string): Promise<SendingDomain> {
  const read = readDomainName(which);
  const domain = 'name' in read ? await findDomainByName(db, customerId, read.name) : undefined;
  if (!domain) throw new AppError('not_found', `There is no sending domain "${which}" of this customer.`);
  return domain;
}

function wishesOf({ bits, key: files = [], selector: selectors = [] }: Values): KeyRequest {
  if (files.length !== selectors.length) {
    throw new AppError('bad_request', 'Give a --selector for each --key, in the same order.');
  }
  const given = files.map((file, index): GivenKey => ({ selector: selectors[index] ?? '', pem: readKeyFile(file) }));
  if (bits !== undefined && given.length > 0) {
    throw new AppError('bad_request', 'Give --bits for keys that are made, or --key for keys that are there.');
  }
  return { given, rsaBits: bits === undefined ? undefined : Number(bits) };
}

function readKeyFile(file: string): string {
  try {
    const content = readFileSync(file);
    if (content.length > MAX_KEY_FILE) throw new Error('it is too large for a key');
    return content.toString('latin1');
  } catch (error) {
    throw new AppError('bad_request', `The key cannot be read from ${file}: ${(error as Error).message}`);
  }
}
