// The command `domain`: managing sending domains.
import { readFileSync } from 'node:fs';
import { listCustomers } from '../../../accounts/queries.ts';
import { createDomain } from '../../../domains/create.ts';
import { type DomainView, describeDomain } from '../../../domains/describe.ts';
import { checkDomain } from '../../../domains/dns/check.ts';
import type { GivenKey, KeyRequest } from '../../../domains/keys.ts';
import { viewOfDomain, viewsOf } from '../../../domains/listing.ts';
import { findDomainByName, listDomains } from '../../../domains/queries.ts';
import { relayHostsOf } from '../../../domains/relay-hosts.ts';
import { removeDomain } from '../../../domains/remove.ts';
import { rotateKeys } from '../../../domains/rotate.ts';
import { parseDomainName } from '../../../domains/rules.ts';
import { AppError } from '../../../kernel/errors.ts';
import { readFault } from '../../../kernel/files/fault.ts';
import type { Db } from '../../../storage/db.ts';
import type { SendingDomain } from '../../../storage/tables/delivery.ts';
import { type Command, type StoreContext, TEXT, TEXTS, type Values } from '../../command.ts';
import { type Columns, printList, timeColumn } from '../../list.ts';
import { getCustomer } from '../../lookup.ts';

const OPTIONS = { customer: TEXT, bits: TEXT, key: TEXTS, selector: TEXTS };

type DomainOptions = Values<typeof OPTIONS>;

const MAX_KEY_FILE = 64 * 1024;

const ALL = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[];
const WHOSE = ['customer'] as const;

export const domainCommand: Command<typeof OPTIONS> = {
  name: 'domain',
  summary: 'manage sending domains and their DKIM keys: add, list, show, check, rotate, remove',
  example: 'add example.com',
  usage: `<add|list|show|check|rotate|remove> [options]

  add <domain> [--bits <n>]     creates the keys that sign its email, and shows the DNS records to publish
  list                          shows all sending domains
  show <domain>                 shows its DNS records and the result of the last check
  check <domain>                looks up its DNS records; new keys are used once all their records are found
  rotate <domain> [--bits <n>]  creates new keys; the old ones sign until a check has found the new records
  remove <domain>               removes the domain and its private keys; its email goes out unsigned

Options:
  --customer <uid or email>     whose domain it is (required where several match)
  --bits <n>                    size of the RSA key: 1024, 2048 (default), 3072, 4096
  --key <file> --selector <name>
                                with add and rotate: uses your own private key (PEM; RSA or Ed25519) instead of
                                creating keys; both may be repeated, in the same order`,
  options: OPTIONS,
  takes: { add: ALL, list: WHOSE, show: WHOSE, check: WHOSE, rotate: ALL, remove: WHOSE },
  run({ values, words: [action = '', which, ...more], json }, { withStore }) {
    return withStore(async (context) => {
      if (more.length > 0) return undefined;
      if (action === 'list' && which === undefined) return list(values, json, context);
      if (action === 'list' || which === undefined) return undefined;
      if (action !== 'add') return act(action, await domainOf(context.db, which, values.customer), values, context);
      return add(which, (await getCustomer(context.db, values.customer)).id, values, context);
    });
  },
};

async function add(name: string, customerId: number, values: DomainOptions, context: StoreContext): Promise<number> {
  const { db, clock, print } = context;
  const domain = await createDomain(db, {
    ...keyRequestOf(values),
    customerId,
    name,
    secret: await context.secret(),
    at: clock.now(),
  });
  print(
    `Sending domain ${domain.name} was added. Publish these records, then run: npx mailwright domain check ${domain.name}\n`,
  );
  await show(domain, context);
  return 0;
}

async function act(action: string, domain: SendingDomain, values: DomainOptions, context: StoreContext) {
  const { db, clock, print } = context;
  if (action === 'show') await show(domain, context);
  if (action === 'check') return check(domain, context);
  if (action === 'rotate') {
    await rotateKeys(db, domain, { ...keyRequestOf(values), secret: await context.secret(), at: clock.now() });
    print(`${domain.name} has new keys. Publish their records, then run: npx mailwright domain check ${domain.name}\n`);
    await show(domain, context);
  }
  if (action === 'remove') {
    await removeDomain(db, domain);
    print(`Sending domain ${domain.name} and its keys were removed.`);
  }
  return 0;
}

async function check(domain: SendingDomain, context: StoreContext): Promise<number> {
  const { db, clock, relay, resolver, print } = context;
  const relayHosts = await relayHostsOf(db, domain.customer_id, relay);
  const result = await checkDomain(db, domain, { relayHosts, at: clock.now(), resolver });
  if (result?.changed)
    print('The DNS records of the new keys were found: these keys sign from now on, and the old ones are retired.\n');
  const status = await show(domain, context);
  return status === 'good' || status === 'weak' ? 0 : 1;
}

async function show({ customer_id: customerId, uid }: SendingDomain, context: StoreContext): Promise<string> {
  const view = await viewOfDomain(context.db, { customerId, uid, configured: context.relay });
  context.print(describeDomain(view));
  return view.status;
}

async function list(values: DomainOptions, json: boolean, { db, print }: StoreContext): Promise<number> {
  const owner = values.customer === undefined ? undefined : await getCustomer(db, values.customer);
  const uids = new Map((await listCustomers(db)).map((customer) => [customer.id, customer.uid]));
  const views = await viewsOf(db, await listDomains(db, owner?.id), []);
  const columns: Columns<DomainView> = {
    domain: { value: ({ domain }) => domain.name },
    customer: { value: ({ domain }) => uids.get(domain.customer_id) ?? null },
    selectors: {
      title: 'signs with',
      value: ({ keys }) => keys.flatMap((key) => (key.status === 'active' ? [key.selector] : [])),
    },
    status: { value: ({ status }) => status },
    checked_at: timeColumn('checked', ({ domain }) => domain.checked_at),
  };
  printList(views, columns, { json, print });
  return 0;
}

/** The domain with that name; the customer need be named only where several have it. */
async function domainOf(db: Db, which: string, owner: string | undefined): Promise<SendingDomain> {
  const read = parseDomainName(which);
  const name = 'name' in read ? read.name : undefined;
  if (owner === undefined) {
    const [only, ...others] = (await listDomains(db)).filter((domain) => domain.name === name);
    if (only && others.length === 0) return only;
  }
  const { id: customerId } = await getCustomer(db, owner);
  const domain = name === undefined ? undefined : await findDomainByName(db, customerId, name);
  if (!domain) throw new AppError('not_found', `This customer has no sending domain "${which}".`);
  return domain;
}

function keyRequestOf({ bits, key: files = [], selector: selectors = [] }: DomainOptions): KeyRequest {
  if (files.length !== selectors.length) {
    throw new AppError('bad_request', 'Give a --selector for each --key, in the same order.');
  }
  const given = files.map((file, index): GivenKey => ({ selector: selectors[index] ?? '', pem: readKeyFile(file) }));
  if (bits !== undefined && given.length > 0) {
    throw new AppError('bad_request', 'Give --bits to create keys, or --key to use your own, not both.');
  }
  return { given, rsaBits: bits === undefined ? undefined : Number(bits) };
}

function readKeyFile(file: string): string {
  try {
    const content = readFileSync(file);
    if (content.length > MAX_KEY_FILE) throw new Error('it is too large for a key');
    return content.toString('latin1');
  } catch (error) {
    throw readFault(`The key cannot be read from ${file}`, error);
  }
}
