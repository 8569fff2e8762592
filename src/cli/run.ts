// `npx mailwright <command>`: finds the command, parses its arguments and runs it.
import { AppError, type FaultTexts } from '../kernel/errors.ts';
import { hintOf } from '../kernel/text/nearest.ts';
import { hasOption, helpOf, parseArguments } from './arguments.ts';
import type { Command, Context, Options } from './command.ts';
import { COMMANDS } from './commands.ts';
import { printable } from './output.ts';
import { wordsFault } from './words.ts';

/** Runs a command line. @returns the exit code: 0 done, 1 refused, 2 not understood */
export async function runCommandLine(args: readonly string[], context: Context, version: string): Promise<number> {
  const [name, ...rest] = args;
  if (name === 'version' || name === '-v' || hasOption(args, '--version')) {
    context.print(version);
    return 0;
  }
  if (name === 'help' && rest.length > 0) return runCommandLine([...rest, '--help'], context, version);
  if (name === 'help' || name === '--help' || name === '-h') {
    context.print(await listOfCommands());
    return 0;
  }
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load) return runCommand(await load(), rest, context);
  context.warn(`${name === undefined ? '' : `${printableLines(unknown(name))}\n\n`}${await listOfCommands()}`);
  return 2;
}

/** Runs one command; help and unknown arguments open no store. @returns the exit code */
export async function runCommand<O extends Options>(
  command: Command<O>,
  args: string[],
  context: Context,
): Promise<number> {
  if (hasOption(args, '--help', '-h')) {
    context.print(helpOf(command));
    return 0;
  }
  const given = parseArguments(command, args);
  let fault = 'fault' in given ? given.fault : undefined;
  try {
    const done = 'fault' in given ? undefined : await command.run(given, context);
    if (typeof done === 'number') return done;
    fault ??= done;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal') throw error;
    for (const line of faultLines(error.fields ?? { fault: error.message }, command.options))
      context.warn(printableLines(line));
    return 1;
  }
  if ('words' in given && args.length > 0) {
    fault ??= wordsFault(command.usage, given.words) ?? 'Wrong number of arguments.';
  }
  if (args.length === 0) fault = undefined; // the usage says it all
  context.warn(`${fault ? `${printableLines(fault)}\n\n` : ''}${helpOf(command)}`);
  return 2;
}

function faultLines(faults: FaultTexts, options: Options): string[] {
  return Object.entries(faults).flatMap(([member, fault]) => {
    if (typeof fault !== 'string') return faultLines(fault, options);
    const option = optionOf(member, fault, options);
    return [option === undefined ? fault : `--${option}: ${fault}`];
  });
}

/**
 * The option that gives a member of a block, where its text does not name the block: of
 * `warm_up.until` it says "Until".
 */
function optionOf(member: string, text: string, options: Options): string | undefined {
  const [block = '', last] = member.split('.');
  if (last === undefined || text.toLowerCase().startsWith(block)) return undefined;
  return [member, last].map((name) => name.replaceAll(/[._]/g, '-')).find((name) => Object.hasOwn(options, name));
}

async function listOfCommands(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(14)}${summary}`);
  return `Usage: npx mailwright <command> [options]

${lines.join('\n')}

npx mailwright <command> --help shows the options of a command; --version prints the version.
Configuration comes from MAILWRIGHT_… environment variables: see docs/settings.md.`;
}

/** A fault may name a word of the command line, which a script may have from others. */
const printableLines = (text: string) => text.split('\n').map(printable).join('\n');

function unknown(name: string): string {
  return name.startsWith('-')
    ? `Unknown option ${name}.${hintOf(name, ['--help', '--version'])}`
    : `Unknown command "${name}".${hintOf(name, Object.keys(COMMANDS))}`;
}
