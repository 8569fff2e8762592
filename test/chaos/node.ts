// One node: `serve` as a child process under a supervisor that restarts it when it ends, as on a
// real machine. It writes to files, so that its output survives whatever happens to the harness.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, newClient } from '../../clients/typescript/src/client.ts';
import { processEnvironment, SERVER_OPTIONS } from '../support/server-process.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts');
const CLOCK = join(import.meta.dirname, 'moved-clock.ts');

export type ServerNode = {
  readonly name: string;
  /** Starts the process; from now on it is restarted when it ends by itself. */
  start(): void;
  /** Resolves when the current process has reported that it serves. */
  ready(): Promise<void>;
  /** SIGKILL; it stays down until `start`. */
  kill(): Promise<void>;
  /** SIGTERM; it stays down until `start`. Gives exit code and time in ms. */
  stop(): Promise<{ code: number | null; ms: number }>;
  /** SIGSTOP. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
  /** Sets the offset of its clock, in ms. */
  moveClock(ms: number): void;
  clockMs(): number;
  /** A client of the interface. */
  api(): Promise<Client>;
  /** Calls the interface; undefined without a response within 8 s. */
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Body } | undefined>;
  /** Requests a diagnostic report in the folder. */
  report(): void;
  /** Its output since the first start. */
  output(): string;
  /** Times that it ended by itself after it had served. */
  faults(): string[];
};

export type Body = Record<string, unknown>;

export type NodeOptions = {
  name: string;
  folder: string;
  port: number;
  environment: Record<string, string>;
  key: string;
};

const CALL_LIMIT_MS = 8_000;
const READY_LIMIT_MS = 40_000;

const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** Creates a node, not started yet. Its files go to `folder`. */
export function makeNode(options: NodeOptions): ServerNode {
  const { name, folder, port } = options;
  const clockFile = join(folder, `${name}.clock`);
  const outputs: string[] = [];
  const faults: string[] = [];
  let child: ChildProcess | undefined;
  let wanted = false;
  let clockMs = 0;

  function run(): void {
    const file = join(folder, `${name}.${outputs.length + 1}.log`);
    const handle = openSync(file, 'a');
    outputs.push(file);
    const report = ['--report-on-signal', `--report-directory=${folder}`, '--report-exclude-env'];
    const running = spawn(process.execPath, [...SERVER_OPTIONS, '--import', CLOCK, ...report, MAIN, 'serve'], {
      stdio: ['ignore', handle, handle],
      env: { ...processEnvironment(), ...options.environment, MAILWRIGHT_CHAOS_CLOCK: clockFile },
    });
    child = running;
    alive.add(running);
    running.once('exit', (code, signal) => {
      alive.delete(running);
      if (!wanted || child !== running) return;
      if (serves(file)) faults.push(`${name} ended by itself (${code ?? signal}); its last words: ${lastLine(file)}`);
      setTimeout(() => {
        if (wanted && child === running) run();
      }, 300);
    });
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    wanted = false;
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return running?.exitCode ?? null;
    const exited = once(running, 'exit');
    running.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  }

  return {
    name,
    start() {
      wanted = true;
      run();
    },
    async ready() {
      for (const deadline = performance.now() + READY_LIMIT_MS; performance.now() < deadline; await sleep(15)) {
        if (serves(outputs.at(-1))) return;
      }
      throw new Error(`${name} does not come up; its last words: ${lastLine(outputs.at(-1))}`);
    },
    async kill() {
      await end('SIGKILL');
    },
    async stop() {
      const startedAt = performance.now();
      const code = await end('SIGTERM');
      return { code, ms: Math.round(performance.now() - startedAt) };
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    moveClock(ms) {
      clockMs = ms;
      // At once: a file that is found empty says 0, and the clock would go back for a moment.
      writeFileSync(`${clockFile}.new`, String(ms));
      renameSync(`${clockFile}.new`, clockFile);
    },
    clockMs: () => clockMs,
    api: async () => newClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: options.key }),
    async call(method, path, body) {
      try {
        const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
          method,
          headers: { 'x-api-key': options.key, ...(body !== undefined && { 'content-type': 'application/json' }) },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(CALL_LIMIT_MS),
        });
        return { status: response.status, body: (await response.json()) as Body };
      } catch {
        return undefined;
      }
    },
    report() {
      child?.kill('SIGUSR2');
    },
    output: () => outputs.map((file) => readFileSync(file, 'utf8')).join('\n--- started again ---\n'),
    faults: () => faults,
  };
}

function serves(file: string | undefined): boolean {
  return file !== undefined && readFileSync(file, 'utf8').includes('"event":"server.started"');
}

function lastLine(file: string | undefined): string {
  return file === undefined ? '' : (readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? '');
}
