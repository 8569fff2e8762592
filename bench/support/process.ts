// The server as a process observed from outside: its processor time and memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOADER, MEMORY_FLAGS, MEMORY_SETTINGS } from './as-started.ts';
import { processorMs, statOf } from './processor-time.ts';

const HOME = join(import.meta.dirname, '..', '..');

export type WatchedProcess = {
  readonly baseUrl: string;
  /** Processor time used so far, in seconds. */
  cpuSeconds(): number;
  /** Resident memory now, in MB. */
  memory(): number;
  end(): Promise<void>;
  /** At once, as by SIGKILL. */
  kill(): Promise<void>;
};

/**
 * Starts `serve` with these settings and waits until it responds.
 * @param flags more options of Node
 * @param home the folder of another version
 */
export async function startWatched(
  port: number,
  settings: Record<string, string>,
  flags: readonly string[] = [],
  home = HOME,
): Promise<WatchedProcess> {
  const baseUrl = `http://127.0.0.1:${port}`;
  const ready = async () => (await fetch(`${baseUrl}/readyz`).catch(() => undefined))?.ok ?? false;
  if (await ready()) throw new Error(`Another server answers at ${baseUrl}; the measurement needs the port.`);
  const environment = { PATH: process.env['PATH'], MAILWRIGHT_PORT: String(port), MAILWRIGHT_LOG_LEVEL: 'warn' };
  const started = ['--import', join(home, LOADER), ...flags, join(home, 'src', 'main.ts'), 'serve'];
  const child = spawn(process.execPath, [...MEMORY_FLAGS, ...started], {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...environment, ...MEMORY_SETTINGS, ...settings },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  while (!(await ready())) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${said}`);
    await sleep(50);
  }
  return {
    baseUrl,
    cpuSeconds() {
      return processorMs(statOf(child.pid ?? 0)) / 1000;
    },
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'latin1');
      return Math.round(Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
    },
    async end() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
