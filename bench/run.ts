// Runs the benchmarks one after the other, each in a separate process.
//
//   npm run bench                     all but the long ones: soak, million, sizes
//   npm run bench -- import           those whose name contains "import"
//   npm run bench -- api --rounds 2   with its own options; node bench/<name>.ts --help tells them
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { usageOf } from '../test/support/options.ts';

const LONG = ['soak', 'million', 'sizes'];
const args = process.argv.slice(2);
const isOption = (arg: string) => arg.startsWith('-');
const firstOption = args.findIndex(isOption);
const wanted = firstOption === -1 ? args : args.slice(0, firstOption);
const options = args.slice(wanted.length);
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.replace('.ts', ''))
  .sort();
const fileOf = (name: string) => join(import.meta.dirname, `${name}.ts`);

if (wanted.length === 0 && options.length > 0) {
  const asksForHelp = ['--help', '-h'].includes(options[0] ?? '');
  const text = `${usageOf(import.meta.filename)}\n\n${names.map(lineOf).join('\n')}`;
  if (asksForHelp) console.log(text);
  else console.error(`Options belong to one benchmark: name it before them.\n\n${text}`);
  process.exit(asksForHelp ? 0 : 2);
}
const chosen = names.filter((name) =>
  wanted.length === 0 ? !LONG.includes(name) : wanted.some((part) => name.includes(part)),
);
if (chosen.length === 0) {
  console.error(`No benchmark has ${wanted.join(' or ')} in its name: ${names.join(', ')}.`);
  process.exit(2);
}
for (const name of chosen) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, [fileOf(name), ...options], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

/** A benchmark and the first sentence of what it says of itself. */
function lineOf(name: string): string {
  const [sentence = ''] = usageOf(fileOf(name)).replaceAll('\n', ' ').split(/[.:] /);
  return `  ${name.padEnd(12)}${sentence}`;
}
