// The program: signals, configuration, a command, an exit code. With config.ts the only reader of
// the environment.
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { setFlagsFromString } from 'node:v8';
import type { Context, StoreContext } from './cli/command.ts';
import { runCommandLine } from './cli/run.ts';
import { addressOf, type Config, readConfig } from './config.ts';
import { refuseReplaced } from './coordination/serving.ts';
import { refuseLostStore } from './delivery/high-water/mark-file.ts';
import { systemClock } from './kernel/clock.ts';
import { MINUTE_MS } from './kernel/durations.ts';
import { AppError, asError } from './kernel/errors.ts';
import { whyNotWritten } from './kernel/files/fault.ts';
import { createLogger, type Logger } from './kernel/log.ts';
import type { Server } from './serve.ts';
import { openStore } from './storage/db.ts';
import { storeTrouble, troubleText } from './storage/trouble.ts';

/**
 * The young generation of threads that are made from now on (their limits say nothing beside this
 * option): messages live for milliseconds, and with half of it those in flight are copied. In this
 * thread requests wait for the store together, and need more: bin/mailwright gives it 16 MB a half.
 */
const YOUNG_OF_THREADS = '--max-semi-space-size=8';

/** A command may wait for its turn beside a server, as nobody waits for its answer. */
const PATIENCE_MS = MINUTE_MS;

const print = (line: string) => void process.stdout.write(`${line}\n`);
const warn = (line: string) => void process.stderr.write(`${line}\n`);

const context: Context = {
  clock: systemClock,
  print,
  warn,
  stdout: process.stdout,
  readLine: inputLines(),
  program: { mainFile: import.meta.filename, environment: process.env },
  serve: runServer,
  installation: () => ({ ...configOf(), version: version() }),
  withStore,
};

/** The configuration; prints its warnings. */
function configOf(): Config {
  const config = readConfig(process.env);
  for (const line of config.warnings) warn(`Warning: ${line}`);
  return config;
}

const NO_STORE =
  'MAILWRIGHT_CELLS is set, so there is no database here. Run the command on the cell that it concerns, or unset the variable.';

async function withStore<T>(run: (context: StoreContext) => Promise<T>): Promise<T> {
  const config = configOf();
  if (config.cellsFile !== undefined) throw new AppError('invalid', NO_STORE);
  const { databaseUrl, dataDir, relay, returnAddress } = config;
  if (databaseUrl === undefined) {
    refuseLostStore(dataDir); // "start the server first" would be no way back
    refuseReplaced(dataDir);
  }
  const store = await openStore({
    databaseUrl,
    dataDir,
    isThere: true,
    patienceMs: PATIENCE_MS,
    isOfCommand: true,
  });
  const secret: StoreContext['secret'] = async ({ mayDiffer = false } = {}) => {
    const { ownSecret, secretOfServers } = await import('./relays/own-secret.ts');
    return (mayDiffer ? ownSecret : secretOfServers)(store, config);
  };
  const { baseUrl, isBaseUrlDefault } = config;
  const { hostname } = new URL(baseUrl);
  try {
    const { fetchAllow, browser } = config;
    const place = { dataDir, baseUrl, isBaseUrlDefault, hostname, fetchAllow, browser };
    return await run({ ...context, ...place, db: store.db, secret, relay, returnAddress });
  } finally {
    await store.tell().catch(() => undefined); // servers may have something to do now
    await store.close();
  }
}

/**
 * Returns the lines of standard input one after the other, which is read to its end at the first
 * call; '' after the last.
 */
function inputLines(): () => Promise<string> {
  let lines: string[] | undefined;
  return async () => {
    lines ??= (await text(process.stdin)).split(/\r?\n/);
    return lines.shift() ?? '';
  };
}

/** Whether a terminal may be closed; under nohup, systemd or in a container there is none. */
const hasTerminal = () => [0, 1, 2].some((fd) => isatty(fd));

/**
 * Serves until SIGTERM or SIGINT, also during the start; a second one ends at once. So does a
 * terminal that is closed (SIGHUP, which comes more than once). Without a terminal SIGHUP asks to
 * read settings or open logs anew: it ends nothing, and only a router of cells has something to
 * read. Node forgets that nohup had it ignored.
 */
async function runServer(options: { seed: boolean }): Promise<number> {
  setFlagsFromString(YOUNG_OF_THREADS);
  const config = configOf();
  const log = createLogger(config.logLevel);
  const asked = Promise.withResolvers<void>();
  let ending = false;
  let starting: NodeJS.Timeout | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (ending && signal === 'SIGHUP') return;
    if (ending) process.exit(130);
    ending = true;
    log.info({ event: 'server.stopping', signal });
    starting = setTimeout(() => {
      warn(`The server was still starting after ${config.stopSeconds} s (MAILWRIGHT_STOP_SECONDS).`);
      process.exit(1);
    }, config.stopSeconds * 1_000);
    asked.resolve();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  let server: Running | undefined;
  const onReload = () => {
    if (server?.reload) void server.reload();
    else log.info({ event: 'server.signal-ignored', signal: 'SIGHUP' });
  };
  process.on('SIGHUP', hasTerminal() ? onSignal : onReload);
  server = await started(config, log);
  if (options.seed && !ending) await seedServer(config);
  await asked.promise;
  clearTimeout(starting);
  const left = await server.stop();
  for (const line of left) warn(line);
  process.exit(left.length === 0 ? 0 : 1); // idle keep-alive sockets of clients must not delay the end
}

/** A router of cells can read its file anew. */
type Running = Server & { reload?(): Promise<void> };

async function started(config: Config, log: Logger): Promise<Running> {
  if (config.cellsFile !== undefined) {
    const { serveCells } = await import('./cells/serve.ts');
    const options = { ...config, address: addressOf(config), cellsFile: config.cellsFile };
    return serveCells(options, { log, version: version(), print: warn });
  }
  const { serve } = await import('./serve.ts');
  const isTerminal = process.stderr.isTTY === true;
  return serve(config, { clock: systemClock, log, version: version(), print: warn, isTerminal });
}

async function seedServer(config: Config): Promise<void> {
  const { seed } = await import('./demo/seed.ts');
  const apiKey = config.apiKey ?? readFileSync(join(config.dataDir, 'api-key'), 'utf8').trim();
  await seed({ ...context.program, baseUrl: addressOf(config), apiKey, print: warn });
}

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

enableCompileCache(); // half the time to the first answer is compiling; the cache helps from the second start on
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Nobody reads the output any more (`| head`, a closed terminal); the command goes on.
  if (error.code === 'EPIPE' || error.code === 'EIO') return;
  warn(`Standard output cannot be written: ${whyNotWritten(error) ?? error.message}.`);
  process.exit(1);
});
process.stderr.on('error', () => undefined); // there is no place to say so
process.umask(0o077); // the store, keys and reports are for their owner only
try {
  process.exitCode = await runCommandLine(process.argv.slice(2), context, version());
} catch (thrown) {
  const error = asError(thrown);
  warn(storeTrouble(error) ? troubleText(error) : `Unexpected error: ${error.stack}`);
  process.exitCode = 1;
}
