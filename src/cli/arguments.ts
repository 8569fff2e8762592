// Parses a command's arguments; explains those it does not understand.
import { parseArgs } from 'node:util';
import { AppError } from '../kernel/errors.ts';
import { hintOf } from '../kernel/text/nearest.ts';
import { type Arguments, type Command, LIST_OPTIONS, type Options, type Values } from './command.ts';
import { actionsOf, wordsFault } from './words.ts';

/** The full help text of a command. */
export function helpOf({ name, usage, example }: Pick<Command, 'name' | 'usage' | 'example'>): string {
  const about = hasList(usage) ? '\n\nWith --json, list prints its rows as one JSON array.' : '';
  return `Usage: npx mailwright ${name}${usage.startsWith('\n') ? '' : ' '}${usage}${about}

Example: npx mailwright ${`${name} ${example}`.trim()}`;
}

const hasList = (usage: string) => actionsOf(usage)?.includes('list') === true;

/** Whether one of these options is among the arguments; after `--` there are no options. */
export function hasOption(args: readonly string[], ...options: string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).some((arg) => options.includes(arg));
}

/** Parses the arguments. @returns a sentence about the first one that is not understood */
export function parseArguments<O extends Options>(
  { options: own, usage, takes }: Pick<Command<O>, 'options' | 'usage' | 'takes'>,
  args: string[],
): Arguments<O> | { fault: string } {
  const actions = actionsOf(usage);
  const options: Options = hasList(usage) ? { ...own, ...LIST_OPTIONS } : own;
  const takenBy = (action: string) => [
    ...(takes?.[action] ?? Object.keys(own)),
    ...(action === 'list' ? Object.keys(LIST_OPTIONS) : []),
  ];
  try {
    const { values, positionals: words, tokens } = parseArgs({ args, options, allowPositionals: true, tokens: true });
    const [action] = words;
    if (actions && action !== undefined && !actions.includes(action)) {
      return { fault: `Unknown action "${action}".${hintOf(action, actions)}` };
    }
    const doubled = doubledOption(tokens, options);
    if (doubled !== undefined) return { fault: `--${doubled} was given more than once.` };
    const stray = actions && action !== undefined && strayOption(tokens, action, takenBy(action));
    if (stray) return { fault: stray };
    // An action that is missing, or has too few words, is told before anything is opened.
    const fault = actions && wordsFault(usage, words);
    return fault === undefined ? { values: values as Values<O>, words, json: values['json'] === true } : { fault };
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')) throw error;
    return { fault: optionFault((error as Error).message, Object.keys(options)) };
  }
}

/** An option that takes one value and has two; Node would take the last. */
function doubledOption(tokens: readonly { kind: string; name?: string }[], options: Options): string | undefined {
  const given = new Set<string>();
  for (const { kind, name } of tokens) {
    if (kind !== 'option' || name === undefined || options[name]?.type !== 'string') continue;
    if (given.has(name) && !options[name].multiple) return name;
    given.add(name);
  }
  return undefined;
}

/** A sentence about an option that the action would pass over; `taken`: those that it takes. */
function strayOption(
  tokens: readonly { kind: string; name?: string }[],
  action: string,
  taken: readonly string[],
): string | undefined {
  const stray = tokens.find(({ kind, name = '' }) => kind === 'option' && !taken.includes(name));
  if (!stray) return undefined;
  const those = taken.length === 0 ? 'no options' : taken.map((name) => `--${name}`).join(', ');
  return `--${stray.name} cannot be used with ${action}, which takes ${those}.`;
}

/** Node's message about an option, with a suggestion for a misspelt one. */
function optionFault(message: string, known: readonly string[]): string {
  const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
  if (unknown === undefined) return message;
  if (unknown === '--help' || unknown === '--version') return `${unknown} takes no value.`;
  return `Unknown option ${unknown}.${hintOf(
    unknown,
    [...known, 'help', 'version'].map((name) => `--${name}`),
  )}`;
}

/**
 * Parses a whole number.
 * @param name its name in the error, such as `The limit`
 * @throws AppError `bad_request`
 */
export function parseNumber(
  given: string,
  { name, least, most }: { name: string; least: number; most: number },
): number {
  const number = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new AppError('bad_request', `${name} must be a whole number from ${least} to ${most}.`);
}
