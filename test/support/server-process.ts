// The server as in production: a child process that can be killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Client, newClient } from '../../clients/typescript/src/client.ts';
import { COMPILED } from './compiled.ts';
import { until } from './until.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const WITHOUT_TYPES = new URL('../../bin/without-types.mjs', import.meta.url).href;

/**
 * Node's options for a server, of those of bin/mailwright the ones that make it start sooner: with
 * them a start takes 0.7 of the processor time, and a run of all tests has hundreds of starts.
 */
export const SERVER_OPTIONS = ['--max-semi-space-size=16', `--import=${WITHOUT_TYPES}`];

/** The environment of every process started by tests. */
export const processEnvironment = (): Record<string, string> => {
  const { PATH = '', NODE_COMPILE_CACHE = COMPILED } = process.env;
  // A browser for pictures of templates would take time from what is tested.
  return { PATH, MAILWRIGHT_BROWSER: 'off', NODE_COMPILE_CACHE };
};

export type ServerSettings = {
  dataDir: string;
  port: number;
  smtpUrl: string;
  databaseUrl?: string | undefined;
  /** More environment variables. */
  environment?: Record<string, string>;
};

export type ServerProcess = {
  readonly child: ChildProcess;
  /** Its whole output so far. */
  output(): string;
  /** Resolves with code and signal when the process is gone. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Sends a signal and waits for the end; gives the time it took in ms. */
  end(signal: NodeJS.Signals): Promise<number>;
  /** The API key of the first customer. */
  key(): Promise<string>;
  /** A client of the interface, with that key. */
  api(): Promise<Client>;
  /** Calls the interface; returns status and body, whatever they are. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
};

/** The environment of a server with these settings. */
export function serverEnvironment(settings: ServerSettings): Record<string, string> {
  return {
    ...processEnvironment(),
    MAILWRIGHT_PORT: String(settings.port),
    MAILWRIGHT_BASE_URL: addressOf(settings), // set explicitly: with a relay and without it no campaign begins
    MAILWRIGHT_DATA_DIR: settings.dataDir,
    MAILWRIGHT_SMTP_URL: settings.smtpUrl,
    MAILWRIGHT_LOG_LEVEL: 'info',
    ...(settings.databaseUrl === undefined ? {} : { MAILWRIGHT_DATABASE_URL: settings.databaseUrl }),
    ...settings.environment,
  };
}

export const addressOf = ({ port }: ServerSettings) => `http://127.0.0.1:${port}`;

/**
 * Starts `serve` and waits until it responds.
 * @param said waits only for this output
 */
export async function startServer(settings: ServerSettings, said?: RegExp): Promise<ServerProcess> {
  const baseUrl = addressOf(settings);
  const child = spawn(process.execPath, [...SERVER_OPTIONS, MAIN, 'serve'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: serverEnvironment(settings),
  });
  let output = '';
  const collect = (part: Buffer) => {
    output += part.toString('utf8');
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const key = async () =>
    settings.environment?.['MAILWRIGHT_API_KEY'] ?? (await readFile(join(settings.dataDir, 'api-key'), 'utf8')).trim();
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const server: ServerProcess = {
    child,
    output: () => output,
    exited,
    key,
    async end(signal) {
      const startedAt = performance.now();
      child.kill(signal);
      await exited;
      return performance.now() - startedAt;
    },
    api: async () => newClient({ baseUrl, apiKey: await key() }),
    async call(method, path, body) {
      const response = await fetch(`${baseUrl}/api${path}`, {
        method,
        headers: { 'x-api-key': await key(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
  };
  try {
    if (said) await until(`it says ${said}`, () => said.test(output));
    else await answers(baseUrl, server);
  } catch (error) {
    await server.end('SIGKILL');
    throw error;
  }
  return server;
}

async function answers(baseUrl: string, server: ServerProcess): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    if (server.child.exitCode !== null) throw new Error(`The server ended: ${server.output()}`);
    // Its own words first: on a port that is taken somebody else answers.
    const listens = server.output().includes(' listens on ');
    const ready = listens ? await fetch(`${baseUrl}/readyz`).catch(() => undefined) : undefined;
    if (ready?.ok) return;
    await sleep(30);
  }
  throw new Error(`The server does not answer: ${server.output()}`);
}
