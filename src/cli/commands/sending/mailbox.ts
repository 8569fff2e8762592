// The command `mailbox`: managing the mailboxes from which returned mail is fetched. All customers
// share them, so only operators may change them.
import { newAccessTokens } from '../../../inbound/access-tokens.ts';
import type { MailboxInput } from '../../../inbound/mailbox-rules.ts';
import {
  changeMailbox,
  createMailbox,
  getMailbox,
  type MailboxTools,
  setMailboxStatus,
} from '../../../inbound/mailboxes.ts';
import { countMailboxMails } from '../../../inbound/poll.ts';
import { deleteMailbox, listMailboxes } from '../../../inbound/queries-mailboxes.ts';
import { AppError } from '../../../kernel/errors.ts';
import { createLogger } from '../../../kernel/log.ts';
import { storedText } from '../../../kernel/sentences/sentence.ts';
import { counted } from '../../../kernel/text/counted.ts';
import type { Mailbox } from '../../../storage/tables/delivery.ts';
import { type Command, NO_CHANGE, SERVER_OPTIONS, type StoreContext, TEXT, type Values } from '../../command.ts';
import { type Columns, printList, timeColumn } from '../../list.ts';
import { printable, timeText } from '../../output.ts';

const OPTIONS = {
  ...SERVER_OPTIONS,
  user: TEXT,
  'token-url': TEXT,
  'client-id': TEXT,
  'client-secret': TEXT,
  'refresh-token': TEXT,
  scope: TEXT,
  folder: TEXT,
  'done-folder': TEXT,
  protocol: TEXT,
};

const ALL = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[];

export const mailboxCommand: Command<typeof OPTIONS> = {
  name: 'mailbox',
  summary: 'manage mailboxes that returned mail is fetched from: add, list, show, check, …',
  example: 'add --host imap.example.com --user bounces --password -',
  usage: `<add|list|show|update|check|remove|enable|disable> [options]

  add --host <host> --user <user> --password <password> [options]   adds a mailbox; it is polled within seconds
  list                                shows all mailboxes
  show <number or name>               shows one and its status, without its secrets
  update <number or name> [options]   changes what is given
  check <number or name>              connects, logs in, looks at the folder and says what is wrong, in one line
  enable, disable <number or name>    starts or stops fetching
  remove <number or name>             removes it from Mailwright; its messages stay where they are

Use a mailbox for returned mail only: every message in its folder is read and removed.

Options:
  --name <name>             a name of your choice (default: the user)
  --protocol <imap|pop3>    imap (default) supports folders; pop3 deletes processed messages
  --host <host>             --port <port>   (default 993, pop3 995; 143 and 110 with --tls starttls)
  --tls <mode>              implicit (default), starttls (required), or none: the password is sent unencrypted
  --verify-tls <yes|no>     whether the server's certificate must be trusted (default yes)
  --folder <folder>         the folder with returned mail (default INBOX)
  --done-folder <folder>    moves processed messages there; default: they are deleted ("" deletes again)
  --user <user>             with a password, or for OAuth 2.0 (XOAUTH2) with what gets an access token:
  --password <password>
  --token-url <address>     such as https://oauth2.googleapis.com/token
  --client-id <id>          --client-secret <secret>   --refresh-token <token>   --scope <scope>

With -, a password, client secret or refresh token is read from standard input, one per line, in this order.`,
  options: OPTIONS,
  takes: { add: ALL, list: [], show: [], update: ALL, check: [], remove: [], enable: [], disable: [] },
  run({ values, words: [action, which, ...more], json }, { withStore }) {
    return withStore(async (context) => {
      if (more.length > 0) return undefined;
      if (action === 'list' && which === undefined) return list(json, context);
      if (action === 'add' && which === undefined) return add(await inputOf(values, context), context);
      if (which === undefined) return undefined;
      if (action === 'show') return show(await getMailbox(context.db, which), context);
      if (action === 'update' && Object.keys(values).length === 0) return NO_CHANGE;
      if (action === 'update') return update(which, await inputOf(values, context), context);
      if (action === 'check') return check(await getMailbox(context.db, which), context);
      if (action === 'remove') return remove(await getMailbox(context.db, which), context);
      return action === 'enable' || action === 'disable' ? setStatus(which, action, context) : undefined;
    });
  },
};

async function inputOf(values: Values<typeof OPTIONS>, { readLine }: StoreContext): Promise<MailboxInput> {
  const secret = async (value: string | undefined) => (value === '-' ? (await readLine()).trim() : value);
  return {
    name: values.name,
    protocol: values.protocol,
    host: values.host,
    port: values.port,
    tls: values.tls,
    verifyTls: values['verify-tls'],
    username: values.user,
    password: await secret(values.password),
    tokenUrl: values['token-url'],
    clientId: values['client-id'],
    clientSecret: await secret(values['client-secret']),
    refreshToken: await secret(values['refresh-token']),
    scope: values.scope,
    folder: values.folder,
    doneFolder: values['done-folder'],
  };
}

async function mailboxToolsOf({ db, clock, secret }: StoreContext): Promise<MailboxTools> {
  return { db, clock, secret: await secret() };
}

async function add(input: MailboxInput, context: StoreContext): Promise<number> {
  const id = await createMailbox(await mailboxToolsOf(context), input);
  context.print(`Mailbox ${id} was added. Try it: npx mailwright mailbox check ${id}`);
  return 0;
}

async function update(which: string, input: MailboxInput, context: StoreContext): Promise<number> {
  const changed = await changeMailbox(await mailboxToolsOf(context), which, input);
  context.print(`Mailbox ${changed.id} was updated. Try it: npx mailwright mailbox check ${changed.id}`);
  return 0;
}

const COLUMNS: Columns<Mailbox> = {
  number: { value: ({ id }) => id },
  name: { value: ({ name }) => name },
  server: { value: ({ host, port }) => `${host}:${port}` },
  protocol: { value: ({ protocol }) => protocol, isOnlyInJson: true },
  folder: { value: ({ folder }) => folder, text: ({ protocol, folder }) => (protocol === 'pop3' ? 'POP3' : folder) },
  status: { value: ({ status }) => status },
  fetched_at: timeColumn('fetched', (mailbox) => mailbox.polled_at, 'never'),
  fault: { value: ({ fault }) => storedText(fault) },
};

async function list(json: boolean, { db, print }: StoreContext): Promise<number> {
  printList(await listMailboxes(db), COLUMNS, { json, print });
  return 0;
}

function show(mailbox: Mailbox, { print }: StoreContext): number {
  const time = (at: number | null) => (at === null ? 'never' : `${timeText(at)} UTC`);
  const lines: [string, string][] = [
    ['number', String(mailbox.id)],
    ['name', mailbox.name],
    ['server', `${mailbox.host}:${mailbox.port}`],
    ['protocol', mailbox.protocol],
    ['tls', mailbox.verify_tls ? mailbox.tls : `${mailbox.tls}, certificate not verified`],
    ['user', mailbox.username],
    ['auth', mailbox.auth],
    ['folder', mailbox.folder],
    ['processed messages', mailbox.done_folder === null ? 'are deleted' : `are moved to ${mailbox.done_folder}`],
    ['status', mailbox.status],
    ['fetched', time(mailbox.polled_at)],
    ['fault', mailbox.fault === null ? 'none' : `${storedText(mailbox.fault)} (${time(mailbox.fault_at)})`],
  ];
  for (const [name, value] of lines) print(`${name.padEnd(20)} ${value}`);
  return 0;
}

async function check(mailbox: Mailbox, { db, clock, secret, print }: StoreContext): Promise<number> {
  const tools = { db, clock, log: createLogger('silent'), path: undefined };
  const visit = {
    tools,
    secret: await secret(),
    tokens: newAccessTokens(clock),
    mailbox,
    signal: AbortSignal.timeout(90_000),
  };
  try {
    const count = await countMailboxMails(visit);
    print(`It works: ${mailbox.folder} of ${mailbox.username} has ${counted(count, 'message')}.`);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    print(printable(error.message));
    return 1;
  }
}

async function setStatus(which: string, action: 'enable' | 'disable', context: StoreContext): Promise<number> {
  const mailbox = await setMailboxStatus(
    await mailboxToolsOf(context),
    which,
    action === 'enable' ? 'active' : 'inactive',
  );
  context.print(`Mailbox ${mailbox.id} is now ${action}d.`);
  return 0;
}

async function remove(mailbox: Mailbox, { db, print }: StoreContext): Promise<number> {
  await deleteMailbox(db, mailbox.id);
  print(`Mailbox ${mailbox.id} (${mailbox.name}) was removed. Its messages stay where they are.`);
  return 0;
}
