// Servers as processes that are asked what they have used.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MEMORY_FLAGS, MEMORY_SETTINGS } from '../support/as-started.ts';
import type { Usage } from './counted.ts';

export type Counted = { port: number; usage(): Promise<Usage>; end(): Promise<void> };

const COUNTED = ['--import', join(import.meta.dirname, 'counted.ts')];

/** Starts the server of a folder with these settings, as `npm start` does. */
export function serveTree(tree: string, port: number, settings: Record<string, string>): Promise<Counted> {
  const main = join(tree, 'src', 'main.ts');
  const names = { MAILWRIGHT_PORT: String(port), MAILWRIGHT_LOG_LEVEL: 'warn', ...MEMORY_SETTINGS };
  return started(port, [...MEMORY_FLAGS, ...COUNTED, main, 'serve'], { ...names, ...settings }, '/readyz');
}

/** Starts the bare route. */
export function serveBare(port: number): Promise<Counted> {
  return started(port, [...COUNTED, join(import.meta.dirname, 'bare.ts'), String(port)], {}, '/');
}

async function started(port: number, args: readonly string[], settings: Record<string, string>, path: string) {
  const env = { PATH: process.env['PATH'], ...settings };
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env });
  const answers = async () => (await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined))?.ok ?? false;
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error('a server ended');
    await sleep(50);
  }
  return {
    port,
    async usage(): Promise<Usage> {
      child.send('usage');
      const [usage] = (await once(child, 'message')) as [Usage];
      return usage;
    },
    async end() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL'); // its store is removed with it
      await gone;
    },
  };
}
