// Options of the commands for developers: benchmarks, journeys, screens, the chaos test. What
// `--help` prints is the comment that a command's file begins with.
import { readFileSync } from 'node:fs';
import { type ParseArgsConfig, type ParseArgsOptionsConfig, parseArgs } from 'node:util';

type Config<O extends ParseArgsOptionsConfig> = { options: O; allowPositionals: true };
type Parsed<O extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<Config<O>>>;

/** One number, or several with commas. */
const NUMBERS = /^\d+(\.\d+)?(,\d+(\.\d+)?)*$/;

/**
 * Reads the options that a command was given. `--help` prints its usage and ends it with 0; an
 * option or a word that it does not know, or a value that is no number where the default is one,
 * says so and ends it with 2.
 * @param file the command's file
 * @param takesWords whether words that are no options mean something to it
 */
export function readOptions<const O extends ParseArgsOptionsConfig>(
  file: string,
  options: O,
  { takesWords = false, args = process.argv.slice(2) } = {},
): Pick<Parsed<O>, 'values' | 'positionals'> {
  const known: ParseArgsOptionsConfig = { ...options, help: { type: 'boolean', short: 'h' } };
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    const config: ParseArgsConfig = { args, options: known, allowPositionals: takesWords };
    parsed = parseArgs(config) as typeof parsed;
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')) throw error;
    const [sentence = ''] = (error as Error).message.split('. ');
    return refuse(`${sentence.replace(/\.$/, '')}.`);
  }
  if (parsed.values['help']) {
    console.log(usageOf(file));
    process.exit(0);
  }
  for (const [name, value] of Object.entries(parsed.values)) {
    const isNumber = NUMBERS.test(String(options[name]?.default));
    if (isNumber && !NUMBERS.test(String(value))) refuse(`--${name} is a number, such as ${options[name]?.default}.`);
  }
  return parsed as unknown as Parsed<O>;
}

/** Ends the command with 2: what is wrong, and where it is told what would be right. */
export function refuse(sentence: string): never {
  console.error(`${sentence} With --help it tells how it is used.`);
  process.exit(2);
}

/** The comment that a file begins with. */
export function usageOf(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n');
}
