// The command `customer`: managing customers.
import { createCustomer } from '../../accounts/create.ts';
import { addKey } from '../../accounts/keys/keys.ts';
import { listCustomers } from '../../accounts/queries.ts';
import type { CustomerInput } from '../../accounts/rules.ts';
import { updateCustomer } from '../../accounts/update.ts';
import { followTimeZone } from '../../campaigns/autoresponder/follow-time-zone.ts';
import { removeCustomer, type Stock, stockOf } from '../../jobs/removal/remove-customer.ts';
import { AppError } from '../../kernel/errors.ts';
import { countText } from '../../kernel/text/counted.ts';
import type { Customer } from '../../storage/tables.ts';
import { customerName } from '../../users/sessions/show.ts';
import { type Command, FLAG, NO_CHANGE, type StoreContext, TEXT, type Values } from '../command.ts';
import { type Columns, printList } from '../list.ts';
import { findNamed, getCustomer } from '../lookup.ts';
import { printTable } from '../output.ts';
import { progressSteps } from '../progress.ts';

const MEMBERS = {
  name: TEXT,
  email: TEXT,
  'time-zone': TEXT,
  locale: TEXT,
  status: TEXT,
  statistics: TEXT,
  'company-name': TEXT,
  'address-1': TEXT,
  'address-2': TEXT,
  city: TEXT,
  zip: TEXT,
  zone: TEXT,
  country: TEXT,
  phone: TEXT,
  website: TEXT,
};

const ALL = Object.keys(MEMBERS) as (keyof typeof MEMBERS)[];
const OPTIONS = { ...MEMBERS, yes: FLAG };

export const customerCommand: Command<typeof OPTIONS> = {
  name: 'customer',
  summary: 'manage customers and their postal addresses: add, list, update, remove',
  example: 'add --name "Bob Builder" --email bob@example.com --time-zone Europe/Paris',
  usage: `<add|list|update|remove> [options]

  add --name <name> --email <address> [options]   creates a customer and shows its API key, once; addresses are unique
  list                                            shows all customers
  update [<uid or email>] [options]               changes what is given (the uid is optional with a single customer)
  remove <uid or email>                           says what belongs to the customer; with --yes, removes it with all of
                                                  that permanently, while servers run; repeat it when it was interrupted

Options:
  --name <name>            --email <address>
  --time-zone <zone>       such as Europe/Paris (default UTC): send times are in this time zone
  --locale <locale>        such as en or de-CH (default en): how dates are written
  --status <status>        active, or inactive: its API keys are refused
  --statistics <which>     raw (default): all opens and clicks; filtered: without those by machines
  --company-name <name>    --address-1 <street>   --address-2 <more>
  --city <city>            --zip <code>           --zone <state or province>
  --country <code or English name>                --phone <number>   --website <address>`,
  options: OPTIONS,
  takes: { add: ALL, list: [], update: ALL, remove: ['yes'] },
  run({ values, words: [action, which, ...more], json }, { withStore }) {
    return withStore(async (context) => {
      if (more.length > 0) return undefined;
      if (action === 'add' && which === undefined) return add(inputOf(values), context);
      if (action === 'list' && which === undefined) return list(json, context);
      if (action === 'remove' && which !== undefined) return remove(which, values.yes === true, context);
      if (action !== 'update') return undefined;
      const customer = await getCustomer(context.db, which);
      if (Object.keys(values).length === 0) return NO_CHANGE;
      await updateCustomer(context.db, customer, inputOf(values), followTimeZone);
      context.print(`Customer ${customer.uid} was updated.`);
      return 0;
    });
  },
};

function inputOf(options: Values<typeof MEMBERS>): CustomerInput {
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

async function add(input: CustomerInput, { db, clock, print }: StoreContext): Promise<number> {
  const customer = await createCustomer(db, input, clock);
  const { key } = await addKey(db, { customerId: customer.id, name: 'first key' }, clock);
  print(`Customer ${customer.uid} was created. Its API key, shown only once: ${key}`);
  if (customer.company === null)
    print(`It has no postal address yet; see: npx mailwright customer update ${customer.uid} --help`);
  return 0;
}

async function remove(which: string, isConfirmed: boolean, context: StoreContext): Promise<number> {
  const { db, clock, print, stdout } = context;
  const customer = await findNamed(db, which);
  const stock = await stockOf(db, customer.id);
  print(`Customer ${customer.uid}: ${customerName(customer)}, ${customer.email}`);
  printTable(['what', 'number'], rowsOf(stock), print);
  if (!isConfirmed) throw new AppError('invalid', 'This cannot be undone: confirm with --yes.');
  const total = stock.rows.values().reduce((sum, n) => sum + n, 0);
  const show = progressSteps(stdout)('Removing', 'rows');
  let done = 0;
  await removeCustomer({ db, clock }, customer, {
    removed(rows) {
      done += rows;
      show(Math.min(done, total - 1), total);
    },
  });
  show(total, total);
  print(`Customer ${customer.uid} was removed with everything that belonged to it.`);
  return 0;
}

const SHOWN = [
  ...(['list', 'subscriber', 'segment', 'template', 'campaign', 'message', 'open', 'click'] as const),
  ...(['email', 'media', 'suppression', 'sending_domain', 'relay', 'webhook', 'api_key'] as const),
];
const PLURALS: Readonly<Record<string, string>> = {
  email: 'transactional emails',
  media: 'images',
  suppression: 'suppressed addresses',
  sending_domain: 'sending domains',
  api_key: 'API keys',
};

function rowsOf({ rows, users }: Stock): [string, string][] {
  const shown = SHOWN.map((name): [string, number] => [PLURALS[name] ?? `${name}s`, rows.get(name) ?? 0]);
  const all: [string, number][] = [...shown, ['users', users.all], ['users of no other customer', users.onlyHere]];
  return all.flatMap(([what, n]) => (n > 0 ? [[what, countText(n)]] : []));
}

const COLUMNS: Columns<Customer> = {
  uid: { value: ({ uid }) => uid },
  name: { value: (customer) => `${customer.first_name} ${customer.last_name}`.trim() },
  email: { value: ({ email }) => email },
  time_zone: { value: (customer) => customer.time_zone },
  locale: { value: ({ locale }) => locale },
  status: { value: ({ status }) => status },
  number: { value: ({ id }) => id }, // by which the log names them
};

async function list(json: boolean, { db, print }: StoreContext): Promise<number> {
  printList(await listCustomers(db), COLUMNS, { json, print });
  return 0;
}
