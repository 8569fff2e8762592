// The command `provider`: providers that report bounces and complaints by HTTP. For operators, as
// what they report concerns all customers.
import { isProviderKind, PROVIDER_KINDS, type ProviderKind } from '../../../inbound/providers/provider.ts';
import { addProvider, SECRETS } from '../../../inbound/providers/providers.ts';
import { deleteProvider, findProvider, listProviders } from '../../../inbound/providers/queries.ts';
import { AppError } from '../../../kernel/errors.ts';
import { storedText } from '../../../kernel/sentences/sentence.ts';
import { listRelays } from '../../../relays/queries.ts';
import type { Db } from '../../../storage/db.ts';
import type { ProviderRow } from '../../../storage/tables/delivery.ts';
import { type Command, type StoreContext, TEXT, type Values } from '../../command.ts';
import { type Columns, printList, timeColumn } from '../../list.ts';

const OPTIONS = { key: TEXT, relay: TEXT };

export const providerCommand: Command<typeof OPTIONS> = {
  name: 'provider',
  summary: 'manage providers that report bounces by HTTP: SES, SendGrid, Postmark, …',
  example: 'add mailgun --relay 2 --key -',
  usage: `<add|list|remove> [options]

  add <${PROVIDER_KINDS.join('|')}> [options]   adds a provider, and shows the address to enter there
  list                            shows all providers, when each last reported, and why a report was refused
  remove <number or uid>          stops accepting its reports

Options of add:
  --key <key>        ses: the name (ARN) of the SNS topic; sendgrid: the verification key of the signed event webhook;
                     mailgun: the HTTP webhook signing key; - reads it from standard input
                     (postmark and brevo sign nothing: they get a secret of ours, in the address that is shown once)
  --relay <number>   only messages sent through this relay, as numbered by relay list (default: any)

docs/return-path.md describes the setup at each provider.`,
  options: OPTIONS,
  takes: { add: ['key', 'relay'], list: [], remove: [] },
  run({ values, words: [action, which, ...more], json }, { withStore }) {
    return withStore(async (context) => {
      if (more.length > 0) return undefined;
      if (action === 'list' && which === undefined) return list(json, context);
      if (which === undefined) return undefined;
      if (action === 'remove') return remove(which, context);
      if (action !== 'add') return undefined;
      if (isProviderKind(which)) return add(which, values, context);
      throw new AppError('bad_request', `Unknown provider "${which}"; choose one of: ${PROVIDER_KINDS.join(', ')}.`);
    });
  },
};

async function add(kind: ProviderKind, given: Values<typeof OPTIONS>, context: StoreContext): Promise<number> {
  const { db, clock, print, baseUrl, readLine } = context;
  const asked = given.key === '-' ? await readLine() : given.key;
  if (asked === undefined && SECRETS[kind] === 'given') throw new AppError('bad_request', `${kind} needs --key.`);
  const relayId = given.relay === undefined ? null : await relayOf(db, given.relay);
  const tools = { db, clock, secret: await context.secret() };
  const { provider, told } = await addProvider(tools, { kind, key: (asked ?? '').trim(), relayId });
  const address = new URL(`${baseUrl}/reports/${kind}/${provider.uid}`);
  if (told !== undefined) [address.username, address.password] = ['reports', told];
  print(`Provider ${provider.id} was added. Enter this address at ${kind}${told ? ' (shown only once)' : ''}:`);
  print(address.href);
  if (address.protocol === 'http:') print('Providers want https: set MAILWRIGHT_BASE_URL to the public address.');
  return 0;
}

async function relayOf(db: Db, number: string): Promise<number> {
  const found = (await listRelays(db)).filter((relay) => String(relay.id) === number);
  if (found[0]) return found[0].id;
  throw new AppError('not_found', `There is no relay ${number}; npx mailwright relay list shows them.`);
}

const COLUMNS: Columns<ProviderRow> = {
  number: { value: ({ id }) => id },
  provider: { value: ({ kind }) => kind },
  uid: { value: ({ uid }) => uid },
  relay: { value: (provider) => provider.relay_id, text: (provider) => String(provider.relay_id ?? 'any') },
  heard_at: timeColumn('heard', (provider) => provider.heard_at, 'never'),
  fault: { value: ({ fault }) => storedText(fault) },
};

async function list(json: boolean, { db, print }: StoreContext): Promise<number> {
  printList(await listProviders(db), COLUMNS, { json, print });
  return 0;
}

async function remove(which: string, { db, print }: StoreContext): Promise<number> {
  const provider = await findProvider(db, which);
  if (!provider)
    throw new AppError('not_found', `There is no provider ${which}; npx mailwright provider list shows them.`);
  await deleteProvider(db, provider.id);
  print(`Provider ${provider.id} (${provider.kind}) was removed.`);
  return 0;
}
