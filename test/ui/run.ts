// Walks through the browser UI as people do, in Debian's Chromium:
//
//   npm run journeys                  all of them
//   npm run journeys -- first-start   files whose name holds "first-start"
//   npm run journeys -- --database postgres://user@host/name
//                                     on two nodes with databases of their own on that server
//   npm run journeys -- --slow 800    each question of a page up to 800 ms late, as on a bad line
//
// Without a browser (CHROMIUM_PATH, else /usr/bin/chromium) it says so and ends with 2; without a
// built UI it builds it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { COMPILED } from '../support/compiled.ts';
import { readOptions } from '../support/options.ts';
import { BROWSER, hasBrowser } from './site.ts';

const ROOT = join(import.meta.dirname, '../..');
const { values: options, positionals: wanted } = readOptions(
  import.meta.filename,
  { database: { type: 'string' }, slow: { type: 'string' } },
  { takesWords: true },
);
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.journey.ts') && (wanted.length === 0 || wanted.some((part) => name.includes(part))))
  .map((name) => join(import.meta.dirname, name));

/** Without the option, whatever the environment names: SQLite. */
const { MAILWRIGHT_TEST_DATABASE_URL: _, ...inherited } = process.env;

if (!hasBrowser) {
  console.log(`There is no browser at ${BROWSER}: install Debian's chromium, or set CHROMIUM_PATH.`);
  process.exitCode = 2;
} else if (files.length === 0) {
  console.log(`No journey has ${wanted.join(' or ')} in its name.`);
  process.exitCode = 1;
} else {
  const built = ['dist/ui/index.html', 'dist/browser'];
  if (built.some((path) => !existsSync(join(ROOT, path)))) run('npm', ['run', 'build']);
  run(process.execPath, ['--test', '--test-concurrency=2', '--test-timeout=180000', ...files]);
}

function run(command: string, args: readonly string[]): void {
  const env = {
    NODE_COMPILE_CACHE: COMPILED,
    ...inherited,
    ...(options.database !== undefined && { MAILWRIGHT_TEST_DATABASE_URL: options.database }),
    ...(options.slow !== undefined && { MAILWRIGHT_TEST_SLOW_MS: options.slow }),
  };
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env });
  if (status !== 0) process.exitCode = status ?? 1;
}
