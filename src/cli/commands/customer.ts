// The command `customer`: managing customers.
import { createCustomer } from '../../accounts/create.ts';
import { addKey } from '../../accounts/keys/keys.ts';
import { listCustomers } from '../../accounts/queries.ts';
import type { CustomerInput } from '../../accounts/rules.ts';
import { updateCustomer } from '../../accounts/update.ts';
import { followTimeZone } from '../../campaigns/autoresponder/follow-time-zone.ts';
import type { Customer } from '../../storage/tables.ts';
import { type Command, NO_CHANGE, type StoreContext, TEXT, type Values } from '../command.ts';
import { type Columns, printList } from '../list.ts';
import { getCustomer } from '../lookup.ts';

const OPTIONS = {
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

const ALL = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[];

export const customerCommand: Command<typeof OPTIONS> = {
  name: 'customer',
  summary: 'manage customers and their postal addresses: add, list, update',
  example: 'add --name "Bob Builder" --email bob@example.com --time-zone Europe/Paris',
  usage: `<add|list|update> [options]

  add --name <name> --email <address> [options]   creates a customer and shows its API key, once; addresses are unique
  list                                            shows all customers
  update [<uid or email>] [options]               changes what is given (the uid is optional with a single customer)

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
  takes: { add: ALL, list: [], update: ALL },
  run({ values, words: [action, which, ...more], json }, { withStore }) {
    return withStore(async (context) => {
      if (more.length > 0) return undefined;
      if (action === 'add' && which === undefined) return add(inputOf(values), context);
      if (action === 'list' && which === undefined) return list(json, context);
      if (action !== 'update') return undefined;
      const customer = await getCustomer(context.db, which);
      if (Object.keys(values).length === 0) return NO_CHANGE;
      await updateCustomer(context.db, customer, inputOf(values), followTimeZone);
      context.print(`Customer ${customer.uid} was updated.`);
      return 0;
    });
  },
};

function inputOf(options: Values<typeof OPTIONS>): CustomerInput {
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
