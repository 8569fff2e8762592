// Runs commands as `npx mailwright` does, on an open store.
import { tmpdir } from 'node:os';
import type { Command, Options, StoreContext } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { runCommand } from '../../src/cli/run.ts';

/**
 * The output of a command: its lines including errors, those of errors alone, and what it wrote
 * itself.
 */
export type CommandOutput = { code: number; lines: string[]; warned: string[]; text: string; out: string };

type CommandSettings = Pick<StoreContext, 'db' | 'clock'> & Partial<Omit<StoreContext, 'secret'>> & { secret?: string };

/** Runs the command of this name. */
export async function runCommandNamed(name: string, args: string[], given: CommandSettings): Promise<CommandOutput> {
  const load = COMMANDS[name];
  if (!load) throw new Error(`There is no command ${name}.`);
  return runOnStore(await load(), args, given);
}

/**
 * Runs a command; the secret, relay and so on are those of an unconfigured installation unless they
 * are given.
 */
export async function runOnStore<O extends Options>(
  command: Command<O>,
  args: string[],
  given: CommandSettings,
): Promise<CommandOutput> {
  const [lines, warned]: [string[], string[]] = [[], []];
  let out = '';
  const line = (text: string) => void lines.push(text);
  const context: StoreContext = {
    print: line,
    warn: (text) => {
      line(text);
      warned.push(text);
    },
    stdout: { write: (text) => (out += text) },
    readLine: async () => '',
    program: { mainFile: '', environment: {} },
    serve: () => Promise.reject(new Error('No server is started here.')),
    installation: () => {
      throw new Error('No configuration is read here.');
    },
    withStore: (run) => run(context),
    baseUrl: 'https://mail.example.test',
    hostname: 'mail.example.test',
    isBaseUrlDefault: false,
    browser: 'off',
    dataDir: tmpdir(),
    relay: undefined,
    returnAddress: undefined,
    ...given,
    secret: async () => given.secret ?? 'a secret for tests, 32 characters or more',
  };
  const code = await runCommand(command, args, context);
  return { code, lines, warned, text: lines.join('\n'), out };
}
