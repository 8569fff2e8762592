// The commands and the signals. With config.ts the only reader of the environment.
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { addressOf, type Config, readConfig } from './config.ts';
import { systemClock } from './kernel/clock.ts';
import { AppError, asError } from './kernel/errors.ts';
import { createLogger } from './kernel/log.ts';
import { hintOf } from './kernel/nearest.ts';
import { type Db, openStore, type Store } from './storage/db.ts';
import { storeTrouble, troubleText } from './storage/trouble.ts';

const USAGE = `Usage: npx mailwright <command>

  serve [--seed]                 serves until a signal (npm start); --seed fills an empty store with examples
  demo                           the main job, start to finish, into a test inbox (npm run demo)
  customer add|list|update       customers
  key add|list|revoke            API keys of a customer
  suppression add|remove|list|…  addresses that get no mail
  import <list_uid> <file.csv>   subscribers from a CSV file
  log <campaign_uid>             what became of a campaign's messages
  retry-failed <campaign_uid>    sends what was rejected once more
  settle [<campaign_uid> …]      what becomes of uncertain messages
  explain <campaign_uid> <email> why an address was not mailed
  relay add|list|update|probe|…  mail servers that take our messages
  destination list|release       destinations that are slowed or parked
  domain add|check|rotate|…      domains that mail is signed for with DKIM
  mailbox add|list|check|…       mailboxes that returned mail is fetched from
  returned list|show|retry|…     returned mail that was not understood
  help, --help                   this text
  --version                      the version; also after a command

The configuration comes from MAILWRIGHT_… variables; the README has the table. npx mailwright <command> --help tells more.`;

const SERVE_USAGE = `Usage: npm start, or: npx mailwright serve [--seed]

Serves until SIGTERM or SIGINT. --seed fills an empty store with the list and the newsletter of the demo.
The configuration comes from MAILWRIGHT_… variables; the README has the table.`;

const DEMO_USAGE = `Usage: npx mailwright demo

The main job, start to finish, in a folder of its own that is removed at the end: imports people, sends a campaign into a test
inbox, kills the server half way, and accounts for everybody.`;

const COMMANDS = [...USAGE.matchAll(/^ {2}([a-z][a-z-]+)/gm)].map(([, name = '']) => name);
const HELP = { type: 'boolean', short: 'h' } as const;

/** A command waits for its turn beside a server; nobody waits for its answer. */
const PATIENCE_MS = 60_000;

const print = (line: string) => void process.stderr.write(`${line}\n`);
const write = (line: string) => void process.stdout.write(`${line}\n`);

// Each command loads what it needs only: the server answers sooner, and the small ones feel light.
async function main(command: string | undefined, args: string[]): Promise<number> {
  if (command === '-v' || command === 'version' || asksFor([command ?? '', ...args], '--version')) {
    write(version());
    return 0;
  }
  switch (command) {
    case 'serve': {
      const options = { seed: { type: 'boolean' }, help: HELP } as const;
      return started(SERVE_USAGE, args, options, (values) => runServer(configOf(), values));
    }
    case 'demo':
      return started(DEMO_USAGE, args, { help: HELP }, async () =>
        (await import('./demo/run.ts')).runDemo({
          environment: process.env,
          mainFile: import.meta.filename,
          print: write,
        }),
      );
    case 'customer': {
      const { customerCommand } = await import('./accounts/commands.ts');
      const { followTimeZone } = await import('./campaigns/autoresponder/follow-time-zone.ts');
      return withStore(args, (db) => customerCommand(args, { db, clock: systemClock, print: write, followTimeZone }));
    }
    case 'key': {
      const { keyCommand } = await import('./accounts/commands.ts');
      return withStore(args, (db) => keyCommand(args, { db, clock: systemClock, print: write }));
    }
    case 'suppression': {
      const { suppressionCommand } = await import('./suppression/commands.ts');
      return withStore(args, (db) =>
        suppressionCommand(args, { db, clock: systemClock, print: write, stdout: process.stdout }),
      );
    }
    case 'import': {
      const { importCommand } = await import('./subscribers/commands.ts');
      return withStore(args, (db) =>
        importCommand(args, { db, clock: systemClock, print: write, stdout: process.stdout }),
      );
    }
    case 'log': {
      const { logCommand } = await import('./campaigns/commands.ts');
      return withStore(args, (db, _store, { baseUrl }) =>
        logCommand(args, { db, clock: systemClock, print: write, hostname: new URL(baseUrl).hostname }),
      );
    }
    case 'retry-failed': {
      const { retryCommand } = await import('./campaigns/commands.ts');
      return withStore(args, (db) => retryCommand(args, { db, clock: systemClock, print: write }));
    }
    case 'settle': {
      const { settleCommand } = await import('./campaigns/commands-settle.ts');
      return withStore(args, (db) => settleCommand(args, { db, clock: systemClock, print: write }));
    }
    case 'explain': {
      const { explainCommand } = await import('./campaigns/commands.ts');
      return withStore(args, (db) => explainCommand(args, { db, clock: systemClock, print: write }));
    }
    case 'relay': {
      const { relayCommand } = await import('./relays/commands.ts');
      return withSecret(args, (db, secret, { relay: configured }) =>
        relayCommand(args, { db, clock: systemClock, print: write, secret, configured }),
      );
    }
    case 'destination': {
      const { destinationCommand } = await import('./delivery/commands.ts');
      return withStore(args, (db) => destinationCommand(args, { db, clock: systemClock, print: write }));
    }
    case 'domain': {
      const { domainCommand } = await import('./domains/commands.ts');
      return withSecret(args, (db, secret, { relay: configured }) =>
        domainCommand(args, { db, clock: systemClock, print: write, secret, configured }),
      );
    }
    case 'mailbox': {
      const { mailboxCommand } = await import('./returns/commands-mailboxes.ts');
      const [log, readLine] = [createLogger('silent'), inputLines()];
      return withSecret(args, (db, secret) =>
        mailboxCommand(args, { db, clock: systemClock, log, secret, print: write, readLine }),
      );
    }
    case 'returned': {
      const { returnedCommand } = await import('./returns/commands-returned.ts');
      return withSecret(args, (db, secret, { returnAddress: address }) => {
        const path = address === undefined ? undefined : { address, secret };
        return returnedCommand(args, { db, clock: systemClock, log: createLogger('silent'), path, print: write });
      });
    }
    case 'help':
    case '--help':
    case '-h':
      write(USAGE);
      return 0;
    default:
      print(command === undefined ? USAGE : `${unknown(command)}\n\n${USAGE}`);
      return 2;
  }
}

function unknown(command: string): string {
  return command.startsWith('-')
    ? `There is no option ${command}.${hintOf(command, ['--help', '--version'])}`
    : `There is no command "${command}".${hintOf(command, COMMANDS)}`;
}

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

type Options = NonNullable<Parameters<typeof parseArgs>[0]>['options'] & { help: typeof HELP };

/** Runs what begins a server, unless help was asked for or something was not understood: then nothing begins. */
async function started<T extends Options>(
  usage: string,
  args: string[],
  options: T,
  run: (values: ReturnType<typeof parseArgs<{ options: T }>>['values']) => Promise<number>,
): Promise<number> {
  const { optionFault } = await import('./accounts/commands.ts');
  let values: ReturnType<typeof parseArgs<{ options: T }>>['values'];
  try {
    values = parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    print(`${optionFault(error as Error, usage)}\n\n${usage}`);
    return 2;
  }
  if (!asksForHelp(args)) return run(values);
  write(usage);
  return 0;
}

/** The configuration; what is odd about it is said. */
function configOf(): Config {
  const config = readConfig(process.env);
  for (const line of config.warnings) print(`Warning: ${line}`);
  return config;
}

/** Whether one of the options stands among the arguments; behind `--` none is an option. */
function asksFor(args: readonly string[], ...options: string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).some((arg) => options.includes(arg));
}

const asksForHelp = (args: readonly string[]) => asksFor(args, '--help', '-h');

/** For commands that work on a store that is there. Help needs none, and no right configuration. */
async function withStore(
  args: readonly string[],
  run: (db: Db, store: Store, config: Config) => Promise<number>,
): Promise<number> {
  if (asksForHelp(args)) return run(NO_STORE.db, NO_STORE, readConfig({}));
  const config = configOf();
  const { databaseUrl, dataDir } = config;
  const store = await openStore({ databaseUrl, dataDir, isThere: true, patienceMs: PATIENCE_MS });
  try {
    return await run(store.db, store, config);
  } finally {
    await store.close();
  }
}

/** As withStore, with the installation's secret: for commands that seal or open what is stored. */
async function withSecret(
  args: readonly string[],
  run: (db: Db, secret: string, config: Config) => Promise<number>,
): Promise<number> {
  const { ensureSecret } = await import('./accounts/first-start.ts');
  return withStore(args, async (db, store, config) => {
    const secret = store === NO_STORE ? '' : await ensureSecret(store, config);
    return run(db, secret, config);
  });
}

/** Stands for a store where none is touched. */
const NO_STORE = { db: {} as Db, engine: 'sqlite' } as Store;

/** Gives the lines of standard input one after the other, read to its end at the first call; '' after the last. */
function inputLines(): () => Promise<string> {
  let lines: string[] | undefined;
  return async () => {
    lines ??= (await text(process.stdin)).split(/\r?\n/);
    return lines.shift() ?? '';
  };
}

/** Serves until SIGTERM or SIGINT, also one that comes while it starts; a second signal ends at once. */
async function runServer(config: Config, options: { seed?: boolean | undefined }): Promise<number> {
  const log = createLogger(config.logLevel);
  const asked = Promise.withResolvers<void>();
  let ending = false;
  let starting: NodeJS.Timeout | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (ending) process.exit(130);
    ending = true;
    log.info({ event: 'server.stopping', signal });
    starting = setTimeout(() => {
      print(`It was still starting after ${config.stopSeconds} s (MAILWRIGHT_STOP_SECONDS).`);
      process.exit(1);
    }, config.stopSeconds * 1_000);
    asked.resolve();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  const { serve } = await import('./serve.ts');
  const isTerminal = process.stderr.isTTY === true;
  const server = await serve(config, { clock: systemClock, log, version: version(), print, isTerminal });
  if (options.seed && !ending) await seedServer(config);
  await asked.promise;
  clearTimeout(starting);
  const left = await server.stop();
  for (const line of left) print(line);
  return left.length === 0 ? 0 : 1;
}

async function seedServer(config: Config): Promise<void> {
  const { seed } = await import('./demo/seed.ts');
  const key = config.apiKey ?? readFileSync(join(config.dataDir, 'api-key'), 'utf8').trim();
  await seed({
    baseUrl: addressOf(config),
    apiKey: key,
    mainFile: import.meta.filename,
    environment: process.env,
    print,
  });
}

enableCompileCache(); // half the time to the first answer goes into compiling; it is kept from the second start on
process.umask(0o077); // the store, keys and reports are the owner's
const [command, ...args] = process.argv.slice(2);
try {
  process.exitCode = await main(command, args);
  if (command === 'serve') process.exit(); // idle keep-alive sockets of clients must not hold it
} catch (thrown) {
  const error = asError(thrown);
  const isArgument = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') ?? false;
  const known = isArgument || (error instanceof AppError && error.code !== 'internal');
  print(known || storeTrouble(error) ? troubleText(error) : `Unexpected fault: ${error.stack}`);
  process.exitCode = 1;
}
