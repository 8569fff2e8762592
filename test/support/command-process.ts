// Commands as in production: child processes that can be killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { processEnvironment } from './server-process.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export type CommandEnd = { code: number | null; signal: NodeJS.Signals | null; out: string; err: string };

export type CommandProcess = { child: ChildProcess; ended: Promise<CommandEnd> };

type Settings = {
  /** `MAILWRIGHT_…` variables. */
  environment: Readonly<Record<string, string>>;
  /** Files may grow to this many blocks of 512 bytes. */
  fileBlocks?: number;
  /** The id of the user and of the group that it runs as; only root may set it. */
  user?: number;
};

/** Starts `mailwright <args>`. */
export function startCommand(args: readonly string[], { environment, fileBlocks, user }: Settings): CommandProcess {
  const line = [process.execPath, MAIN, ...args];
  const [command = '', ...rest] =
    fileBlocks === undefined ? line : ['/bin/sh', '-c', `ulimit -f ${fileBlocks}; exec "$@"`, 'sh', ...line];
  const env = { ...processEnvironment(), ...environment };
  const as = user === undefined ? {} : { uid: user, gid: user };
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], env, ...as });
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { child, ended: ended.then(([[code, signal], out, err]) => ({ code, signal, out, err })) };
}

/** Runs `mailwright <args>` to its end. */
export function runProcess(args: readonly string[], settings: Settings): Promise<CommandEnd> {
  return startCommand(args, settings).ended;
}
